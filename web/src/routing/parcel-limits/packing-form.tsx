import { Alert, Button } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { parcelLimits as calls } from '@despatch/contract/routing/parcel-limits/parcel-limits'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { type FormEvent, useState } from 'react'
import type { z } from 'zod'
import { ruleBookChanged } from '../rule-book/rule-book-queries.ts'
import { TryIt } from '../what-if/try-it.tsx'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { notify } from '../../kit/notify/notify.ts'
import { mergedValues } from '../../kit/form/conflict.ts'
import { LeaveGuard } from '../../kit/form/leave-guard.tsx'
import { useContractForm } from '../../kit/form/use-contract-form.tsx'
import { useVersionConflict } from '../../kit/form/use-version-conflict.tsx'
import { LimitField } from './limit-field.tsx'
import { packingNow } from './limit-queries.ts'
import { packingForm, packingValues, shownPacking } from './limit-values.ts'
import styles from './parcel-limits.module.css'

type PackingFormProps = { readonly stored: RouteAnswer<typeof calls.packing> }

/** The body for saving. */
const packingBody = ({ version, ...packing }: z.output<typeof packingForm>) => ({ packing, version })

/** Edits the limits of a packed parcel. */
export function PackingForm({ stored }: PackingFormProps) {
  const [initialValues] = useState(() => packingValues(stored))
  const state = useContractForm({
    schema: packingForm,
    initialValues,
    draftKey: 'packing',
    labels: { weight: 'weight', volume: 'volume' },
    fieldOf: (path) => path.replace(/^packing\./, ''),
    async onSubmit(checked) {
      const body = packingBody(checked)
      const saved = await call(calls.setPacking, { body }).catch(conflict.show)
      const now = { packing: body.packing, version: saved.version }
      conflict.rebase(packingValues(now))
      queryClient.setQueryData(packingNow.queryKey, now)
      notify.success(saved.message)
      void ruleBookChanged()
    },
    onCancel: () => conflict.clear(),
  })
  const { form, element, problem, changed, isSubmitting, isRestored } = state
  const conflict = useVersionConflict({
    noun: 'setting',
    state,
    initialValues,
    fetchNow: async () => packingValues(await queryClient.fetchQuery({ ...packingNow, staleTime: 0 })),
    shown: shownPacking,
    merged: mergedValues,
  })
  const isChanged = changed.length > 0
  useHotkeys([['mod+S', saveByKey]], [])

  /** Ignores the key while a dialog is open. */
  function saveByKey() {
    if (!document.querySelector('[aria-modal="true"]')) void state.submit()
  }
  function onSubmit(event: FormEvent) {
    event.preventDefault()
    void state.submit()
  }

  return (
    <form ref={element} onSubmit={onSubmit} noValidate aria-label="Maximum packed parcel">
      {conflict.panel}
      {problem && (
        <Alert color="bad" variant="light" mb="sm">
          {problem}
        </Alert>
      )}
      <div className={styles.packing}>
        <LimitField key={form.key('weight')} input={form.getInputProps('weight')} label="Weight" unit="kg" />
        <LimitField key={form.key('volume')} input={form.getInputProps('volume')} label="Volume" unit="m³" />
      </div>
      <div className={styles.foot}>
        <Button size="xs" type="submit" loading={isSubmitting}>
          Save
        </Button>
        {isChanged && (
          <Button size="xs" variant="default" onClick={state.cancel} disabled={isSubmitting}>
            Cancel
          </Button>
        )}
        <span className={styles.changed} aria-live="polite">
          {isChanged &&
            `${isRestored ? 'Restored draft' : 'Unsaved changes'}: ${changed.map((field) => state.labels[field]).join(', ')}`}
        </span>
      </div>
      <TryIt state={state} draftOf={(checked) => ({ change: 'packing', body: packingBody(checked) })} />
      <LeaveGuard
        title="Maximum packed parcel"
        isDirty={isChanged && !isSubmitting}
        onDiscard={state.reset}
        onStoreDraft={state.storeNow}
      />
    </form>
  )
}
