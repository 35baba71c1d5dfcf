import type { ReturnRow } from '@despatch/domain/feeds/rows/check-return-row'
import type { BoughtPieces, ReturnPart } from '@despatch/domain/returns/life/match-return-event'
import { returnMoment } from '@despatch/domain/returns/life/return-moment'
import type { LifeState } from '@despatch/domain/returns/life/return-state'
import {
  addRecordedEvent,
  newTally,
  type ReturnTally,
  type ReportedEvent,
} from '@despatch/domain/returns/life/return-tally'
import type pg from 'pg'
import { loadBoughtPieces } from './bought-pieces.ts'

/** Stored returns of some rows, and the orders they may belong to. Rows add to it as they are processed. */
export type KnownReturns = {
  /** Whether an event is stored: for the row's order, or for any order if the row names none. */
  hasEvent(row: ReturnRow, key: string): boolean
  /** The stored event, if any. */
  eventOf(row: ReturnRow, key: string): KnownEvent | undefined
  addEvent(row: ReturnRow, key: string): void
  /** The row's return with its SKU: in the row's order, or in all orders. */
  returnOf(row: ReturnRow): readonly ReturnPart[]
  /** A return of the row's SKU in one order that the row was matched with; the row's reference then belongs to it too. */
  partOf(row: ReturnRow, of: { orderNumber: string; reference: string }): ReturnPart
  /** Events of a SKU of a return in one order, if any. */
  tallyOf(of: { orderNumber: string; reference: string; SKU: string }): ReturnTally | undefined
  /**
   * Bought pieces of the row's SKU: in its order, or by its customer, oldest first. A box of a kit was bought with the
   * kit, and boxes make as many kits as they are complete for.
   */
  boughtOf(row: ReturnRow): BoughtPieces[]
  /** Adds returned pieces of a SKU of an order. */
  addReturned(orderNumber: string, SKU: string, pieces: number): void
  /** Whether an order is known not to have been despatched. */
  isUnsent(orderNumber: string): boolean
}

export type KnownEvent = { readonly SKU: string; readonly state: LifeState; readonly quantity: number }

const keyOf = (...parts: string[]) => parts.join('\n')

type KnownReturnsOptions = {
  client: string
  /** References of returns that rows may be matched with, besides those in rows. */
  references: readonly string[]
  /** Pieces of a SKU announced with a return in the portal; null if not announced. */
  announcedOf: (reference: string, SKU: string) => number | null
  codeOf: (condition: string) => string | undefined
}

/** Loads the returns of rows. */
export async function loadKnownReturns(
  connection: pg.ClientBase,
  { client, references, announcedOf, codeOf }: KnownReturnsOptions,
  rows: readonly ReturnRow[],
): Promise<KnownReturns> {
  const events = new Map<string, KnownEvent>()
  const parts = createReturnIndex(announcedOf)
  for (const event of await selectEvents(connection, client, [...referencesIn(rows), ...references])) {
    const { sku_code: SKU, state, quantity, return_reference: reference, order_number: orderNumber } = event
    const ownKey = keyOf(orderNumber, event.event_key)
    const anyOrderKey = keyOf('', event.event_key)
    // An event found by both its references counts once.
    if (!events.has(ownKey)) {
      events.set(anyOrderKey, { SKU, state, quantity: quantity + (events.get(anyOrderKey)?.quantity ?? 0) })
      const part = parts.partOf({ orderNumber, reference, SKU }, event.told_reference || reference)
      addRecordedEvent(part.tally, toReportedEvent(event, codeOf), event.growth)
    }
    events.set(ownKey, { SKU, state, quantity })
  }
  const { boughtOf, addReturned, unsent } = await loadBoughtPieces(connection, client, rows)
  return {
    hasEvent: ({ orderNumber }, key) => events.has(keyOf(orderNumber, key)),
    eventOf: ({ orderNumber }, key) => events.get(keyOf(orderNumber, key)),
    addEvent: ({ orderNumber, SKU, event: state, quantity }, key) =>
      void events.set(keyOf(orderNumber, key), { SKU, state, quantity }),
    returnOf({ orderNumber, returnReference, SKU }) {
      // Announced returns exist before their first event.
      if (announcedOf(returnReference, SKU) !== null)
        parts.partOf({ orderNumber, reference: returnReference, SKU }, returnReference)
      return parts.listOf(keyOf(orderNumber, returnReference, SKU))
    },
    partOf: ({ SKU, returnReference }, { orderNumber, reference }) =>
      parts.partOf({ orderNumber, reference, SKU }, returnReference),
    tallyOf: ({ orderNumber, reference, SKU }) => parts.tallyOf({ orderNumber, reference, SKU }),
    isUnsent: (orderNumber) => unsent.has(orderNumber),
    boughtOf,
    addReturned,
  }
}

/** Returns by order, reference and SKU, and lists of them by the references that rows use. */
function createReturnIndex(announcedOf: KnownReturnsOptions['announcedOf']) {
  const parts = new Map<string, ReturnPart>()
  const lists = new Map<string, ReturnPart[]>()
  return {
    listOf: (name: string): readonly ReturnPart[] => lists.get(name) ?? [],
    tallyOf: ({ orderNumber, reference, SKU }: { orderNumber: string; reference: string; SKU: string }) =>
      parts.get(keyOf(orderNumber, reference, SKU))?.tally,
    partOf(of: { orderNumber: string; reference: string; SKU: string }, reportedReference: string): ReturnPart {
      const { orderNumber, reference, SKU } = of
      const key = keyOf(orderNumber, reference, SKU)
      const part = parts.get(key) ?? { orderNumber, reference, tally: newTally(announcedOf(reference, SKU)) }
      parts.set(key, part)
      for (const name of new Set([reference, reportedReference]))
        for (const order of ['', orderNumber]) {
          const list = lists.get(keyOf(order, name, SKU)) ?? []
          if (!list.includes(part)) lists.set(keyOf(order, name, SKU), [...list, part])
        }
      return part
    },
  }
}

type EventRow = {
  order_number: string
  event_key: string
  return_reference: string
  told_reference: string
  sku_code: string
  state: LifeState
  quantity: number
  growth: number | null
  source: 'portal' | 'feed'
  condition: string
  occurred_at: Date
  received_at: Date
  file_line: number | null
}

const toReportedEvent = (event: EventRow, codeOf: KnownReturnsOptions['codeOf']): ReportedEvent => ({
  key: event.event_key,
  state: event.state,
  quantity: event.quantity,
  source: event.source,
  ...returnMoment(event.occurred_at, event.received_at),
  condition: event.condition,
  code: event.condition === '' ? undefined : codeOf(event.condition),
})

const EVENT_COLUMNS = `order_number, event_key::text, return_reference, told_reference, sku_code, state, quantity, growth, source,
  condition, occurred_at, received_at, file_line`

/** Loads events of returns by their own or reported references, in the order in which they were reported. */
async function selectEvents(connection: pg.ClientBase, client: string, names: readonly string[]): Promise<EventRow[]> {
  const { rows: found } = await connection.query<EventRow>(
    `select ${EVENT_COLUMNS} from return_events where client_code = $1 and return_reference = any ($2::text[])
     union all
     select ${EVENT_COLUMNS} from return_events
     where client_code = $1 and told_reference = any ($2::text[]) and told_reference <> ''
     order by received_at, file_line nulls first, event_key`,
    [client, [...new Set(names)]],
  )
  return found
}

const referencesIn = (rows: readonly ReturnRow[]) => rows.map(({ returnReference }) => returnReference)

/** Finds the orders of returns from their events, for rows with neither an order nor an account. */
export async function findOrdersOfReturns(
  connection: pg.ClientBase,
  client: string,
  rows: readonly ReturnRow[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const rowsWithoutOrder = rows.filter(
    ({ orderNumber, customerAccount }) => orderNumber === '' && customerAccount === '',
  )
  const events =
    rowsWithoutOrder.length === 0 ? [] : await selectEvents(connection, client, referencesIn(rowsWithoutOrder))
  const orders = new Map<string, Set<string>>()
  for (const { return_reference, told_reference, order_number } of events)
    for (const reference of new Set([return_reference, told_reference || return_reference]))
      orders.set(reference, (orders.get(reference) ?? new Set()).add(order_number))
  return new Map([...orders].map(([reference, of]) => [reference, [...of]]))
}
