import type { AmendmentSide, AmendOrder } from '@despatch/contract/orders/amend/amend-order'
import type { OrderRouting } from '@despatch/contract/orders/order-routing'
import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { moneyText, parseMoney, trimMoney } from '@despatch/domain/money/money'
import { presentRouting } from '../../routing/allocation/allocate-orders.ts'
import { decideOrders } from '../../routing/allocation/decide-orders.ts'
import { presentCurrentRouting, loadCurrentConsignments } from '../../routing/allocation/current-routing.ts'
import { subtractUsage } from '../../routing/allocation/current-consignment.ts'
import { toDecisionDto } from '../../routing/allocation/decision-dto.ts'
import type { Context } from '../../http/context.ts'
import { amendedTotals, readAmendment } from './amendment.ts'

/**
 * Previews an amendment and its allocation; writes nothing. The order's own capacity counts as free. Throws an AppError
 * like the amendment itself (`readAmendment`).
 */
export async function amendPreview(
  context: Context,
  { body }: { body: AmendOrder },
): Promise<RouteAnswer<typeof routes.amendPreview>> {
  const amendment = await readAmendment(context, body, { isOnlyRead: true })
  const { was, set, order, lines, changes, grounds } = amendment
  const standing = await loadCurrentConsignments(context, body.orderNumber)
  const { compiled } = grounds
  const usage = subtractUsage(grounds.usage, standing)
  const { decided } = was.status === 'S' ? { decided: [] } : decideOrders({ ...grounds, usage }, [order])
  const { quantity, totalValue } = amendedTotals(amendment)
  const before = sideOf(await presentCurrentRouting(context, standing), {
    despatchDate: was.despatch_date,
    quantity: was.quantity,
    totalValue: trimMoney(was.total_value),
  })
  const after = sideOf(presentRouting(decided), {
    despatchDate: set.despatch_date,
    quantity,
    totalValue: lines ? totalValue : trimMoney(totalValue),
  })
  return {
    isChanged: Object.keys(changes).length > 0,
    before,
    after,
    costDifference:
      before.cost === null || after.cost === null ? null : moneyText(parseMoney(after.cost) - parseMoney(before.cost)),
    decisions: decided.map(({ number, consignment, usageSeen, conflict, why, byHand }) => ({
      number,
      why,
      ...toDecisionDto({ consignment, conflict, usageSeen, byHand }, compiled),
    })),
    lines:
      lines?.map(({ SKU, quantity: pieces, unit, total }) => ({
        SKU,
        quantity: pieces,
        unitValue: moneyText(unit),
        totalValue: moneyText(total),
      })) ?? null,
  }
}

function sideOf(
  routing: OrderRouting,
  order: Pick<AmendmentSide, 'despatchDate' | 'quantity' | 'totalValue'>,
): AmendmentSide & { cost: string | null } {
  const { consignments, exception } = routing
  const isWhole = exception === null && consignments.length > 0
  const cost = consignments.reduce((sum, one) => sum + parseMoney(one.cost ?? '0'), 0n)
  return { routing, cost: isWhole ? moneyText(cost) : null, ...order }
}
