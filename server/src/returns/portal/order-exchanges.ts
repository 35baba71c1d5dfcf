import { sql } from 'kysely'

type OrderKey = { client: string; orderNumber: string }

/** Exchange steps that concern an order, as the original or the replacement. */
const stepsOf = ({ client, orderNumber }: OrderKey) => sql`
  announced_returns r join return_steps s on s.client_code = r.client_code and s.return_reference = r.return_reference
  where r.client_code = ${client} and r.exchange_order <> '' and ${orderNumber} in (r.order_number, r.exchange_order)
    and starts_with(s.step, 'exchange_')`

/** Exchange steps as timeline entries of both orders. */
export const orderExchanges = (of: OrderKey) => sql`
  select '9:' || s.return_reference || ':' || lpad(s.step_number::text, 6, '0') as id, 'exchange' as kind, s.at, s.by_name,
    s.return_reference as record, jsonb_build_object('step', s.step, 'returnReference', s.return_reference,
      'isReplacement', r.exchange_order = ${of.orderNumber}, 'orderNumber', r.order_number, 'note', s.reason) as fact,
    '{}'::jsonb as changes
  from ${stepsOf(of)}`

/** Number of {@link orderExchanges}. */
export const countOrderExchanges = (of: OrderKey) => sql`select count(*) from ${stepsOf(of)}`
