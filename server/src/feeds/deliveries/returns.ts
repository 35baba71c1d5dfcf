import { hash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { type ReturnRow, returnRowCheck } from '@despatch/domain/feeds/rows/check-return-row'
import { wrongCheckDigitText } from '@despatch/domain/deliveries/parcels/check-digit'
import { normaliseTrackingNumber } from '@despatch/domain/deliveries/parcels/tracking-number'
import { type KnownReturn, meetReturn, type MetPieces } from '@despatch/domain/returns/life/meet-return'
import { returnMoment } from '@despatch/domain/returns/life/return-moment'
import { LIFE_STATES, RETURN_STATES, type ReturnState } from '@despatch/domain/returns/life/return-state'
import { wholeSecond } from '@despatch/domain/feeds/rows/instant'
import { addEvent, piecesOfTally, type StockedPieces, stockedPieces } from '@despatch/domain/returns/life/return-tally'
import { codeReader } from '@despatch/domain/stock/allocation-codes'
import type pg from 'pg'
import { Transaction } from '../../database/transaction.ts'
import { isTurnUsedUp, nextTurn } from '../../process/loop-budget.ts'
import { allocationCodesOf } from '../../stock/ledger/balances.ts'
import { normaliseRowNames } from '../orders/normalise-names.ts'
import type { RowFeed, RowFeedContext, RowsWritten } from '../rows/run-row-feed.ts'
import { type AnnouncedOf, holdAnnounced } from './announced-returns.ts'
import { type KnownReturns, loadKnownReturns, ordersOfReturns } from './known-returns.ts'
import { NOBODYS, rowsOfKnown } from './rows-of-known.ts'
import { putIntoStock, type StockedReturn } from './returns-into-stock.ts'

/**
 * The feed of what came back and what became of it. What the warehouse has in its hands came back: a SKU that the order
 * has not is taken and noted, and so are an unknown reason code, pieces beyond what was sent, and pieces of an order that
 * never left. A row without an order number is of the order of its return, where that is known, else it is met with the
 * orders of its customer's account. An order or a SKU that the client has not is refused, and
 * so is an account that never bought the SKU before. Rows may come in any order, and say what staff or other rows said: a piece
 * is where its last event by its own moment put it, and what is said again changes nothing and is noted.
 */
export const returns: RowFeed<ReturnRow> = { feed: 'returns', check: returnRowCheck, write: writeReturns }

const OTHER_SKU = 'SKUs that their order does not have'
const SURPLUS = 'More pieces came back than were sent. The extra pieces are recorded as surplus.'
const UNSENT = 'Pieces came back of an order that was not despatched'
const REPEATED = 'What these rows say of their returns was known: they changed nothing'
const OTHER_RETURN_SKU = 'SKUs that were not announced with their return'
const UNMET = {
  never: 'This customer has bought none of this SKU: name the order it belongs to, or feed that order first',
  'only later':
    'This customer bought this SKU only after it came back: name the order it belongs to, or correct the date',
}

/** Before these pieces are on their way at most. */
const CAME_BACK: ReadonlySet<ReturnState> = new Set(['received', 'inspected', 'restocked', 'quarantined'])
const OTHER_EVENT =
  'An event with this reference is there already and says something else: give this one its own reference'

const ANY_TIME = new Date(8_640_000_000_000_000)

async function writeReturns(
  connection: pg.PoolClient,
  told: readonly ReturnRow[],
  { client, now, columnOf }: RowFeedContext,
): Promise<RowsWritten> {
  const { rows: kept, ...known } = await normaliseRowNames(connection, client, told)
  // What is left to return is one row's at a time, in every file that is fed at once.
  await connection.query("select pg_advisory_xact_lock(hashtextextended('returns of ' || $1::text, 0))", [client])
  const announced = await holdAnnounced(connection, { client, now }, kept)
  const named = kept.map((row) => announced.named(row))
  const ofReturns = await ordersOfReturns(connection, client, named)
  const rows = named.map((row) => {
    const [own, ...others] = row.orderNumber === '' ? (ofReturns.get(row.returnReference) ?? []) : []
    return own === undefined || others.length > 0 ? row : { ...row, orderNumber: own }
  })
  const toldOf = new Map(rows.map((row, at) => [row, told[at] ?? row]))
  const written: RowsWritten = { created: 0, changed: 0, unchanged: 0, refused: [], noted: new Map() }
  const isOfKnown = ({ returnReference }: ReturnRow) => ofReturns.has(returnReference)
  const taken = await rowsOfKnown(connection, { client, columnOf, known, isOfKnown }, rows, written)
  if (taken.length === 0) return written
  const events = await eventsOf(connection, { client, now, toldOf, columnOf, announced }, taken, written)
  const stocked = new Map<KnownReturn, StockedReturn>()
  for (const { row, part } of events) if (part.tally.stocked.length > 0) stocked.set(part, { ...part, SKU: row.SKU })
  // What was announced is written before its events: figures are of both.
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
  await putIntoStock(connection, { client, now }, [...stocked.values()])
  return written
}

/** `growth` is what it raised its state by; it is news where it changed anything. */
type Event = { row: ReturnRow; key: string; part: KnownReturn; growth: number; isNews: boolean } & MetPieces
type Writing = {
  client: string
  now: Date
  toldOf: ReadonlyMap<ReturnRow, ReturnRow>
  columnOf: RowFeedContext['columnOf']
  announced: AnnouncedOf
}

/** The events that rows are of, which are not there yet: one for each order that a row is met with. Counts what becomes of the rows. */
async function eventsOf(
  connection: pg.ClientBase,
  { client, now, toldOf, columnOf, announced }: Writing,
  rows: readonly ReturnRow[],
  written: RowsWritten,
): Promise<Event[]> {
  const codeOf = codeReader(await allocationCodesOf(new Transaction(connection), client))
  const { references, piecesOf: announcedOf } = announced
  const known = await loadKnownReturns(connection, { client, references, announcedOf, codeOf }, rows)
  const noted = new Map<string, number>()
  const note = (words: string) => noted.set(words, (noted.get(words) ?? 0) + 1)
  const events: Event[] = []
  for (const row of rows) {
    const key = eventKey({ ...row, trackingNumber: normaliseTrackingNumber(row.trackingNumber) })
    // Events were once told by their SKU and their tracking number as they are written.
    const isKnown = known.hasEvent(row, key) || known.hasEvent(row, eventKey(toldOf.get(row) ?? row))
    const met = isKnown ? [] : meet(row, known, announced, now)
    if (typeof met === 'string') {
      const why =
        row.customerAccount === ''
          ? { column: columnOf('orderNumber'), reason: NOBODYS, value: row.returnReference }
          : { column: columnOf('customerAccount'), reason: UNMET[met], value: row.customerAccount }
      written.refused.push({ line: row.line, ...why })
      continue
    }
    const other = isKnown && row.reference !== '' ? otherEvent(row, known, key) : undefined
    if (other) {
      written.refused.push({ line: row.line, column: columnOf(other.field), reason: OTHER_EVENT, value: other.value })
      continue
    }
    const words = row.wrongDigit && wrongCheckDigitText(row.wrongDigit)
    if (words) note(words)
    if (isKnown) written.unchanged++
    else {
      known.addEvent(row, key)
      const own = keysOf(row, key, met).map((part) => takePart(part, { known, announced, codeOf, now }))
      events.push(...own)
      if (own.some(({ isNews }) => isNews)) written.created++
      else {
        written.unchanged++
        note(REPEATED)
      }
      for (const words of notesOf(row, own, known, announced)) note(words)
    }
    if (isTurnUsedUp()) await nextTurn()
  }
  written.noted = noted
  return events
}

/** What a row says otherwise than the event of its reference that is there, with what that says. */
function otherEvent(
  row: ReturnRow,
  known: KnownReturns,
  key: string,
): { field: 'SKU' | 'event' | 'quantity'; value: string } | undefined {
  const { SKU, event, quantity } = row
  const there = known.eventOf(row, key)
  if (!there) return undefined
  if (there.SKU !== SKU) return { field: 'SKU', value: `${SKU}: there is ${there.SKU}` }
  if (there.state !== event)
    return { field: 'event', value: `${RETURN_STATES[event]}: there is ${LIFE_STATES[there.state]}` }
  // What was met with several returns is several events.
  const isWhole = known.returnOf(row).length <= 1
  return there.quantity === quantity || !isWhole
    ? undefined
    : { field: 'quantity', value: `${quantity}: there is ${there.quantity}` }
}

/** What is worth knowing of a row beside that it was taken. */
function notesOf(row: ReturnRow, events: readonly Event[], known: KnownReturns, announced: AnnouncedOf): string[] {
  const isNamed = row.orderNumber !== '' || row.customerAccount !== ''
  const words: string[] = []
  if (isNamed && known.boughtOf(row).length === 0) words.push(OTHER_SKU)
  else if (events.some(({ surplus }) => surplus > 0)) words.push(SURPLUS)
  else if (announced.isNamed(row) && announced.piecesOf(row.returnReference, row.SKU) === null)
    words.push(OTHER_RETURN_SKU)
  const isBack = CAME_BACK.has(row.event) && events.some(({ isNews }) => isNews)
  if (isBack && events.some(({ orderNumber }) => known.isUnsent(orderNumber))) words.push(UNSENT)
  return words
}

type PartOfRow = { row: ReturnRow; key: string; met: MetPieces }

/** An order has each event once: of what is met with several returns of one order, the others have keys of their own. */
const keysOf = (row: ReturnRow, key: string, met: readonly MetPieces[]): PartOfRow[] =>
  met.map((part, at) => {
    const isFirst = met.findIndex((one) => one.orderNumber === part.orderNumber) === at
    return { row, key: isFirst ? key : uuidOf([key, part.reference]), met: part }
  })

type TakingOn = {
  known: KnownReturns
  announced: AnnouncedOf
  codeOf: (condition: string) => string | undefined
  now: Date
}

/** Notes an event with its return: what was announced moves, and what its order has left to return falls. */
function takePart({ row, key, met }: PartOfRow, { known, announced, codeOf, now }: TakingOn): Event {
  const { quantity, reference, orderNumber } = met
  const { event: state, condition, SKU } = row
  const part = known.partOf(row, met)
  const { tally } = part
  const [before, stockedBefore] = [piecesOfTally(tally), stockedPieces(tally)]
  const isMoney = state === 'refunded' || state === 'rejected'
  const code = condition === '' ? undefined : codeOf(condition)
  const said = { key, state, quantity, source: 'feed' as const, ...returnMoment(row.occurredAt, now), condition, code }
  const growth = addEvent(tally, said, isMoney ? announced.openMoneyOf(reference, SKU) : undefined)
  const more = piecesOfTally(tally) - before
  const line = known.boughtOf(row).find((one) => one.orderNumber === orderNumber)
  const left = line ? Math.max(0, (line.sent ?? line.bought) - line.returned) : more
  known.addReturned(orderNumber, SKU, more)
  const tallyOf = (other: string) => known.tallyOf({ orderNumber, reference, SKU: other })
  announced.settle({ reference, row, tally, growth, at: row.occurredAt ?? now, tallyOf })
  const stocked = stockedPieces(tally)
  const hasMoved = stocked.moves.length > 0 && !isDeepStrictEqual(placesOf(stocked), placesOf(stockedBefore))
  const surplus = Math.max(met.surplus, more - left, 0)
  return { row, key, part, growth, isNews: growth !== 0 || hasMoved, ...met, surplus: Math.min(quantity, surplus) }
}

/** Pieces by where they lie: in which state, and under which allocation code. */
function placesOf({ restocked, quarantined, moves }: StockedPieces) {
  const codes: Record<string, number> = {}
  for (const { code, pieces } of moves) codes[code] = (codes[code] ?? 0) + pieces
  return { restocked, quarantined, codes }
}

function meet(row: ReturnRow, known: KnownReturns, announced: AnnouncedOf, now: Date) {
  const { quantity, event: state, orderNumber, returnReference: reference } = row
  // A row that names its order belongs to it, whatever its time says.
  const at = orderNumber === '' ? (row.occurredAt ?? now) : ANY_TIME
  const bought = known.boughtOf(row)
  const orders = bought.flatMap((order) => (order.orderedAt < at ? [order.orderNumber] : []))
  const open = announced.openOf(row, orderNumber === '' ? orders : [orderNumber], known.tallyOf)
  const asked = { quantity, state, at, reference, namesUnsent: announced.isUnsent(reference, row.SKU) }
  const met = meetReturn(asked, known.returnOf(row), bought, open)
  return typeof met === 'string' && orderNumber !== '' ? [{ orderNumber, reference, quantity, surplus: quantity }] : met
}

/** In the order of keys. What is there already was found before: the lock keeps others from adding returns of the client meanwhile. */
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

/**
 * The same event sent twice is one: it is told by its own reference, or else by all that its row says and by its place among
 * the rows that say the same.
 */
function eventKey(row: ReturnRow): string {
  const { returnReference, reference, orderNumber, customerAccount, place } = row
  const said =
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
  return uuidOf([returnReference, ...said])
}

function uuidOf(said: readonly string[]): string {
  const digits = hash('sha256', said.join('\n')).slice(0, 32)
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
