import { hash } from 'node:crypto'
import { type ReturnRow, returnRowCheck } from '@despatch/domain/feeds/rows/check-return-row'
import { wrongCheckDigitText } from '@despatch/domain/deliveries/parcels/check-digit'
import { normaliseTrackingNumber } from '@despatch/domain/deliveries/parcels/tracking-number'
import { type KnownReturn, meetReturn, type MetPieces, mostOf } from '@despatch/domain/returns/life/meet-return'
import { LIFE_STATES, RETURN_STATES, type ReturnState } from '@despatch/domain/returns/life/return-state'
import type pg from 'pg'
import { isTurnUsedUp, nextTurn } from '../../process/loop-budget.ts'
import { rowsInKeptNames } from '../orders/in-kept-names.ts'
import type { RowFeed, RowFeedContext, RowsWritten } from '../rows/run-row-feed.ts'
import { type AnnouncedOf, holdAnnounced } from './announced-returns.ts'
import { type KnownReturns, loadKnownReturns, ordersOfReturns } from './known-returns.ts'
import { NOBODYS, rowsOfKnown } from './rows-of-known.ts'
import { putIntoStock } from './returns-into-stock.ts'

/**
 * The feed of what came back and what became of it. What the warehouse has in its hands came back: a SKU that the order
 * has not is taken and noted, and so are an unknown reason code, pieces beyond what was sent, and pieces of an order that
 * never left. A row without an order number is of the order of its return, where that is known, else it is met with the
 * orders of its customer's account. An order or a SKU that the client has not is refused, and
 * so is an account that never bought the SKU before.
 */
export const returns: RowFeed<ReturnRow> = { feed: 'returns', check: returnRowCheck, write: writeReturns }

const OTHER_SKU = 'SKUs that their order does not have'
const SURPLUS = 'More pieces came back than were sent. The extra pieces are recorded as surplus.'
const UNSENT = 'Pieces came back of an order that was not despatched'
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
  const { rows: kept, ...known } = await rowsInKeptNames(connection, client, told)
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
  ])
  await announced.save()
  await putIntoStock(connection, { client, now }, events)
  return written
}

/** `whole` are all pieces that the return has of the SKU. */
type Event = { row: ReturnRow; key: string; whole: number } & MetPieces
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
  const known = await loadKnownReturns(connection, client, rows)
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
      written.created++
      known.addEvent(row, key)
      events.push(...eventsOfRow(row, key, met, known.returnOf(row)))
      const at = row.occurredAt ?? now
      for (const { reference, quantity } of met) announced.move({ reference, row, quantity, at })
      const isNamed = row.orderNumber !== '' || row.customerAccount !== ''
      if (isNamed && known.boughtOf(row).length === 0) note(OTHER_SKU)
      else if (met.some(({ surplus }) => surplus > 0)) note(SURPLUS)
      if (CAME_BACK.has(row.event) && met.some(({ orderNumber }) => known.isUnsent(orderNumber))) note(UNSENT)
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

/** An order has each event once: of what is met with several returns of one order, the others have keys of their own. */
function eventsOfRow(row: ReturnRow, key: string, met: readonly MetPieces[], known: readonly KnownReturn[]): Event[] {
  return met.map((part, at) => {
    const { orderNumber, reference, quantity } = part
    const isFirst = met.findIndex((one) => one.orderNumber === orderNumber) === at
    const own = known.find((one) => one.orderNumber === orderNumber && one.reference === reference)
    const whole = own ? mostOf(own) : quantity
    return { row, key: isFirst ? key : uuidOf([key, reference]), whole, ...part }
  })
}

function meet(row: ReturnRow, known: KnownReturns, announced: AnnouncedOf, now: Date) {
  const { quantity, event: state, orderNumber, returnReference: reference } = row
  // A row that names its order belongs to it, whatever its time says.
  const at = orderNumber === '' ? (row.occurredAt ?? now) : ANY_TIME
  const asked = { quantity, state, at, reference }
  const met = meetReturn(asked, known.returnOf(row), known.boughtOf(row), announced.openOf(row))
  return typeof met === 'string' && orderNumber !== '' ? [{ orderNumber, reference, quantity, surplus: quantity }] : met
}

/** In the order of keys. What is there already was found before: the lock keeps others from adding returns of the client meanwhile. */
const INSERT_EVENTS = `
insert into return_events (client_code, order_number, event_key, return_reference, sku_code, quantity, state, reason_code,
  condition, note, tracking_number, source, occurred_at, received_at, customer_account, surplus, told_reference)
select $1, order_number, event_key, return_reference, sku_code, quantity, state, reason_code, condition, note,
  tracking_number, 'feed', occurred_at, $2, customer_account, surplus, told_reference
from unnest($3::text[], $4::uuid[], $5::text[], $6::text[], $7::int[], $8::text[], $9::text[], $10::text[], $11::text[],
  $12::text[], $13::timestamptz[], $14::text[], $15::int[], $16::text[]) as r (order_number, event_key, return_reference, sku_code,
  quantity, state, reason_code, condition, note, tracking_number, occurred_at, customer_account, surplus, told_reference)
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
          row.occurredAt?.toISOString() ?? '',
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
