import type { Order } from '@despatch/contract/orders/order'
import { notSentText, shortfallText } from '@despatch/domain/orders/commands/sent-short'
import { NEEDS_ATTENTION } from '@despatch/domain/orders/needs-attention'
import { isActionAllowed, whyFixed } from '@despatch/domain/orders/order-status'
import { RecordBanner } from '../../kit/record/record-banner.tsx'
import { AmendButton } from '../commands/order-actions.tsx'
import { SentShortActions } from '../commands/sent-short.tsx'
import { AttentionReasons, isOnlyShortOfStock, SHORT_OF_STOCK } from '../needs-attention.tsx'
import { useChangeDisabledReason, useShowsActions } from '../use-order-rights.ts'

type OrderBannerProps = { readonly order: Order }

/** What is wrong with an order, with the buttons that help; or why nothing can be done to it. */
export function OrderBanner({ order }: OrderBannerProps) {
  const { shortfall, suspendedFor, Status } = order
  const { changes } = useShowsActions()
  const whyNot = useChangeDisabledReason()
  if (order.needsAttention.length > 0)
    return (
      <RecordBanner
        meaning="attention"
        title={isOnlyShortOfStock(order) ? SHORT_OF_STOCK : NEEDS_ATTENTION}
        actions={changes && isActionAllowed(Status, 'amend') && <AmendButton order={order} whyNot={whyNot} />}
      >
        <AttentionReasons order={order} />
      </RecordBanner>
    )
  if (shortfall)
    return (
      <RecordBanner
        meaning={shortfall.isClosed ? 'neutral' : 'attention'}
        title={shortfall.isClosed ? 'Sent short' : 'Not sent yet'}
        actions={<SentShortActions order={order} />}
      >
        <p>{shortfall.isClosed ? notSentText(shortfall) : shortfallText(shortfall)}</p>
      </RecordBanner>
    )
  if (suspendedFor)
    return (
      <RecordBanner meaning="neutral" title={`Suspended: ${suspendedFor}`}>
        <p>Release it to send it on.</p>
      </RecordBanner>
    )
  const why = whyFixed(Status)
  return why === undefined ? null : <RecordBanner meaning="neutral" title={why} />
}
