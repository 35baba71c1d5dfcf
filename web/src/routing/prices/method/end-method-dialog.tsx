import { Text } from '@mantine/core'
import { type Price, prices } from '@despatch/contract/routing/prices/prices'
import { ruleBookChanged } from '../../rule-book/rule-book-queries.ts'
import { call } from '../../../kit/server/call.ts'
import { notify } from '../../../kit/notify/notify.ts'
import { useAcknowledgement } from '../use-acknowledgement.tsx'
import { ConfirmDialog } from '../../../kit/list/confirm-dialog.tsx'

type EndMethodDialogProps = {
  readonly price: Pick<Price, 'clientMethodID' | 'carrierName' | 'carrierService'>
  readonly opened: boolean
  readonly onClose: () => void
  readonly onEnded: () => void
}

/** Confirms the end of a method. The server refuses it while products have fixed routes to it, and names them. */
export function EndMethodDialog({ price, opened, onClose, onEnded }: EndMethodDialogProps) {
  const { clientMethodID: id, carrierName, carrierService } = price
  const { send, isWarned, whyNot, field, draft } = useAcknowledgement(`end-method ${id}`, opened)
  return (
    <ConfirmDialog
      opened={opened}
      title={`Delete method ${id}?`}
      confirmLabel={isWarned ? 'Delete anyway' : 'Delete method'}
      isDangerous
      whyNot={whyNot}
      draft={draft}
      onConfirm={async () => {
        const { message } = await send(({ note, acknowledged }) =>
          call(prices.removeMethod, {
            params: { id },
            query: { ...(note !== '' && { note }), acknowledged: acknowledged ? 'true' : 'false' },
          }),
        )
        notify.success(message)
      }}
      onDone={() => {
        onEnded()
        void ruleBookChanged()
      }}
      onClose={onClose}
    >
      <Text size="sm">
        No more orders are routed to {carrierName} {carrierService}, and its prices and parcel limits are deleted. Past
        consignments are unchanged. You can restore it from an earlier version of the carrier rules.
      </Text>
      {field}
    </ConfirmDialog>
  )
}
