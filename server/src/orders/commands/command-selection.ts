import type { Day } from '@despatch/domain/calendar/day'
import { type RawBuilder, sql } from 'kysely'
import { refuseFields } from '../../process/app-error.ts'
import type { Database } from '../../database/database.ts'
import { type Spelling, loadOrderSpelling } from '../../database/stored-names.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { inClient } from '../../database/in-client.ts'
import { type WorkListFilter, toOrderFilter } from '../list-orders-to-act-on.ts'
import { orderConditions, type OrderFilter } from '../queries.ts'
import { resolveFilter } from '../resolve-filter.ts'

export type OrderOfClient = { clientCode: string; orderNumber: string }
/** An order with the version that the caller saw, if sent. */
export type ShownOrder = OrderOfClient & { version?: number | undefined }

/** Orders of a command: listed one by one, or all that match a filter except some. */
export type Selection = {
  orders?: ShownOrder[] | undefined
  matching?: WorkListFilter | undefined
  except: OrderOfClient[]
  /** With a filter: when the caller read its orders, as an ISO instant. */
  asOf?: string | undefined
}

type OrderReference = { clientCode?: string | undefined; orderNumber: string; version?: number | undefined }
/** A selection in a request; orders without a client belong to the call's only client. */
export type NamedSelection = {
  orderNumber?: string | undefined
  orders?: OrderReference[] | undefined
  matching?: WorkListFilter | undefined
  except: OrderReference[]
  asOf?: string | undefined
}

/** Resolves the selection of a call. Throws an AppError if an order has no client in a call for several clients. */
export function toSelection(
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
  const ofClient = (path: string) => (named: OrderReference, index: number) => {
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

export const orderKeyText = ({ clientCode, orderNumber }: OrderOfClient) => `${clientCode} ${orderNumber}`

/** The listed orders without duplicates and exceptions. */
export function listedOrders({ orders = [], except }: Selection): ShownOrder[] {
  const left = new Map(orders.map((order) => [orderKeyText(order), order]))
  for (const order of except) left.delete(orderKeyText(order))
  return [...left.values()]
}

/** Replaces order numbers by their stored spellings, and resolves the filter; numbers of other clients stay as sent. */
export async function withStoredNames<SomeSelection extends Selection>(
  on: Parameters<typeof resolveFilter>[0],
  clients: readonly string[],
  selection: SomeSelection,
): Promise<SomeSelection> {
  const named = [...(selection.orders ?? []), ...selection.except]
  const writing = new Map<string, Spelling>()
  for (const [client, orders] of Map.groupBy(named, ({ clientCode }) => clientCode))
    writing.set(
      client,
      await loadOrderSpelling(
        on.transaction,
        client,
        orders.map(({ orderNumber }) => orderNumber),
      ),
    )
  const withStoredNumber = (order: ShownOrder) => ({
    ...order,
    orderNumber: writing.get(order.clientCode)?.(order.orderNumber) ?? order.orderNumber,
  })
  const { orders, except, matching } = selection
  return {
    ...selection,
    ...(orders && { orders: orders.map(withStoredNumber) }),
    ...(matching && { matching: await resolveFilter(on, clients, matching) }),
    except: except.map(withStoredNumber),
  }
}

/** SQL conditions on `orders` for a filter with exceptions, each starting with 'and'. */
export function selectionConditions(filter: OrderFilter, except: readonly OrderOfClient[]): RawBuilder<unknown> {
  if (except.length === 0) return orderConditions(filter)
  return sql`${orderConditions(filter)} and (client_code, order_number) not in (
    select * from unnest(${except.map(({ clientCode }) => clientCode)}::text[], ${except.map(({ orderNumber }) => orderNumber)}::text[])
  )`
}

/** Order numbers read at once from a selection. */
const PAGE_SIZE = 20_000

/** State of a running command. */
type RunningCommand = {
  database: Database
  commandId: string
  selection: Selection
  /** Decides which orders are late. */
  today: Day
}

/** By order number, or in the order in which capacity is given out: despatch day, then time of creation. */
export type Sequence = 'by-number' | 'as-they-came'

/**
 * Yields the order numbers of a client that the command still has to handle, in pieces. A filter is read page by page,
 * so that memory stays bounded.
 */
export async function* readPieces(
  { database, commandId, selection, today }: RunningCommand,
  client: string,
  { size, sequence }: { size: number; sequence: Sequence },
): AsyncGenerator<string[]> {
  const inPieces = function* (numbers: readonly string[]) {
    for (let at = 0; at < numbers.length; at += size) yield numbers.slice(at, at + size)
  }
  if (!selection.matching) {
    const named = listedOrders(selection).filter(({ clientCode }) => clientCode === client)
    const numbers = named.map(({ orderNumber }) => orderNumber).toSorted()
    yield* inPieces(sequence === 'by-number' ? numbers : await sortByArrival(database, client, numbers))
    return
  }
  const waiting = waitingConditions(selection, { commandId, today })
  if (!waiting) return
  const keys =
    sequence === 'by-number'
      ? sql`orders.order_number`
      : sql`orders.despatch_date, orders.created_at, orders.order_number`
  let last: SequencePosition | undefined
  do {
    const isAfter =
      !last || sequence === 'by-number'
        ? sql`order_number > ${last?.order_number ?? ''}`
        : sql`(${keys}) > (${last.despatch_date}::date, ${last.created_at}::timestamptz, ${last.order_number})`
    const page = await inClient(database, client, (transaction) =>
      transaction.rows(
        sql<SequencePosition>`select order_number, despatch_date::text, created_at::text from orders
          where client_code = ${client} and ${isAfter} ${waiting}
          order by ${keys} limit ${PAGE_SIZE}`.compile(db),
      ),
    )
    yield* inPieces(page.map(({ order_number }) => order_number))
    last = page.length < PAGE_SIZE ? undefined : page.at(-1)
  } while (last)
}

/** Position of an order in a sequence, with the instant at full precision. */
type SequencePosition = { order_number: string; despatch_date: Day; created_at: string }

/** Sorts orders by day and time of creation; unknown orders come last. */
async function sortByArrival(database: Database, client: string, numbers: readonly string[]): Promise<string[]> {
  const rows = await inClient(database, client, (transaction) =>
    transaction.rows(
      sql<{ order_number: string }>`select named.order_number from unnest(${numbers}::text[]) as named (order_number)
        left join orders o on o.client_code = ${client} and o.order_number = named.order_number
        order by o.despatch_date, o.created_at, named.order_number`.compile(db),
    ),
  )
  return rows.map(({ order_number }) => order_number)
}

/** Counts the orders that a command still has to handle. */
export async function countWaiting(
  transaction: Transaction,
  clients: readonly string[],
  { selection, ...of }: Omit<RunningCommand, 'database'>,
): Promise<number> {
  const waiting = waitingConditions(selection, of)
  if (!waiting) return 0
  const counted = await transaction.row(
    sql<{ count: number }>`select count(*) as count from unnest(${clients}::text[]) as mine (code)
      cross join lateral (select from orders where client_code = mine.code ${waiting}) found`.compile(db),
  )
  return counted?.count ?? 0
}

/** Conditions for orders that match and have no receipt of the command; undefined if the filter allows no command. */
function waitingConditions(
  { matching: requested, except }: Selection,
  { commandId, today }: { commandId: string; today: Day },
): RawBuilder<unknown> | undefined {
  const filter = requested && toOrderFilter(requested, today)
  return (
    filter &&
    sql`${selectionConditions(filter, except)} and not exists (
      select from order_receipts r
      where r.client_code = orders.client_code and r.command_id = ${commandId} and r.order_number = orders.order_number
    )`
  )
}
