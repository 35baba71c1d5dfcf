import { Text } from '@mantine/core'
import { type Price, prices } from '@despatch/contract/routing/prices/prices'
import { ruleBookChanged } from '../../rule-book/rule-book-queries.ts'
import { call } from '../../../kit/server/call.ts'
import { notify } from '../../../kit/notify/notify.ts'
import { ConfirmDialog } from '../../../kit/list/confirm-dialog.tsx'

type EndMethodDialogProps = {
  readonly price: Price
  readonly opened: boolean
  readonly onClose: () => void
  readonly onEnded: () => void
}

/** Asks before a method is ended. One that fixed routing holds products to is refused with what holds it. */
export function EndMethodDialog({ price, opened, onClose, onEnded }: EndMethodDialogProps) {
  const { clientMethodID: id, carrierName, carrierService } = price
  return (
    <ConfirmDialog
      opened={opened}
      title={`End the method ${id}?`}
      confirmLabel="End the method"
      isDangerous
      onConfirm={async () => {
        const { message } = await call(prices.removeMethod, { params: { id } })
        notify.success(message)
      }}
      onDone={() => {
        onEnded()
        void ruleBookChanged()
      }}
      onClose={onClose}
    >
      <Text size="sm">
        No more orders are routed to {carrierName} {carrierService}; its prices and parcel limits go with it. What it
        has carried stays as it was, and an earlier version of the rule book brings it back.
      </Text>
    </ConfirmDialog>
  )
}
