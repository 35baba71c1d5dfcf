import { Button } from '@mantine/core'
import { allocation } from '@despatch/contract/routing/allocation/allocation'
import { useMutation } from '@tanstack/react-query'
import { messageOf } from '../../kit/server/api-error.ts'
import { call } from '../../kit/server/call.ts'
import { notify } from '../../kit/notify/notify.ts'
import { useEditDisabledReason } from '../../kit/session/use-rights.ts'
import { useOneAtATime } from '../../kit/list/use-one-at-a-time.ts'
import { DisabledReason } from '../../kit/list/disabled-reason.tsx'
import { routingChanged } from './allocate-again.ts'
import type { OrderOf } from './decision-queries.ts'

/** Why the user may not allocate orders again; undefined if they may. */
export const useReallocateDisabledReason = () =>
  useEditDisabledReason('reportsAndEnquiries.carrierHistory', 'reportsAndEnquiries.carrierRoutingExceptions')

type AllocateAgainButtonProps = { readonly order: OrderOf; readonly onDone?: () => void }

/** Allocates one order with a routing exception again and reports the outcome. */
export function AllocateAgainButton({ order: { clientCode, orderNumber }, onDone }: AllocateAgainButtonProps) {
  const whyNot = useReallocateDisabledReason()
  const again = useMutation({
    mutationFn: () =>
      call(allocation.allocateAgain, { body: { orders: [{ clientCode, orderNumber }] } }, { client: clientCode }),
    onSuccess({ receipts: [receipt] }) {
      if (!receipt) return
      const say = receipt.outcome === 'allocated' ? notify.success : notify.danger
      say(`${orderNumber}: ${receipt.message}`)
      if (receipt.outcome === 'allocated') onDone?.()
    },
    onError: (error) => notify.danger(messageOf(error)),
    onSettled: () => void routingChanged(),
  })
  const allocateOnce = useOneAtATime(again.mutateAsync)
  return (
    <>
      <Button
        size="xs"
        variant="default"
        disabled={whyNot !== undefined}
        loading={again.isPending}
        onClick={allocateOnce}
      >
        Re-allocate
      </Button>
      <DisabledReason reasons={[whyNot]} />
    </>
  )
}
