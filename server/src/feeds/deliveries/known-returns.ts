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
import { boughtBy } from './bought-pieces.ts'

/** What is known of the returns of some rows, and of the orders that they may be of; what rows add is noted in it. */
export type KnownReturns = {
  /** Whether an event is there already: of the order that a row names, or of any where it names none. */
  hasEvent(row: ReturnRow, key: string): boolean
  /** What the event says that is there, where there is one. */
  eventOf(row: ReturnRow, key: string): KnownEvent | undefined
  addEvent(row: ReturnRow, key: string): void
  /** What the return of a row has of its SKU: in the order that it names, or in all. */
  returnOf(row: ReturnRow): readonly ReturnPart[]
  /** A return of the row's SKU in one order, which a row was met with; from then on the row's return is of it too. */
  partOf(row: ReturnRow, of: { orderNumber: string; reference: string }): ReturnPart
  /** What was said of a SKU of a return in one order, where anything was. */
  tallyOf(of: { orderNumber: string; reference: string; SKU: string }): ReturnTally | undefined
  /**
   * What was bought of its SKU: in the order that it names, or by its customer, oldest first. A box of a kit was bought with the kit,
   * and as many kits as their boxes make.
   */
  boughtOf(row: ReturnRow): BoughtPieces[]
  /** Notes that more pieces of a SKU came back of an order. */
  addReturned(orderNumber: string, SKU: string, pieces: number): void
  /** Whether an order is known not to have left. */
  isUnsent(orderNumber: string): boolean
}

export type KnownEvent = { readonly SKU: string; readonly state: LifeState; readonly quantity: number }

const keyOf = (...parts: string[]) => parts.join('\n')

type Known = {
  client: string
  /** References of returns that rows may be met with, beside those that they name. */
  references: readonly string[]
  /** Pieces of a SKU that were announced in the portal with a return; null: it was not announced. */
  announcedOf: (reference: string, SKU: string) => number | null
  /** The allocation code that a condition names. */
  codeOf: (condition: string) => string | undefined
}

/** Loads it for a client, in a transaction that looks up by key. */
export async function loadKnownReturns(
  connection: pg.ClientBase,
  { client, references, announcedOf, codeOf }: Known,
  rows: readonly ReturnRow[],
): Promise<KnownReturns> {
  const events = new Map<string, KnownEvent>()
  const parts = partsOfReturns(announcedOf)
  for (const event of await eventsOf(connection, client, [...namesOf(rows), ...references])) {
    const { sku_code: SKU, state, quantity, return_reference: reference, order_number: orderNumber } = event
    const own = keyOf(orderNumber, event.event_key)
    const inAll = keyOf('', event.event_key)
    // One that is found by both its references counts once.
    if (!events.has(own)) {
      events.set(inAll, { SKU, state, quantity: quantity + (events.get(inAll)?.quantity ?? 0) })
      const part = parts.partOf({ orderNumber, reference, SKU }, event.told_reference || reference)
      addRecordedEvent(part.tally, saidEvent(event, codeOf), event.growth)
    }
    events.set(own, { SKU, state, quantity })
  }
  const { boughtOf, addReturned, unsent } = await boughtBy(connection, client, rows)
  return {
    hasEvent: ({ orderNumber }, key) => events.has(keyOf(orderNumber, key)),
    eventOf: ({ orderNumber }, key) => events.get(keyOf(orderNumber, key)),
    addEvent: ({ orderNumber, SKU, event: state, quantity }, key) =>
      void events.set(keyOf(orderNumber, key), { SKU, state, quantity }),
    returnOf({ orderNumber, returnReference, SKU }) {
      // What was announced is known before anything is said of it.
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

/** Returns by their order, reference and SKU, and lists of them by what rows call them. */
function partsOfReturns(announcedOf: Known['announcedOf']) {
  const parts = new Map<string, ReturnPart>()
  const lists = new Map<string, ReturnPart[]>()
  return {
    listOf: (name: string): readonly ReturnPart[] => lists.get(name) ?? [],
    tallyOf: ({ orderNumber, reference, SKU }: { orderNumber: string; reference: string; SKU: string }) =>
      parts.get(keyOf(orderNumber, reference, SKU))?.tally,
    partOf(of: { orderNumber: string; reference: string; SKU: string }, told: string): ReturnPart {
      const { orderNumber, reference, SKU } = of
      const key = keyOf(orderNumber, reference, SKU)
      const part = parts.get(key) ?? { orderNumber, reference, tally: newTally(announcedOf(reference, SKU)) }
      parts.set(key, part)
      for (const name of new Set([reference, told]))
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

const saidEvent = (event: EventRow, codeOf: Known['codeOf']): ReportedEvent => ({
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

/** Events of returns by what they are called here or by those who said them, in the order in which they were said. */
async function eventsOf(connection: pg.ClientBase, client: string, names: readonly string[]): Promise<EventRow[]> {
  const { rows: found } = await connection.query<EventRow>(
    `select * from (
       select e.* from unnest($2::text[]) as n (reference) cross join lateral (
         select ${EVENT_COLUMNS} from return_events
         where client_code = $1 and return_reference between n.reference and n.reference
         order by return_reference offset 0
       ) e
       union all
       select e.* from unnest($2::text[]) as n (reference) cross join lateral (
         select ${EVENT_COLUMNS} from return_events
         where client_code = $1 and told_reference between n.reference and n.reference and told_reference <> ''
         order by told_reference offset 0
       ) e
     ) e order by received_at, file_line nulls first, event_key`,
    [client, [...new Set(names)]],
  )
  return found
}

const namesOf = (rows: readonly ReturnRow[]) => rows.map(({ returnReference }) => returnReference)

/** The orders of returns that are known by their events, by the references of rows that name neither an order nor an account. */
export async function ordersOfReturns(
  connection: pg.ClientBase,
  client: string,
  rows: readonly ReturnRow[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const asked = rows.filter(({ orderNumber, customerAccount }) => orderNumber === '' && customerAccount === '')
  const events = asked.length === 0 ? [] : await eventsOf(connection, client, namesOf(asked))
  const orders = new Map<string, Set<string>>()
  for (const { return_reference, told_reference, order_number } of events)
    for (const reference of new Set([return_reference, told_reference || return_reference]))
      orders.set(reference, (orders.get(reference) ?? new Set()).add(order_number))
  return new Map([...orders].map(([reference, of]) => [reference, [...of]]))
}
