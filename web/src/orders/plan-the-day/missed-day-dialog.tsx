import { Text } from '@mantine/core'
import type { ClientDayPlan } from '@despatch/contract/orders/plan-the-day/plan-the-day'
import { useState } from 'react'
import { MoneyField } from '../../kit/form/typed/number-fields.tsx'
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
  const [cost, setCost] = useState(missedDayCost)
  return (
    <ConfirmDialog
      opened={opened}
      title={`Cost of a missed day of ${client}`}
      confirmLabel="Save"
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
        onChange={setCost}
      />
    </ConfirmDialog>
  )
}
