import type { Order } from '@despatch/contract/orders/order'
import { notSentText, shortfallText } from '@despatch/domain/orders/commands/sent-short'
import { NEEDS_ATTENTION, shortByText } from '@despatch/domain/orders/needs-attention'
import { isActionAllowed, whyFixed } from '@despatch/domain/orders/order-status'
import { ScreenButton } from '../../kit/navigation/screen-link.tsx'
import { RecordBanner } from '../../kit/record/record-banner.tsx'
import { useCanOpen } from '../../kit/session/use-rights.ts'
import { stockAddress } from '../../stock/reservations/stock-queries.ts'
import { AmendButton } from '../commands/order-actions.tsx'
import { SentShortActions } from '../commands/sent-short.tsx'
import { AttentionReasons, isOnlyShortOfStock, SHORT_OF_STOCK } from '../needs-attention.tsx'
import { useChangeDisabledReason, useShowsActions } from '../use-order-rights.ts'

const STOCK = 'skusAndStock.stockReservation'

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
        title={isOnlyShortOfStock(order) ? stockText(order) : NEEDS_ATTENTION}
        actions={
          <>
            {changes && isActionAllowed(Status, 'amend') && <AmendButton order={order} whyNot={whyNot} />}
            <StockButtons order={order} />
          </>
        }
      >
        <AttentionReasons order={order} stockText={stockText(order)} />
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

/** The order may have got its stock since its row was read. */
const stockText = ({ shortOfStock }: Order) => (shortOfStock ? shortByText(shortOfStock) : SHORT_OF_STOCK)

/** A record shows at most this many buttons for the stock of its SKUs. */
const MAX_STOCK_BUTTONS = 2

/** Links to the stock of the SKUs that an order is short of: their counts, reservations and movements. */
function StockButtons({ order: { shortOfStock } }: OrderBannerProps) {
  const opensStock = useCanOpen(STOCK)
  if (!opensStock || !shortOfStock) return null
  return shortOfStock.items.slice(0, MAX_STOCK_BUTTONS).map(({ SKU }) => (
    <ScreenButton key={SKU} to={stockAddress({ sku: SKU })} size="xs" variant="default">
      Stock of {SKU}
    </ScreenButton>
  ))
}
