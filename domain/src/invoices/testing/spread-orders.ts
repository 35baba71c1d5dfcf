import type { BilledDetail } from '../invoice.ts'
import type { DayParcel } from '../sales-orders/choose-parcels.ts'
import { orderLineOf, spreadDetail, spreadLines } from '../sales-orders/spread-orders.ts'

/**
 * The details of an invoice with its sales orders spread over parcels, and the parcels that none of them bills;
 * amounts in pounds.
 */
export function spreadSalesOrders(
  details: readonly BilledDetail[],
  parcels: readonly DayParcel[],
  options: Parameters<typeof spreadLines>[2] = {},
) {
  const work = spreadLines(
    details.flatMap((detail) => orderLineOf(detail) ?? []),
    parcels,
    options,
  )
  let part = work.next()
  while (!part.done) part = work.next()
  const { taken, missing } = part.value
  let line = 0
  return {
    details: details.flatMap((detail) =>
      orderLineOf(detail) ? spreadDetail(detail, taken[line++] ?? [], 100) : [detail],
    ),
    missing,
  }
}
