import { Text } from '@mantine/core'
import type { ClientDayPlan } from '@despatch/contract/orders/plan-the-day/plan-the-day'
import { useMemo } from 'react'
import { MoneyField } from '../../kit/form/typed/number-fields.tsx'
import { useDialogDraft } from '../../kit/form/use-dialog-draft.ts'
import { ConfirmDialog } from '../../kit/list/confirm-dialog.tsx'
import { notify } from '../../kit/notify/notify.ts'
import { setMissedDayCost } from './plan-queries.ts'

type MissedDayDialogProps = {
  readonly plan: ClientDayPlan
  readonly opened: boolean
  readonly onClose: () => void
}

/** Changes a client's cost of a missed day. */
export function MissedDayDialog({ plan: { client, currency, missedDayCost }, opened, onClose }: MissedDayDialogProps) {
  const initial = useMemo(() => ({ cost: missedDayCost }), [missedDayCost])
  const draft = useDialogDraft(`cost of a missed day of ${client}`, opened, initial)
  const { cost } = draft.values
  return (
    <ConfirmDialog
      opened={opened}
      title={`Cost of a missed day of ${client}`}
      confirmLabel="Save"
      draft={draft}
      onConfirm={async () => notify.success(await setMissedDayCost(client, cost))}
      onClose={onClose}
    >
      <Text size="sm" mb="sm">
        A plan counts this for each parcel without a carrier, and never less than its dearest carrier.
      </Text>
      <MoneyField
        label="For each parcel"
        description="Empty is the default"
        currency={currency}
        value={cost}
        onChange={(value) => draft.set({ cost: value })}
      />
    </ConfirmDialog>
  )
}
