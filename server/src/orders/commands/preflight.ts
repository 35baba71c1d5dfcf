import type { OrderVerdict } from '@despatch/contract/orders/commands/order-commands'
import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { type Day, dayOf } from '@despatch/domain/calendar/day'
import { noDataAvailable } from '@despatch/domain/enquiries/search/messages'
import type { DispatchService } from '@despatch/domain/routing/dispatch-service'
import {
  CARRIER_LACK,
  GOODS_LACKS,
  lackBits,
  ORDER_LACKS,
  stoppingLacks,
} from '@despatch/domain/orders/needs-attention'
import { mayBe, ORDER_STATUS_CODES, ORDER_STATUSES, type OrderStatus } from '@despatch/domain/orders/order-status'
import { shortOfText } from '@despatch/domain/orders/commands/short-of-stock'
import { goesAtOnce, type OrderCommand, orderVerdict } from '@despatch/domain/orders/commands/order-verdict'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { db } from '../../database/sql.ts'
import { changedAfter, changedSince } from './changed-since.ts'
import { isMatched, keyOf, namedOf, type Selection, selectionAsKept, selectionOf } from './command-selection.ts'
import { asWork } from '../list-orders-to-act-on.ts'
import { inOrder, type Transaction } from '../../database/transaction.ts'
import { NOT_SHORT, shortOfOrders, shortSkusOf } from '../short-skus.ts'

/** What a verdict depends on; without a status there is no such order. */
type Judged = {
  status: OrderStatus | null
  version: number | null
  dispatch_service: DispatchService | null
  /** It is past its despatch day, or nobody has worked out yet what it lacks. */
  needs_look: boolean
  is_overdue: boolean
  is_untried: boolean
  lacks: number
  refuses_unmeasured: boolean
}

/** So many orders of which the verdict is the same. */
type Counted = Omit<Judged, 'version'> & { count: number }

/** What is found where a filter matches none that anything may be done to. */
const NONE_FOUND = {
  total: 0,
  allowed: 0,
  untried: 0,
  refused: 0,
  goesAtOnce: false,
  short: NOT_SHORT,
  changed: [],
  reasons: [],
  rows: [],
}

const NOT_THERE = 'There is no such order'

/**
 * What a command would do to each order, and why it would refuse some; changes nothing. domain.md: 'A selection of orders
 * is acted on after a pre-flight: what will happen to each row and which rows are refused and why'. Counted by the
 * database, however many orders match.
 */
export async function preflight(
  { transaction, clients, now }: Context,
  { body }: RouteChecked<typeof routes.preflight>,
): Promise<RouteAnswer<typeof routes.preflight>> {
  const { action, page, limit } = body
  const at = now.toISOString()
  const asked = await selectionAsKept(transaction, selectionOf({ clients }, body))
  const selected = selectedOrders(clients, asked, action, dayOf(now))
  if (!selected) return { ...NONE_FOUND, at }
  const [, counted, rows, short] = await inOrder([
    // Orders, and what stands of them, are looked up by their keys: database/by-key.
    transaction.rows(sql`select set_config('enable_sort', 'off', true)`.compile(db)),
    transaction.rows(
      sql<Counted>`select status, dispatch_service, needs_look, is_overdue, is_untried, lacks, refuses_unmeasured,
          count(*) as count
        from (${selected}) judged group by status, dispatch_service, needs_look, is_overdue, is_untried, lacks, refuses_unmeasured`.compile(
        db,
      ),
    ),
    transaction.rows(
      sql<Judged & { client_code: string; order_number: string }>`select * from (${selected}) judged
        order by ${allowed(action)}, client_code, order_number limit ${limit} offset ${(page - 1) * limit}`.compile(db),
    ),
    action === 'release'
      ? shortOfOrders(transaction, sql`select * from (${selected}) judged where ${allowed(action)}`)
      : NOT_SHORT,
  ])
  const changed = asked.asOf
    ? await changedAfter(transaction, selected, asked.asOf)
    : await changedSince(transaction, namedOf(asked))
  const shortOf = action === 'release' ? await shortSkusOfRows(transaction, rows) : new Map<string, string>()
  return {
    ...summed(action, counted),
    goesAtOnce: action === 'release' && areAsExpected(counted) && short.orders === 0 && changed.length === 0,
    short,
    at,
    changed: changed.map((one) => ({ ...one, at: one.at.toISOString() })),
    rows: rows.map(({ client_code, order_number, ...judged }) => {
      const { isAllowed, text } = verdictOf(action, judged)
      const lacking = isAllowed ? shortOf.get(keyOf({ clientCode: client_code, orderNumber: order_number })) : undefined
      return {
        clientCode: client_code,
        orderNumber: order_number,
        ...(judged.status && { Status: judged.status, Status_Description: ORDER_STATUSES[judged.status].description }),
        ...(judged.version !== null && { version: judged.version }),
        isAllowed,
        verdict: judged.status ? [text, lacking].filter(Boolean).join('. ') : noDataAvailable(order_number),
      } satisfies OrderVerdict
    }),
  }
}

/** The orders of a selection with what their verdicts depend on; undefined where a filter matches none that anything may be done to. */
function selectedOrders(
  clients: string[],
  selection: Selection,
  action: OrderCommand,
  today: Day,
): RawBuilder<unknown> | undefined {
  const isRelease = action === 'release'
  const columns = isRelease
    ? sql`o.status, o.version, o.dispatch_service, coalesce(o.lacks is null or o.despatch_date < ${today}::date, false) as needs_look,
        ${isOverdue(today)} as is_overdue, ${isUntried(today)} as is_untried,
        coalesce(o.lacks, 0) as lacks, coalesce((s.settings ->> 'refuseUnmeasured')::boolean, false) as refuses_unmeasured`
    : sql`o.status, o.version, o.dispatch_service, false as needs_look, false as is_overdue, false as is_untried, 0 as lacks, false as refuses_unmeasured`
  const settings = isRelease ? sql`left join client_settings s on s.client_code = o.client_code` : sql``
  if (!selection.matching) {
    const named = namedOf(selection)
    return sql`
      select named.client_code, named.order_number, ${columns}
      from unnest(${named.map(({ clientCode }) => clientCode)}::text[], ${named.map(({ orderNumber }) => orderNumber)}::text[])
        as named (client_code, order_number)
      left join lateral (
        select * from orders
        where client_code = named.client_code and order_number between named.order_number and named.order_number
        order by order_number limit 1
      ) o on true
      ${settings}`
  }
  const filter = asWork(selection.matching, today)
  if (!filter) return undefined
  return sql`
    select o.client_code, o.order_number, ${columns}
    from unnest(${clients}::text[]) as mine (client_code)
    cross join lateral (
      select * from orders where client_code = mine.client_code ${isMatched(filter, selection.except)}
    ) o
    ${settings}`
}

/** Of new orders that have a carrier and are still to go something stands: nothing is looked up for them. */
const isUntried = (today: Day) => sql`
  case when o.status = 'S' then true
    when o.status is distinct from 'N' then false
    when (o.lacks & ${sql.lit(CARRIER_LACK)}) = 0 and o.despatch_date >= ${today}::date then false
    else (
      select true from consignments c
      where c.client_code = o.client_code and c.order_number = o.order_number and c.ended_at is null
      order by c.attempt, c.number limit 1
    ) is null end`
const isOverdue = (today: Day) => sql`coalesce(o.despatch_date < ${today}::date, false)`

/** {@link orderVerdict} as the database sorts by it. */
function allowed(action: OrderCommand): RawBuilder<unknown> {
  const statuses = ORDER_STATUS_CODES.filter((status) => mayBe(status, action))
  return sql`coalesce(status = any (${statuses}::text[]) and not (is_overdue and dispatch_service = 'NAMED DAY')
    and (lacks & case when refuses_unmeasured then ${sql.lit(STOPPING | GOODS_LACKS)} else ${sql.lit(STOPPING)} end) = 0
    and ((lacks & ${sql.lit(CARRIER_LACK)}) = 0 or is_untried or is_overdue), false)`
}

/** What stops a release whatever the client’s setting, but for a carrier, which may still be looked for. */
const STOPPING = lackBits(stoppingLacks(ORDER_LACKS, { refusesUnmeasured: false })) & ~CARRIER_LACK

function verdictOf(action: OrderCommand, judged: Omit<Judged, 'version'>) {
  const order = toJudge(judged)
  return order ? orderVerdict(action, order) : { isAllowed: false, text: NOT_THERE }
}

/** As the domain judges it; undefined where there is no such order. */
function toJudge(judged: Omit<Judged, 'version'>) {
  const { status, dispatch_service: service, refuses_unmeasured: refusesUnmeasured, lacks } = judged
  if (!status || !service) return undefined
  const { is_overdue: isOverdue, is_untried: isUntried, needs_look: needsLook } = judged
  return { status, service, isOverdue, isUntried, needsLook, lacks, refusesUnmeasured }
}

function areAsExpected(counted: readonly Counted[]): boolean {
  const orders = counted.flatMap((judged) => {
    const order = toJudge(judged)
    return order ? [{ ...order, count: judged.count }] : []
  })
  return orders.length === counted.length && goesAtOnce(orders)
}

/** What the orders of a page are short of, in words, by their keys. */
async function shortSkusOfRows(
  transaction: Transaction,
  rows: readonly { client_code: string; order_number: string }[],
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  for (const [client, of] of Map.groupBy(rows, ({ client_code }) => client_code)) {
    const numbers = of.map(({ order_number }) => order_number)
    for (const [orderNumber, skus] of await shortSkusOf(transaction, client, numbers))
      texts.set(keyOf({ clientCode: client, orderNumber }), shortOfText(skus))
  }
  return texts
}

function summed(action: OrderCommand, counted: readonly Counted[]) {
  const reasons = new Map<string, number>()
  let allowedOnes = 0
  let untried = 0
  let refused = 0
  for (const { count, ...judged } of counted) {
    const { isAllowed, text } = verdictOf(action, judged)
    if (isAllowed) {
      allowedOnes += count
      if (judged.is_untried || judged.is_overdue) untried += count
      continue
    }
    refused += count
    reasons.set(text, (reasons.get(text) ?? 0) + count)
  }
  return {
    total: allowedOnes + refused,
    allowed: allowedOnes,
    untried,
    refused,
    reasons: [...reasons]
      .map(([reason, count]) => ({ reason, count }))
      .toSorted((one, other) => other.count - one.count),
  }
}
