import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type ReturnRow, returnRowCheck } from '@despatch/domain/feeds/rows/check-return-row'
import { wrongCheckDigitText } from '@despatch/domain/deliveries/parcels/check-digit'
import { normaliseTrackingNumber } from '@despatch/domain/deliveries/parcels/tracking-number'
import { type ReturnPart, matchReturnEvent, type MatchedPieces } from '@despatch/domain/returns/life/match-return-event'
import { returnMoment } from '@despatch/domain/returns/life/return-moment'
import type { ReturnState } from '@despatch/domain/returns/life/return-state'
import { wholeSecond } from '@despatch/domain/feeds/rows/instant'
import { addEvent, piecesOfTally, type StockedPieces, stockedPieces } from '@despatch/domain/returns/life/return-tally'
import { codeReader } from '@despatch/domain/stock/allocation-codes'
import type pg from 'pg'
import { Transaction } from '../../database/transaction.ts'
import { isTurnUsedUp, nextTurn } from '../../process/loop-budget.ts'
import { allocationCodesOf } from '../../stock/ledger/balances.ts'
import { normaliseRowNames } from '../orders/normalise-names.ts'
import type { RowFeed, RowFeedContext, RowsWritten } from '../rows/run-row-feed.ts'
import { type AnnouncedReturns, lockAnnouncedReturns } from './announced-returns.ts'
import { type KnownReturns, loadKnownReturns, findOrdersOfReturns } from './known-returns.ts'
import { findContradiction } from './return-contradiction.ts'
import { NO_ORDER_OR_ACCOUNT, refuseUnknownRows } from './refuse-unknown-rows.ts'
import { moveReturnsIntoStock, type StockedReturn } from './move-returns-into-stock.ts'

/**
 * The feed of returns. Pieces that the warehouse has are accepted in any case: a SKU that the order lacks, an unknown
 * reason code, surplus pieces and pieces of an order that was not despatched are saved and noted. A row without an
 * order number belongs to its return's order if that is known, else to an order of its customer's account. Unknown
 * orders and SKUs are refused, and accounts that never bought the SKU. Rows may come in any order and repeat what staff
 * or other rows reported: a piece is where its last event by its own time put it, and repeated reports change nothing
 * and are noted.
 */
export const returns: RowFeed<ReturnRow> = {
  feed: 'returns',
  check: returnRowCheck,
  // Saving the events of a chunk blocks the event loop for about 10 ms per thousand rows.
  chunk: 4_000,
  write: writeReturns,
}

const OTHER_SKU = 'SKUs that their order does not have'
const SURPLUS = 'More units were returned than sent. The extra units are recorded as surplus.'
const UNSENT = 'Units were returned from an order that was not despatched'
const REPEATED = 'These rows repeat known events and changed nothing'
const OTHER_RETURN_SKU = 'SKUs that were not announced with their return'
const UNMATCHED = {
  never: 'This customer has not bought this SKU. Enter the order number, or import that order first',
  'only later': 'This customer bought this SKU only after it was returned. Enter the order number, or correct the date',
}

/** States in which pieces have arrived. */
const CAME_BACK: ReadonlySet<ReturnState> = new Set(['received', 'inspected', 'restocked', 'quarantined'])
const OTHER_EVENT = 'An event with this reference already exists with other details. Give this one its own reference'

const ANY_TIME = new Date(8_640_000_000_000_000)

async function writeReturns(
  connection: pg.PoolClient,
  input: readonly ReturnRow[],
  { client, now, columnOf }: RowFeedContext,
): Promise<RowsWritten> {
  const { rows: normalised, ...knownNames } = await normaliseRowNames(connection, client, input)
  // Serialise files of a client's returns: each row reduces what other rows can return.
  await connection.query("select pg_advisory_xact_lock(hashtextextended('returns of ' || $1::text, 0))", [client])
  const announced = await lockAnnouncedReturns(connection, { client, now }, normalised)
  const named = normalised.map((row) => announced.named(row))
  const ordersByReturn = await findOrdersOfReturns(connection, client, named)
  const rows = named.map((row) => {
    const [orderNumber, ...others] = row.orderNumber === '' ? (ordersByReturn.get(row.returnReference) ?? []) : []
    return orderNumber === undefined || others.length > 0 ? row : { ...row, orderNumber }
  })
  const inputOf = new Map(rows.map((row, at) => [row, input[at] ?? row]))
  const written: RowsWritten = { created: 0, changed: 0, unchanged: 0, refused: [], noted: new Map() }
  const isOfKnown = ({ returnReference }: ReturnRow) => ordersByReturn.has(returnReference)
  const taken = await refuseUnknownRows(connection, { client, columnOf, known: knownNames, isOfKnown }, rows, written)
  if (taken.length === 0) return written
  const events = await buildEvents(connection, { client, now, inputOf, columnOf, announced }, taken, written)
  const stocked = new Map<ReturnPart, StockedReturn>()
  for (const { row, part } of events) if (part.tally.stocked.length > 0) stocked.set(part, { ...part, SKU: row.SKU })
  // Write announced returns before their events: report figures read both.
  await announced.save()
  await connection.query(INSERT_EVENTS, [
    client,
    now,
    events.map(({ orderNumber }) => orderNumber),
    events.map(({ key }) => key),
    events.map(({ reference }) => reference),
    events.map(({ row }) => row.SKU),
    events.map(({ quantity }) => quantity),
    events.map(({ row }) => row.event),
    events.map(({ row }) => row.reasonCode),
    events.map(({ row }) => row.condition),
    events.map(({ row }) => row.note),
    events.map(({ row }) => row.trackingNumber),
    events.map(({ row }) => (row.occurredAt ?? now).toISOString()),
    events.map(({ row }) => (row.orderNumber === '' ? row.customerAccount : '')),
    events.map(({ surplus }) => surplus),
    events.map(({ row, reference }) => (reference === row.returnReference ? '' : row.returnReference)),
    events.map(({ growth }) => growth),
    events.map(({ isNews }) => isNews),
    events.map(({ row }) => row.line),
  ])
  await announced.refreshDue(events.map(({ orderNumber }) => orderNumber))
  await moveReturnsIntoStock(connection, { client, now }, [...stocked.values()])
  return written
}

/** `growth` is the number of pieces that newly reached its state; `isNews` tells whether it changed anything. */
type ReturnEvent = { row: ReturnRow; key: string; part: ReturnPart; growth: number; isNews: boolean } & MatchedPieces
type EventsContext = {
  client: string
  now: Date
  inputOf: ReadonlyMap<ReturnRow, ReturnRow>
  columnOf: RowFeedContext['columnOf']
  announced: AnnouncedReturns
}

/** Builds the new events of rows, one for each order that a row is matched with, and counts the rows. */
async function buildEvents(
  connection: pg.ClientBase,
  { client, now, inputOf, columnOf, announced }: EventsContext,
  rows: readonly ReturnRow[],
  written: RowsWritten,
): Promise<ReturnEvent[]> {
  const codeOf = codeReader(await allocationCodesOf(new Transaction(connection), client))
  const { references, piecesOf: announcedOf } = announced
  const known = await loadKnownReturns(connection, { client, references, announcedOf, codeOf }, rows)
  const noted = new Map<string, number>()
  const note = (text: string) => noted.set(text, (noted.get(text) ?? 0) + 1)
  const events: ReturnEvent[] = []
  for (const row of rows) {
    const key = eventKey({ ...row, trackingNumber: normaliseTrackingNumber(row.trackingNumber) })
    // Older versions identified events by SKU and tracking number as written.
    const isKnown = known.hasEvent(row, key) || known.hasEvent(row, eventKey(inputOf.get(row) ?? row))
    const matched = isKnown ? [] : matchRow(row, known, announced, now)
    if (typeof matched === 'string') {
      const why =
        row.customerAccount === ''
          ? { column: columnOf('orderNumber'), reason: NO_ORDER_OR_ACCOUNT, value: row.returnReference }
          : { column: columnOf('customerAccount'), reason: UNMATCHED[matched], value: row.customerAccount }
      written.refused.push({ line: row.line, ...why })
      continue
    }
    const other = isKnown && row.reference !== '' ? findContradiction(row, known, key) : undefined
    if (other) {
      written.refused.push({ line: row.line, column: columnOf(other.field), reason: OTHER_EVENT, value: other.value })
      continue
    }
    const digitNote = row.wrongDigit && wrongCheckDigitText(row.wrongDigit)
    if (digitNote) note(digitNote)
    if (isKnown) written.unchanged++
    else {
      known.addEvent(row, key)
      const parts = splitByReturn(row, key, matched).map((part) => addPart(part, { known, announced, codeOf, now }))
      events.push(...parts)
      if (parts.some(({ isNews }) => isNews)) written.created++
      else {
        written.unchanged++
        note(REPEATED)
      }
      for (const text of notesOf(row, parts, known, announced)) note(text)
    }
    if (isTurnUsedUp()) await nextTurn()
  }
  written.noted = noted
  return events
}

/** Notes on a saved row. */
function notesOf(
  row: ReturnRow,
  events: readonly ReturnEvent[],
  known: KnownReturns,
  announced: AnnouncedReturns,
): string[] {
  const isNamed = row.orderNumber !== '' || row.customerAccount !== ''
  const notes: string[] = []
  if (isNamed && known.boughtOf(row).length === 0) notes.push(OTHER_SKU)
  else if (events.some(({ surplus }) => surplus > 0)) notes.push(SURPLUS)
  else if (announced.isNamed(row) && announced.piecesOf(row.returnReference, row.SKU) === null)
    notes.push(OTHER_RETURN_SKU)
  const isBack = CAME_BACK.has(row.event) && events.some(({ isNews }) => isNews)
  if (isBack && events.some(({ orderNumber }) => known.isUnsent(orderNumber))) notes.push(UNSENT)
  return notes
}

type RowPart = { row: ReturnRow; key: string; matched: MatchedPieces }

/** An order has each event once, so further returns of the same order get keys of their own. */
const splitByReturn = (row: ReturnRow, key: string, matched: readonly MatchedPieces[]): RowPart[] =>
  matched.map((part, at) => {
    const isFirst = matched.findIndex((one) => one.orderNumber === part.orderNumber) === at
    return { row, key: isFirst ? key : hashToUuid([key, part.reference]), matched: part }
  })

type PartContext = {
  known: KnownReturns
  announced: AnnouncedReturns
  codeOf: (condition: string) => string | undefined
  now: Date
}

/** Adds an event to its return: moves announced pieces, and reduces what its order has left to return. */
function addPart({ row, key, matched }: RowPart, { known, announced, codeOf, now }: PartContext): ReturnEvent {
  const { quantity, reference, orderNumber } = matched
  const { event: state, condition, SKU } = row
  const part = known.partOf(row, matched)
  const { tally } = part
  const [before, stockedBefore] = [piecesOfTally(tally), stockedPieces(tally)]
  const isMoney = state === 'refunded' || state === 'rejected'
  const code = condition === '' ? undefined : codeOf(condition)
  const fact = { key, state, quantity, source: 'feed' as const, ...returnMoment(row.occurredAt, now), condition, code }
  const growth = addEvent(tally, fact, isMoney ? announced.openMoneyOf(reference, SKU) : undefined)
  const more = piecesOfTally(tally) - before
  const line = known.boughtOf(row).find((one) => one.orderNumber === orderNumber)
  const left = line ? Math.max(0, (line.sent ?? line.bought) - line.returned) : more
  known.addReturned(orderNumber, SKU, more)
  const tallyOf = (other: string) => known.tallyOf({ orderNumber, reference, SKU: other })
  announced.settle({ reference, row, tally, growth, at: row.occurredAt ?? now, tallyOf })
  const stocked = stockedPieces(tally)
  const hasMoved = stocked.moves.length > 0 && !isDeepStrictEqual(piecesByPlace(stocked), piecesByPlace(stockedBefore))
  const surplus = Math.max(matched.surplus, more - left, 0)
  return { row, key, part, growth, isNews: growth !== 0 || hasMoved, ...matched, surplus: Math.min(quantity, surplus) }
}

/** Pieces by state and allocation code. */
function piecesByPlace({ restocked, quarantined, moves }: StockedPieces) {
  const codes: Record<string, number> = {}
  for (const { code, pieces } of moves) codes[code] = (codes[code] ?? 0) + pieces
  return { restocked, quarantined, codes }
}

function matchRow(row: ReturnRow, known: KnownReturns, announced: AnnouncedReturns, now: Date) {
  const { quantity, event: state, orderNumber, returnReference: reference } = row
  // A row with an order number belongs to it, whatever its time.
  const at = orderNumber === '' ? (row.occurredAt ?? now) : ANY_TIME
  const bought = known.boughtOf(row)
  const orders = bought.flatMap((order) => (order.orderedAt < at ? [order.orderNumber] : []))
  const open = announced.openOf(row, orderNumber === '' ? orders : [orderNumber], known.tallyOf)
  const query = { quantity, state, at, reference, namesUnsent: announced.isUnsent(reference, row.SKU) }
  const matched = matchReturnEvent(query, known.returnOf(row), bought, open)
  return typeof matched === 'string' && orderNumber !== ''
    ? [{ orderNumber, reference, quantity, surplus: quantity }]
    : matched
}

/** In key order. Stored events were found before; the lock keeps other files from adding returns of the client meanwhile. */
const INSERT_EVENTS = `
insert into return_events (client_code, order_number, event_key, return_reference, sku_code, quantity, state, reason_code,
  condition, note, tracking_number, source, occurred_at, received_at, customer_account, surplus, told_reference, growth, is_news,
  file_line)
select $1, order_number, event_key, return_reference, sku_code, quantity, state, reason_code, condition, note,
  tracking_number, 'feed', occurred_at, $2, customer_account, surplus, told_reference, growth, is_news, file_line
from unnest($3::text[], $4::uuid[], $5::text[], $6::text[], $7::int[], $8::text[], $9::text[], $10::text[], $11::text[],
  $12::text[], $13::timestamptz[], $14::text[], $15::int[], $16::text[], $17::int[], $18::bool[], $19::int[]) as r (order_number,
  event_key, return_reference, sku_code, quantity, state, reason_code, condition, note, tracking_number, occurred_at,
  customer_account, surplus, told_reference, growth, is_news, file_line)
order by order_number collate "C", event_key
on conflict do nothing`

/** Identifies an event: by its own reference, else by all its fields and its position among identical rows. */
function eventKey(row: ReturnRow): string {
  const { returnReference, reference, orderNumber, customerAccount, place } = row
  const fields =
    reference === ''
      ? [
          'said',
          row.SKU,
          String(row.quantity),
          row.event,
          row.occurredAt ? wholeSecond(row.occurredAt).toISOString() : '',
          row.reasonCode,
          row.condition,
          row.note,
          row.trackingNumber,
          ...(orderNumber === '' ? ['account', customerAccount] : []),
          ...(place > 0 ? [String(place)] : []),
        ]
      : ['reference', reference]
  return hashToUuid([returnReference, ...fields])
}

function hashToUuid(fields: readonly string[]): string {
  const digits = hash('sha256', fields.join('\n')).slice(0, 32)
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
