import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  capacity as calls,
  type CapacityLimit,
  type CarrierCapacity,
} from '@despatch/contract/routing/capacity/capacity'
import { useState } from 'react'
import { FindingsOf } from '../rule-book/findings-of.tsx'
import { BesideTitle } from '../rule-book/rule-book-link.tsx'
import { ruleBookChanged } from '../rule-book/rule-book-queries.ts'
import { TryIt } from '../what-if/try-it.tsx'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { carrierTitle } from '../active-dates/carrier-values.ts'
import { notify } from '../../kit/notify/notify.ts'
import { FormShell } from '../../kit/form/form-shell.tsx'
import { useContractForm } from '../../kit/form/use-contract-form.tsx'
import { useVersionConflict } from '../../kit/form/use-version-conflict.tsx'
import { capacityRecord } from './capacity-queries.ts'
import { CAPACITY } from './addresses.ts'
import { CapacityRows } from './capacity-rows.tsx'
import {
  CAPACITY_LABELS,
  type CapacityValues,
  capacityValues,
  inOrder,
  mergedCapacity,
  problemsOf,
  shownCapacity,
  valuesOf,
} from './capacity-values.ts'
import styles from './capacity.module.css'
import { ClearCapacityDialog } from './clear-capacity-dialog.tsx'

type CapacityFormProps = { readonly carrier: CarrierCapacity; readonly onCancel: () => void }

/** Edits the capacities of a carrier. */
export function CapacityForm({ carrier, onCancel }: CapacityFormProps) {
  const [initialValues] = useState(() => valuesOf(carrier))
  const [isAsking, asking] = useDisclosure()
  const title = carrierTitle(carrier)
  const state = useContractForm({
    schema: capacityValues,
    initialValues,
    draftKey: `capacity-${carrier.carrier}`,
    labels: CAPACITY_LABELS,
    async onSubmit(body) {
      const { message, version } = await call(calls.update, { body }).catch(conflict.show)
      conflict.rebase({ ...body, capacities: inOrder(body.capacities), version })
      notify.success(message)
      void ruleBookChanged()
    },
    onCancel() {
      conflict.clear()
      onCancel()
    },
  })
  const { form } = state
  const conflict = useVersionConflict<CapacityValues>({
    noun: 'carrier',
    state,
    initialValues,
    fetchNow: async () =>
      valuesOf(await queryClient.fetchQuery({ ...capacityRecord(carrier.client, carrier.carrier), staleTime: 0 })),
    shown: shownCapacity,
    merged: mergedCapacity,
  })
  const capacities = form.useWatchValue('capacities')
  const problems = new Map(problemsOf(capacities).map(({ path, message }) => [path, message]))

  function change(next: CapacityLimit[]) {
    // An error of one capacity may be corrected in another.
    form.clearErrors()
    form.setFieldValue('capacities', next)
  }
  async function clear() {
    const { client, carrier: code } = carrier
    const { message, version } = await call(calls.clear, {
      body: { client, carrier: code, version: conflict.base.version },
    })
    conflict.rebase({ client, carrier: code, capacities: [], version })
    state.reset()
    notify.success(message)
    void ruleBookChanged()
  }
  const hasNone = conflict.base.capacities.length === 0
  return (
    <FormShell
      title={`Capacity of ${title}`}
      backTo={[CAPACITY]}
      state={state}
      saveLabel="Save"
      isWide
      beside={<BesideTitle />}
    >
      {conflict.panel}
      <FindingsOf kinds={['capacity']} of={carrier.carrier} />
      <p className={styles.remark}>
        Parcels accepted on each despatch date. Leave empty for no limit, or enter 0 for no collection. Limits between
        two dates take priority, then the latest start.
      </p>
      <CapacityRows
        capacities={capacities}
        use={carrier.use}
        errorOf={(path) => problems.get(path) ?? (form.errors[path] as string | undefined)}
        onChange={change}
      />
      <div className={styles.clear}>
        <Button
          size="xs"
          variant="default"
          disabled={hasNone}
          title={hasNone ? 'No capacity is saved' : undefined}
          onClick={asking.open}
        >
          Delete…
        </Button>
      </div>
      <TryIt state={state} draftOf={(body) => ({ change: 'capacity', body })} />
      <ClearCapacityDialog
        title={title}
        count={conflict.base.capacities.length}
        opened={isAsking}
        onClear={clear}
        onClose={asking.close}
      />
    </FormShell>
  )
}
