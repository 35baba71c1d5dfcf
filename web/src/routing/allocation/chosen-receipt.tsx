import { Button } from '@mantine/core'
import { orderCommands } from '@despatch/contract/orders/commands/order-commands'
import { UNDO_MINUTES } from '@despatch/domain/orders/commands/command-text'
import { useMutation } from '@tanstack/react-query'
import { Receipt } from '../../kit/list/receipt.tsx'
import { notify } from '../../kit/notify/notify.ts'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { routingChanged } from './allocate-again.ts'
import type { Chosen } from './choose-carrier.tsx'

type ChosenReceiptProps = { readonly chosen: Chosen; readonly clientCode: string; readonly onClose: () => void }

/** Shows the outcome of a choice by hand, with a button to undo it. */
export function ChosenReceipt({ chosen, clientCode, onClose }: ChosenReceiptProps) {
  const { message, commandId } = chosen
  const undo = useMutation({
    mutationFn: () => call(orderCommands.undo, { params: { commandId } }, { client: clientCode }),
    onSuccess: ({ refused, message: text }) => (refused > 0 ? notify.danger : notify.success)(text),
    onError: (error) => notify.danger(messageOf(error)),
    onSettled: () => void routingChanged(),
  })
  return (
    <Receipt isGood onClose={onClose}>
      <p role="status">{undo.data?.message ?? message}</p>
      {!undo.isSuccess && (
        <Button
          variant="default"
          size="compact-sm"
          title={`Available for ${UNDO_MINUTES} minutes`}
          loading={undo.isPending}
          onClick={() => undo.mutate()}
        >
          Undo
        </Button>
      )}
    </Receipt>
  )
}
