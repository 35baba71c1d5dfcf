import type { OrderVerdict } from '@despatch/contract/orders/commands/order-commands'
import type { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { type Day, dayOf } from '@despatch/domain/calendar/day'
import { noDataAvailable } from '@despatch/domain/feedback/search-messages'
import type { DispatchService } from '@despatch/domain/routing/dispatch-service'
import {
  CARRIER_LACK,
  GOODS_LACKS,
  lackBits,
  ORDER_LACKS,
  stoppingLacks,
} from '@despatch/domain/orders/needs-attention'
import {
  isActionAllowed,
  ORDER_STATUS_CODES,
  ORDER_STATUSES,
  type OrderStatus,
} from '@despatch/domain/orders/order-status'
import { shortOfText } from '@despatch/domain/orders/commands/short-of-stock'
import { canSkipPreflight, type OrderCommand, orderVerdict } from '@despatch/domain/orders/commands/order-verdict'
import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { db } from '../../database/sql.ts'
import { changedAfter, changedSince } from './changed-since.ts'
import {
  selectionConditions,
  orderKeyText,
  listedOrders,
  type Selection,
  withStoredNames,
  toSelection,
} from './command-selection.ts'
import { type CutOffToday, hasCutOff, loadCutOffsToday, missedCutOffs } from '../../routing/cut-offs/cut-offs-today.ts'
import { toOrderFilter } from '../list-orders-to-act-on.ts'
import { inOrder, type Transaction } from '../../database/transaction.ts'
import { NO_SHORTAGES, shortagesOfOrders, shortSkusOf } from '../short-skus.ts'

/** Facts for the verdict; without a status the order does not exist. */
type JudgedRow = {
  status: OrderStatus | null
  version: number | null
  dispatch_service: DispatchService | null
  /** It is past its despatch day, or its lacks are not worked out yet. */
  needs_look: boolean
  is_overdue: boolean
  is_untried: boolean
  is_after_cut_off: boolean
  lacks: number
  refuses_unmeasured: boolean
}

/** Number of orders with the same facts. */
type VerdictCount = Omit<JudgedRow, 'version'> & { count: number }

/** For filters that match no order that can be acted on. */
const EMPTY_ANSWER = {
  total: 0,
  allowed: 0,
  untried: 0,
  refused: 0,
  goesAtOnce: false,
  short: NO_SHORTAGES,
  changed: [],
  reasons: [],
  rows: [],
}

const NO_SUCH_ORDER = 'Order not found'

/**
 * Says what a command would do to each order and which it would refuse; changes nothing. domain.md: 'A selection of
 * orders is acted on after a pre-flight: what will happen to each row and which rows are refused and why'. The database
 * counts, so that any number of orders is fast.
 */
export async function preflight(
  { transaction, clients, now, services }: Context,
  { body }: RouteChecked<typeof routes.preflight>,
): Promise<RouteAnswer<typeof routes.preflight>> {
  const { action, page, limit } = body
  const at = now.toISOString()
  const chosen = await withStoredNames(
    { transaction, books: services.books, now },
    clients,
    toSelection({ clients }, body),
  )
  const missed =
    action === 'release'
      ? missedCutOffs(await loadCutOffsToday({ transaction, clients, books: services.books, now }))
      : []
  const selected = selectedOrders(clients, chosen, action, { today: dayOf(now), missed })
  if (!selected) return { ...EMPTY_ANSWER, at }
  const [counted, rows, short] = await inOrder([
    transaction.rows(
      sql<VerdictCount>`select ${FACTS}, count(*) as count from (${selected}) judged group by ${FACTS}`.compile(db),
    ),
    transaction.rows(
      sql<JudgedRow & { client_code: string; order_number: string }>`select * from (${selected}) judged
        order by ${allowedCondition(action)}, client_code, order_number limit ${limit} offset ${(page - 1) * limit}`.compile(
        db,
      ),
    ),
    action === 'release'
      ? shortagesOfOrders(transaction, sql`select * from (${selected}) judged where ${allowedCondition(action)}`)
      : NO_SHORTAGES,
  ])
  const changed = chosen.asOf
    ? await changedAfter(transaction, selected, chosen.asOf)
    : await changedSince(transaction, listedOrders(chosen))
  const shortOf = action === 'release' ? await shortSkusOfRows(transaction, rows) : new Map<string, string>()
  return {
    ...summarise(action, counted),
    goesAtOnce: action === 'release' && needNoPreflight(counted) && short.orders === 0 && changed.length === 0,
    short,
    at,
    changed: changed.map((one) => ({ ...one, at: one.at.toISOString() })),
    rows: rows.map(({ client_code, order_number, ...judged }) => {
      const { isAllowed, text } = verdictOf(action, judged)
      const lacking = isAllowed
        ? shortOf.get(orderKeyText({ clientCode: client_code, orderNumber: order_number }))
        : undefined
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

const FACTS = sql`status, dispatch_service, needs_look, is_overdue, is_untried, is_after_cut_off, lacks, refuses_unmeasured`

/** SQL for the selected orders with the facts of their verdicts; undefined if the filter allows no command. */
function selectedOrders(
  clients: string[],
  selection: Selection,
  action: OrderCommand,
  { today, missed }: { today: Day; missed: readonly CutOffToday[] },
): RawBuilder<unknown> | undefined {
  const isRelease = action === 'release'
  const columns = isRelease
    ? sql`o.status, o.version, o.dispatch_service, coalesce(o.lacks is null or o.despatch_date < ${today}::date, false) as needs_look,
        ${isOverdue(today)} as is_overdue, ${isUntried(today)} as is_untried, ${hasCutOff(missed, 'o')} as is_after_cut_off,
        coalesce(o.lacks, 0) as lacks, coalesce((s.settings ->> 'refuseUnmeasured')::boolean, false) as refuses_unmeasured`
    : sql`o.status, o.version, o.dispatch_service, false as needs_look, false as is_overdue, false as is_untried, false as is_after_cut_off, 0 as lacks, false as refuses_unmeasured`
  const settings = isRelease ? sql`left join client_settings s on s.client_code = o.client_code` : sql``
  if (!selection.matching) {
    const named = listedOrders(selection)
    return sql`
      select named.client_code, named.order_number, ${columns}
      from unnest(${named.map(({ clientCode }) => clientCode)}::text[], ${named.map(({ orderNumber }) => orderNumber)}::text[])
        as named (client_code, order_number)
      left join orders o on o.client_code = named.client_code and o.order_number = named.order_number
      ${settings}`
  }
  const filter = toOrderFilter(selection.matching, today)
  if (!filter) return undefined
  return sql`
    select o.client_code, o.order_number, ${columns}
    from unnest(${clients}::text[]) as mine (client_code)
    cross join lateral (
      select * from orders where client_code = mine.client_code ${selectionConditions(filter, selection.except)}
    ) o
    ${settings}`
}

/** New orders with a carrier and a day to come have an allocation, so consignments are not looked up for them. */
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

/** {@link orderVerdict} in SQL, for sorting. */
function allowedCondition(action: OrderCommand): RawBuilder<unknown> {
  const statuses = ORDER_STATUS_CODES.filter((status) => isActionAllowed(status, action))
  return sql`coalesce(status = any (${statuses}::text[]) and not (is_overdue and dispatch_service = 'NAMED DAY')
    and (lacks & case when refuses_unmeasured then ${sql.lit(STOPPING_LACKS | GOODS_LACKS)} else ${sql.lit(STOPPING_LACKS)} end) = 0
    and ((lacks & ${sql.lit(CARRIER_LACK)}) = 0 or is_untried or is_overdue or is_after_cut_off), false)`
}

/** Lacks that stop a release whatever the client's setting, except the carrier, which may still be found. */
const STOPPING_LACKS = lackBits(stoppingLacks(ORDER_LACKS, { refusesUnmeasured: false })) & ~CARRIER_LACK

function verdictOf(action: OrderCommand, judged: Omit<JudgedRow, 'version'>) {
  const order = toJudge(judged)
  return order ? orderVerdict(action, order) : { isAllowed: false, text: NO_SUCH_ORDER }
}

/** Facts in the form of the domain; undefined if the order does not exist. */
function toJudge(judged: Omit<JudgedRow, 'version'>) {
  const { status, dispatch_service: service, refuses_unmeasured: refusesUnmeasured, lacks } = judged
  if (!status || !service) return undefined
  const {
    is_overdue: isOverdue,
    is_untried: isUntried,
    needs_look: needsLook,
    is_after_cut_off: isAfterCutOff,
  } = judged
  return { status, service, isOverdue, isUntried, isAfterCutOff, needsLook, lacks, refusesUnmeasured }
}

function needNoPreflight(counted: readonly VerdictCount[]): boolean {
  const orders = counted.flatMap((judged) => {
    const order = toJudge(judged)
    return order ? [{ ...order, count: judged.count }] : []
  })
  return orders.length === counted.length && canSkipPreflight(orders)
}

/** Shortages of the orders on a page, in words by order. */
async function shortSkusOfRows(
  transaction: Transaction,
  rows: readonly { client_code: string; order_number: string }[],
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>()
  for (const [client, of] of Map.groupBy(rows, ({ client_code }) => client_code)) {
    const numbers = of.map(({ order_number }) => order_number)
    for (const [orderNumber, skus] of await shortSkusOf(transaction, client, numbers))
      texts.set(orderKeyText({ clientCode: client, orderNumber }), shortOfText(skus))
  }
  return texts
}

function summarise(action: OrderCommand, counted: readonly VerdictCount[]) {
  const reasons = new Map<string, number>()
  let allowedOnes = 0
  let untried = 0
  let refused = 0
  for (const { count, ...judged } of counted) {
    const { isAllowed, text } = verdictOf(action, judged)
    if (isAllowed) {
      allowedOnes += count
      if (judged.is_untried || judged.is_overdue || judged.is_after_cut_off) untried += count
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
