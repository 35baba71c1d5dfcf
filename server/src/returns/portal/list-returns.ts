import type { announcedReturns as routes, ListedReturn } from '@despatch/contract/returns/portal/announced-returns'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { type Day, dayOf } from '@despatch/domain/calendar/day'
import type { Review } from '@despatch/domain/returns/portal/announced-return'
import { LIFE_STATES, type LifeState } from '@despatch/domain/returns/life/return-state'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Context } from '../../http/context.ts'
import { reasonTitleOf } from '../reason-codes/reason-title.ts'
import { lacksLabel } from './give-waiting-labels.ts'

type Query = RouteChecked<typeof routes.list>['query']
type Row = {
  client_code: string
  return_reference: string
  order_number: string
  customer_name: string
  announced_at: Date
  channel: 'portal' | 'staff'
  state: LifeState
  review: Review
  refund_due_on: string | null
  sku: string
  lines: number
  quantity: number
  reasons: string
}

/** The condition on `announced_returns r` for returns that wait for a review. */
export const IN_REVIEW = sql`r.review = 'waiting'`
const IS_DUE = sql`r.refund_due_on is not null`
/** The condition on `announced_returns r` for refunds that were due before a day. */
export const isOverdue = (today: Day) => sql`r.refund_due_on < ${today}::date`

/** A page of announced returns: those in review first (longest waiting first), then the newest. */
export async function listReturns(
  { transaction, clients, now }: Context,
  { query }: RouteChecked<typeof routes.list>,
): Promise<RouteAnswer<typeof routes.list>> {
  const today = dayOf(now)
  const where = conditionsOf(query, today)
  const [rows, counted, counts] = await Promise.all([
    transaction.rows(
      sql<Row>`
        select r.client_code, r.return_reference, r.order_number,
          (select trim(customer_first_name || ' ' || customer_last_name) from orders o
            where o.client_code = r.client_code and o.order_number = r.order_number) as customer_name,
          r.announced_at, r.channel, r.state, r.review, r.refund_due_on::text, l.*
        from ${pageOf(query, clients, where)} r
        cross join lateral (
          select (array_agg(sku_code order by line_number))[1] as sku, count(*)::int as lines, sum(quantity)::int as quantity,
            string_agg(distinct ${reasonTitleOf('line')}, ', ') as reasons
          from announced_lines line where client_code = r.client_code and return_reference = r.return_reference
        ) l
        order by ${LIST_ORDER}`.compile(db),
    ),
    transaction.row(
      sql<{
        total: number
      }>`select count(*)::int as total from announced_returns r where r.client_code = any (${clients}::text[]) ${where}`.compile(
        db,
      ),
    ),
    transaction.row(
      sql<{ review: number; due: number; overdue: number; label: number }>`
        select (select count(*)::int from announced_returns r where r.client_code = any (${clients}::text[]) and ${IN_REVIEW}) as review,
          (select count(*)::int from announced_returns r where r.client_code = any (${clients}::text[]) and ${lacksLabel()}) as label,
          count(*)::int as due, (count(*) filter (where ${isOverdue(today)}))::int as overdue
        from announced_returns r where r.client_code = any (${clients}::text[]) and ${IS_DUE}`.compile(db),
    ),
  ])
  return {
    rows: rows.map((row) => presentListed(row, today)),
    total: counted?.total ?? 0,
    counts: counts ?? { review: 0, due: 0, overdue: 0, label: 0 },
  }
}

const LIST_ORDER = sql`(r.review = 'waiting') desc, case when r.review = 'waiting' then r.announced_at end,
  r.announced_at desc, r.return_reference`

/** The rows of a page: from each client's index as many as the page may need, first those in review, then the others. */
function pageOf({ page, limit }: Query, clients: readonly string[], where: RawBuilder<unknown>): RawBuilder<unknown> {
  const part = (review: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`
    select found.* from unnest(${clients}::text[]) as mine (code) cross join lateral (
      select * from announced_returns r where r.client_code = mine.code and ${review} ${where}
      order by ${order}, r.return_reference limit ${page * limit}
    ) found`
  return sql`(
    select * from (
      ${part(IN_REVIEW, sql`r.announced_at`)}
      union all
      ${part(sql`r.review <> 'waiting'`, sql`r.announced_at desc`)}
    ) r
    order by ${LIST_ORDER} limit ${limit} offset ${(page - 1) * limit}
  )`
}

function presentListed(row: Row, today: Day): ListedReturn {
  return {
    clientCode: row.client_code,
    returnReference: row.return_reference,
    orderNumber: row.order_number,
    customerName: row.customer_name,
    announcedAt: row.announced_at.toISOString(),
    channel: row.channel,
    state: row.state,
    stateTitle: LIFE_STATES[row.state],
    review: row.review,
    SKU: row.sku,
    lines: row.lines,
    quantity: row.quantity,
    reasons: row.reasons,
    refundDueOn: row.refund_due_on,
    isOverdue: row.refund_due_on !== null && row.refund_due_on < today,
  }
}

/** Conditions of a query on `announced_returns r`, each starting with 'and'. */
function conditionsOf({ search, state, show }: Query, today: Day): RawBuilder<unknown> {
  const sought = search?.toUpperCase()
  const conditions = [
    state && sql`r.state = ${state}`,
    show === 'review' && IN_REVIEW,
    show === 'due' && IS_DUE,
    show === 'overdue' && isOverdue(today),
    show === 'label' && lacksLabel(),
    sought &&
      sql`(starts_with(r.return_reference, ${sought}) or starts_with(upper(r.order_number), ${sought})
        or (r.exchange_order <> '' and starts_with(upper(r.exchange_order), ${sought})) or exists (
        select from announced_lines l where l.client_code = r.client_code and l.return_reference = r.return_reference
          and starts_with(upper(l.sku_code), ${sought})))`,
  ].filter((one) => typeof one === 'object')
  return sql.join(
    conditions.map((one) => sql`and ${one}`),
    sql` `,
  )
}
