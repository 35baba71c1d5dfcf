import type { Day } from '@despatch/domain/calendar/day'
import { type RawBuilder, sql } from 'kysely'
import { refuseFields } from '../../process/app-error.ts'
import type { Database } from '../../database/database.ts'
import { type Writing, writingOfOrders } from '../../database/kept-names.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { inClient } from '../../database/in-client.ts'
import { type AskedWork, asWork } from '../list-orders-to-act-on.ts'
import { matching, type OrderFilter } from '../queries.ts'

export type OrderOfClient = { clientCode: string; orderNumber: string }
/** An order with the version that the caller was shown, where they say. */
export type ShownOrder = OrderOfClient & { version?: number | undefined }

/** The orders that a command is for: named one by one, or all that match a filter, but for some. */
export type Selection = {
  orders?: ShownOrder[] | undefined
  matching?: AskedWork | undefined
  except: OrderOfClient[]
  /** Of a filter: when the caller read its orders, as an ISO instant. */
  asOf?: string | undefined
}

type Named = { clientCode?: string | undefined; orderNumber: string; version?: number | undefined }
/** A selection as a caller names it: an order without a client is of the one client that the call is for. */
export type NamedSelection = {
  orderNumber?: string | undefined
  orders?: Named[] | undefined
  matching?: AskedWork | undefined
  except: Named[]
  asOf?: string | undefined
}

/** The selection of a call. Throws an AppError for an order without a client where the call is for several. */
export function selectionOf(
  { clients }: { clients: readonly string[] },
  {
    orderNumber,
    orders = orderNumber === undefined ? undefined : [{ orderNumber }],
    matching: filter,
    except,
    asOf,
  }: NamedSelection,
): Selection {
  const [only] = clients.length === 1 ? clients : []
  const ofClient = (path: string) => (named: Named, index: number) => {
    const clientCode = named.clientCode ?? only
    if (clientCode === undefined)
      throw refuseFields([
        { path: `${path}.${index}.clientCode`, message: 'Name the client of the order, or send the header client' },
      ])
    return { ...named, clientCode }
  }
  return {
    orders: orders?.map(ofClient('orders')),
    matching: filter,
    except: except.map(ofClient('except')),
    ...(filter && { asOf }),
  }
}

export const keyOf = ({ clientCode, orderNumber }: OrderOfClient) => `${clientCode} ${orderNumber}`

/** The orders that a selection names, each once. */
export function namedOf({ orders = [], except }: Selection): ShownOrder[] {
  const left = new Map(orders.map((order) => [keyOf(order), order]))
  for (const order of except) left.delete(keyOf(order))
  return [...left.values()]
}

/** A selection with the orders that it names as their clients number them; of clients that the caller has not, as they are. */
export async function selectionAsKept<Given extends Selection>(
  transaction: Transaction,
  selection: Given,
): Promise<Given> {
  const named = [...(selection.orders ?? []), ...selection.except]
  const writing = new Map<string, Writing>()
  for (const [client, orders] of Map.groupBy(named, ({ clientCode }) => clientCode))
    writing.set(
      client,
      await writingOfOrders(
        transaction,
        client,
        orders.map(({ orderNumber }) => orderNumber),
      ),
    )
  const kept = (order: ShownOrder) => ({
    ...order,
    orderNumber: writing.get(order.clientCode)?.(order.orderNumber) ?? order.orderNumber,
  })
  const { orders, except } = selection
  return { ...selection, ...(orders && { orders: orders.map(kept) }), except: except.map(kept) }
}

/** The conditions on `orders` that a filter sets, but for some orders; each with an 'and' before it. */
export function isMatched(filter: OrderFilter, except: readonly OrderOfClient[]): RawBuilder<unknown> {
  if (except.length === 0) return matching(filter)
  return sql`${matching(filter)} and (client_code, order_number) not in (
    select * from unnest(${except.map(({ clientCode }) => clientCode)}::text[], ${except.map(({ orderNumber }) => orderNumber)}::text[])
  )`
}

/** Orders whose numbers are held at a time: what is read of a selection at once. */
const PAGE = 20_000

/** A command that is under way, as its selection is read. */
type Reading = {
  database: Database
  commandId: string
  selection: Selection
  /** By which it is worked out what is past its day. */
  today: Day
}

/** In which order orders are done: by their numbers, or as they take capacity, by their day and as they came. */
export type Sequence = 'by-number' | 'as-they-came'

/**
 * The numbers of a client's orders that a command is for and has no receipt of yet, in sequence and in pieces. A filter is
 * read a page at a time: however many match, few are held.
 */
export async function* piecesOf(
  { database, commandId, selection, today }: Reading,
  client: string,
  { size, sequence }: { size: number; sequence: Sequence },
): AsyncGenerator<string[]> {
  const inPieces = function* (numbers: readonly string[]) {
    for (let at = 0; at < numbers.length; at += size) yield numbers.slice(at, at + size)
  }
  if (!selection.matching) {
    const named = namedOf(selection).filter(({ clientCode }) => clientCode === client)
    const numbers = named.map(({ orderNumber }) => orderNumber).toSorted()
    yield* inPieces(sequence === 'by-number' ? numbers : await asTheyCame(database, client, numbers))
    return
  }
  const waiting = waitingFor(selection, { commandId, today })
  if (!waiting) return
  const keys =
    sequence === 'by-number'
      ? sql`orders.order_number`
      : sql`orders.despatch_date, orders.created_at, orders.order_number`
  let last: Place | undefined
  do {
    const isAfter =
      !last || sequence === 'by-number'
        ? sql`order_number > ${last?.order_number ?? ''}`
        : sql`(${keys}) > (${last.despatch_date}::date, ${last.created_at}::timestamptz, ${last.order_number})`
    const page = await inClient(database, client, (transaction) =>
      transaction.rows(
        sql<Place>`select order_number, despatch_date::text, created_at::text from orders
          where client_code = ${client} and ${isAfter} ${waiting}
          order by ${keys} limit ${PAGE}`.compile(db),
      ),
    )
    yield* inPieces(page.map(({ order_number }) => order_number))
    last = page.length < PAGE ? undefined : page.at(-1)
  } while (last)
}

/** Where an order stands in a sequence; the instant in full, as text. */
type Place = { order_number: string; despatch_date: Day; created_at: string }

/** Orders by their day and as they came; those that the client has not come last. */
async function asTheyCame(database: Database, client: string, numbers: readonly string[]): Promise<string[]> {
  const rows = await inClient(database, client, (transaction) =>
    transaction.rows(
      sql<{ order_number: string }>`select named.order_number from unnest(${numbers}::text[]) as named (order_number)
        left join orders o on o.client_code = ${client} and o.order_number = named.order_number
        order by o.despatch_date, o.created_at, named.order_number`.compile(db),
    ),
  )
  return rows.map(({ order_number }) => order_number)
}

/** How many orders a command is still for. */
export async function countWaiting(
  transaction: Transaction,
  clients: readonly string[],
  { selection, ...of }: Omit<Reading, 'database'>,
): Promise<number> {
  const waiting = waitingFor(selection, of)
  if (!waiting) return 0
  const counted = await transaction.row(
    sql<{ count: number }>`select count(*) as count from unnest(${clients}::text[]) as mine (code)
      cross join lateral (select from orders where client_code = mine.code ${waiting}) found`.compile(db),
  )
  return counted?.count ?? 0
}

/**
 * Those that match now and have no receipt of the command; undefined where nothing can be done to any that match. Receipts
 * are looked up order by order (`offset 0` keeps them out of a join): of those just written the planner knows nothing, and
 * would read all of them for each order.
 */
function waitingFor(
  { matching: asked, except }: Selection,
  { commandId, today }: { commandId: string; today: Day },
): RawBuilder<unknown> | undefined {
  const filter = asked && asWork(asked, today)
  return (
    filter &&
    sql`${isMatched(filter, except)} and not exists (
      select from order_receipts r
      where r.client_code = orders.client_code and r.command_id = ${commandId} and r.order_number = orders.order_number
      offset 0
    )`
  )
}
