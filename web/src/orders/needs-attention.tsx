import type { OrderRow } from '@despatch/contract/orders/order'
import { type Lack, lackText, NEEDS_ATTENTION } from '@despatch/domain/orders/needs-attention'
import { Status } from '../kit/list/columns/cells.tsx'
import { useCanOpen } from '../kit/session/use-rights.ts'

type AttentionBadgeProps = { readonly order: Pick<OrderRow, 'needsAttention'> }

export const SHORT_OF_STOCK = lackText('stock').short

/** Short texts of what an order lacks, without those shown elsewhere. */
export const attentionTexts = ({ needsAttention }: AttentionBadgeProps['order'], saidElsewhere: readonly Lack[] = []) =>
  needsAttention.filter((lack) => !saidElsewhere.includes(lack)).map((lack) => lackText(lack).short)

/** The same as one text. */
export const attentionText = (order: AttentionBadgeProps['order'], saidElsewhere: readonly Lack[] = []) =>
  attentionTexts(order, saidElsewhere).join(', ')

/** A shortage of stock alone does not stop a release. */
export const isOnlyShortOfStock = (order: AttentionBadgeProps['order']) => attentionText(order) === SHORT_OF_STOCK

/**
 * Badge of an order that needs attention, with the reasons in its title. A shortage of stock alone has its own text,
 * because the view *Needs attention* does not count it.
 */
export function AttentionBadge({ order }: AttentionBadgeProps) {
  const text = attentionText(order)
  if (text === '') return null
  return (
    <span title={text}>
      <Status meaning="attention">{isOnlyShortOfStock(order) ? SHORT_OF_STOCK : NEEDS_ATTENTION}</Status>
    </span>
  )
}

/** Links to the screens that fix a problem, or advice for users without access. */
function useRemedies(): Partial<Record<Lack, string>> {
  const opensGoods = useCanOpen('carrierRoutingControl.multiBoxProductsRouting')
  const opensExceptions = useCanOpen('reportsAndEnquiries.carrierRoutingExceptions')
  const measured = (what: string) =>
    opensGoods
      ? `Record the SKU’s ${what} on Multi Box Products: Routing`
      : `Ask Despatch operations to record the SKU’s ${what}`
  return {
    weight: measured('weight'),
    size: measured('size'),
    stock: 'Wait for goods in, or amend the order',
    carrier: opensExceptions
      ? 'See the reasons below. Amend the order, or have the rules changed and re-allocate it on Carrier Routing Exceptions'
      : 'Ask Despatch operations to find a carrier',
  }
}

type AttentionReasonsProps = AttentionBadgeProps & {
  /** The shortage of stock, with its SKUs. */
  readonly stockText: string
}

/** What an order lacks and how to fix each. A shortage of stock alone is the title already. */
export function AttentionReasons({ order, stockText }: AttentionReasonsProps) {
  const remedies = useRemedies()
  if (isOnlyShortOfStock(order)) return <p>{remedies.stock}.</p>
  return (
    <ul>
      {order.needsAttention.map((lack) => {
        const { short, remedy } = lackText(lack)
        return (
          <li key={lack}>
            {lack === 'stock' ? stockText : short}. {remedies[lack] ?? capital(remedy)}.
          </li>
        )
      })}
    </ul>
  )
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
