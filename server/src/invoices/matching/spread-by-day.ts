import { addDays, dayOf, startOfDay } from '@despatch/domain/calendar/day'
import type { BilledDetail } from '@despatch/domain/invoices/invoice'
import { type DayParcel, isSalesOrder, spreadSalesOrders } from '@despatch/domain/invoices/sales-orders/spread-orders'
import { gramsOf } from '@despatch/domain/routing/allocation/units'
import type pg from 'pg'

/** What left with a carrier between two moments and nobody has billed yet. Returned ones left as well. */
const LEFT = `
select p.client_code as client, p.tracking_number as "trackingNumber", p.carrier_service as service,
  p.despatched_at as "despatchedAt", p.weight::text as weight, o.country
from parcels p
cross join lateral (
  select country from orders o where o.client_code = p.client_code and o.order_number = p.order_number limit 1
) o
where p.carrier = $1 and p.despatched_at >= $2 and p.despatched_at < $3
  and not exists (
    select from invoice_parcels b where b.client_code = p.client_code and b.despatched_as = p.tracking_number
      and b.leg = 'outbound'
  )`
type LeftRow = Omit<DayParcel, 'day' | 'grams'> & { despatchedAt: Date; weight: string | null }

/**
 * The details of a carrier that bills by sales order, spread over the parcels that left on their days and that no invoice has
 * billed, rows written earlier in this transaction included; those of others as they are.
 */
export async function spreadByDay(
  connection: pg.ClientBase,
  carrier: string,
  details: readonly BilledDetail[],
): Promise<readonly BilledDetail[]> {
  const days = details
    .filter(isSalesOrder)
    .flatMap(({ shipmentDay }) => shipmentDay ?? [])
    .toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return details
  const { rows } = await connection.query<LeftRow>(LEFT, [carrier, startOfDay(first), startOfDay(addDays(last, 1))])
  const parcels = rows.map(({ despatchedAt, weight, ...row }): DayParcel => ({
    ...row,
    day: dayOf(despatchedAt),
    grams: weight === null ? null : gramsOf(Number(weight)),
  }))
  return spreadSalesOrders(details, parcels).details
}
