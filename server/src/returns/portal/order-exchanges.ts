import { sql } from 'kysely'

type OfOrder = { client: string; orderNumber: string }

/** Steps of exchanges that an order is a side of: it was exchanged, or replaces what was. */
const stepsOf = ({ client, orderNumber }: OfOrder) => sql`
  announced_returns r join return_steps s on s.client_code = r.client_code and s.return_reference = r.return_reference
  where r.client_code = ${client} and r.exchange_order <> '' and ${orderNumber} in (r.order_number, r.exchange_order)
    and starts_with(s.step, 'exchange_')`

/** What became of the orders that replace goods, as entries of the timelines of both orders. */
export const orderExchanges = (of: OfOrder) => sql`
  select '9:' || s.return_reference || ':' || lpad(s.step_number::text, 6, '0') as id, 'exchange' as kind, s.at, s.by_name,
    s.return_reference as record, jsonb_build_object('step', s.step, 'returnReference', s.return_reference,
      'isReplacement', r.exchange_order = ${of.orderNumber}, 'orderNumber', r.order_number, 'note', s.reason) as fact,
    '{}'::jsonb as changes
  from ${stepsOf(of)}`

/** How many there are. */
export const countOrderExchanges = (of: OfOrder) => sql`select count(*) from ${stepsOf(of)}`
