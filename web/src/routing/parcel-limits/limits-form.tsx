import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { type LimitedMethod, parcelLimits as calls } from '@despatch/contract/routing/parcel-limits/parcel-limits'
import { LIMIT_TYPES, type LimitType } from '@despatch/domain/routing/rule-book/rule-book'
import { LIMIT_SLOTS } from '@despatch/domain/routing/parcel-limits/written-limits'
import { type ReactNode, useState } from 'react'
import { BesideTitle } from '../rule-book/rule-book-link.tsx'
import { PARCEL_LIMITS } from './addresses.ts'
import { ruleBookChanged } from '../rule-book/rule-book-queries.ts'
import { TryIt } from '../what-if/try-it.tsx'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { notify } from '../../kit/notify/notify.ts'
import { mergedValues } from '../../kit/form/conflict.ts'
import { FormShell } from '../../kit/form/form-shell.tsx'
import recordStyles from '../../kit/form/record.module.css'
import { useContractForm } from '../../kit/form/use-contract-form.tsx'
import { useVersionConflict } from '../../kit/form/use-version-conflict.tsx'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'
import { ClearLimitsDialog } from './clear-limits-dialog.tsx'
import { LimitField } from './limit-field.tsx'
import { limitsOfMethod } from './limit-queries.ts'
import { bodyOf, limitForm, limitsBySlot, limitText, shownLimits, slotOf, valuesOf } from './limit-values.ts'
import { MethodFacts } from './method-facts.tsx'
import styles from './parcel-limits.module.css'

const LABELS = Object.fromEntries(LIMIT_TYPES.map((type) => [type, LIMIT_SLOTS[type].title.toLowerCase()]))

/** What each limit applies to. */
const OF_WHAT: Readonly<Record<LimitType, string>> = {
  Length: 'The longest side of each parcel',
  Volume: 'Of each parcel',
  NumberOfParcels: 'In one consignment',
  ParcelWeight: 'Of each parcel',
  ConsignmentWeight: 'Of all parcels together',
}

type LimitsFormProps = {
  readonly title: string
  readonly method: LimitedMethod
  readonly onCancel: () => void
  readonly children: ReactNode
}

/** Edits or clears the five limits of a method. */
export function LimitsForm({ title, method, onCancel, children }: LimitsFormProps) {
  const { methodId } = method
  const [initialValues] = useState(() => valuesOf(method))
  const [isAsking, asking] = useDisclosure()
  const state = useContractForm({
    schema: limitForm,
    initialValues,
    draftKey: `parcel-limits-${methodId}`,
    labels: LABELS,
    fieldOf: slotOf,
    async onSubmit(values) {
      const body = bodyOf(values)
      const saved = await call(calls.update, { params: { methodId }, body }).catch(conflict.show)
      keep({ ...body, version: saved.version })
      notify.success(saved.message)
    },
    onCancel() {
      conflict.clear()
      onCancel()
    },
  })
  const { form } = state
  const conflict = useVersionConflict({
    noun: 'method',
    state,
    initialValues,
    async fetchNow() {
      const now = await queryClient.fetchQuery({ ...limitsOfMethod(methodId), staleTime: 0 })
      return now ? valuesOf(now) : undefined
    },
    shown: shownLimits,
    merged: mergedValues,
  })

  /** The saved values become the form's initial values. */
  function keep(saved: Pick<LimitedMethod, 'parcelLimit' | 'version'>) {
    conflict.rebase(valuesOf(saved))
    queryClient.setQueryData(limitsOfMethod(methodId).queryKey, { ...method, ...saved })
    void ruleBookChanged()
  }
  const limits = limitsBySlot(method)
  const set = LIMIT_TYPES.filter((type) => limits[type] !== null)

  return (
    <>
      <FormShell title={title} backTo={[PARCEL_LIMITS]} state={state} saveLabel="Save" beside={<BesideTitle />}>
        {conflict.panel}
        {children}
        <div className={recordStyles.head}>
          <MethodFacts method={method} />
        </div>
        <p className={styles.remark}>Consignments over a limit can’t use this method. Leave empty for no limit.</p>
        <div className={styles.slots}>
          {LIMIT_TYPES.map((type) => (
            <LimitField
              key={form.key(type)}
              input={form.getInputProps(type)}
              label={LIMIT_SLOTS[type].title}
              description={OF_WHAT[type]}
              unit={LIMIT_SLOTS[type].unit}
              placeholder="No limit"
            />
          ))}
        </div>
        <div className={styles.actions}>
          <Button size="xs" variant="default" onClick={asking.open} disabled={set.length === 0}>
            Delete…
          </Button>
          <DisabledReason reasons={[set.length === 0 ? 'There are no limits to delete.' : undefined]} />
        </div>
        <TryIt
          state={state}
          draftOf={(checked) => ({ change: 'parcel-limits', params: { id: methodId }, body: bodyOf(checked) })}
        />
      </FormShell>
      <ClearLimitsDialog
        title={title}
        methodId={methodId}
        version={conflict.base.version}
        limits={set.map((type) => `${LIMIT_SLOTS[type].title} ${limitText(type, limits[type])}`)}
        opened={isAsking}
        onClose={asking.close}
        onRefused={conflict.show}
        onCleared={(saved) => {
          keep(saved)
          state.reset()
        }}
      />
    </>
  )
}
