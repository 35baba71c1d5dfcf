import { randomUUID } from 'node:crypto'
import type { Purpose } from '@despatch/contract/stock/reservations'
import { type Day, dayOf, formatDayShort } from '@despatch/domain/calendar/day'
import { changedSinceShown } from '@despatch/domain/feedback/messages'
import { formatCount } from '@despatch/domain/money/money'
import { sql } from 'kysely'
import { findStoredOrders } from '../../database/stored-names.ts'
import { fixed, prepared } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import { inOrder, type Query, type Transaction } from '../../database/transaction.ts'
import { AppError, refuseFields } from '../../process/app-error.ts'
import { type Balance, balancesOf, lockBalances, isNeverCounted } from '../ledger/balances.ts'
import { rewrittenCodes } from '../rewritten-codes.ts'
import { type StoredReservation, reservationsWhere } from './reservation-queries.ts'

/** Client, time and user of a change. */
export type ReservationContext = {
  readonly transaction: Transaction
  readonly client: string
  readonly now: Date
  readonly byName: string
}

export type NewReservation = {
  readonly sku: string
  readonly type: string
  readonly pieces: number
  readonly purpose: Purpose
  /** Last day, in the operator's calendar. */
  readonly until: Day
  readonly orderNumber: string
  readonly customerAccount: string
  readonly note: string
}

type ReservationTargets = {
  kept_sku: string | null
  kept_code: string | null
  kept_title: string | null
  kept_order: string
  is_order_there: boolean
}

/**
 * A reservation that can be made. `statement` makes it and locks the balance; `toRefusal` turns the error that it
 * throws into an AppError.
 */
type PreparedReservation = {
  readonly reservation: StoredReservation
  readonly statement: Query<unknown>
  readonly toRefusal: (error: unknown) => unknown
}

/**
 * Checks the input of a reservation and prepares the statement that makes it. That statement locks the balance until
 * commit, and fails (422) if fewer pieces are available.
 *
 * @throws AppError with the field for an unknown SKU or code, a past day, or an order that already exists (its pieces
 * are promised)
 */
export async function prepareToReserve(on: ReservationContext, input: NewReservation): Promise<PreparedReservation> {
  const { transaction, client, now, byName } = on
  const targets = await transaction.row(findTargets(client, input.sku, input.type, input.orderNumber))
  if (!targets) throw new Error('A reservation that names nothing')
  const { kept_sku: sku, kept_code: type, kept_title: title, kept_order: orderNumber } = targets
  const problems = [
    ...(sku === null ? [{ path: 'sku', message: await noSkuText(on, input.sku) }] : []),
    ...(type === null ? [{ path: 'type', message: `There is no allocation code ${input.type}` }] : []),
    ...problemsOf(on, input),
    ...(targets.is_order_there ? [orderExists(orderNumber)] : []),
  ]
  if (sku === null || type === null || problems.length > 0) throw refuseFields(problems)
  const reservation: StoredReservation = {
    ...input,
    sku,
    type,
    orderNumber,
    _id: randomUUID(),
    title: title ?? '',
    drawn: 0,
    heldBy: byName,
    ended_as: '',
    version: 1,
    last_amended_date: now,
    last_amended_user: byName,
  }
  return {
    reservation,
    statement: reserveStatement(on, reservation),
    toRefusal: (error) => refusalOf(error, reservation),
  }
}

const findTargets = fixed((client: string, sku: string, code: string, order: string) =>
  sql<ReservationTargets>`select * from find_to_reserve(${client}, ${sku}, ${code}, ${order})`.compile(db),
)

function reserveStatement({ client, now, byName }: ReservationContext, reservation: StoredReservation): Query<unknown> {
  const { _id, sku, type, pieces, purpose, until, orderNumber, customerAccount, note: words } = reservation
  return prepared(
    sql`select reserve_found(${client}, ${_id}, ${sku}, ${type}, ${pieces}, ${purpose}, ${until}, ${orderNumber},
      ${customerAccount}, ${words}, ${byName}, ${now})`.compile(db),
  )
}

/** SQLSTATE that `reserve_found` raises if too few pieces are available. */
const TOO_FEW = 'DS422'

function refusalOf(error: unknown, { sku, pieces }: StoredReservation): unknown {
  const { code, detail } = error as { code?: string; detail?: string }
  if (code !== TOO_FEW) return error
  return refuseMore(sku, pieces, JSON.parse(detail ?? '{}') as { available: number; isNeverCounted: boolean })
}

type ReservationFields = Omit<NewReservation, 'sku' | 'type'>

/**
 * Changes a live reservation.
 *
 * @throws AppError like {@link prepareToReserve} and its statement, and 404, 422 (it has ended) or 409 (changed
 * meanwhile)
 */
export async function updateReservation(
  on: ReservationContext,
  id: string,
  input: ReservationFields & { readonly version: number },
): Promise<{ before: StoredReservation; after: StoredReservation }> {
  const { transaction, client, now, byName } = on
  const before = await lockReservation(on, id)
  if (before.version !== input.version)
    throw new AppError(
      'version_conflict',
      'Someone else changed this reservation. Reload to see their changes, then try again.',
    )
  const orderNumber = await storedOrderNumber(on, input, before)
  const changed = { ...input, sku: before.sku, type: before.type, orderNumber }
  if (changed.pieces < before.drawn)
    throw refuseFields([
      { path: 'pieces', message: `Orders have already used ${formatCount(before.drawn)}. Enter at least that many` },
    ])
  const more = changed.pieces - before.pieces
  if (more > 0) refuseMoreThanAvailable(await balancesOf(transaction, client, [changed.sku]), changed, more)
  await inOrder([
    transaction.write(
      sql`update stock_reservations set pieces = ${changed.pieces}, purpose = ${changed.purpose}, until_day = ${changed.until},
          order_number = ${changed.orderNumber}, customer_account = ${changed.customerAccount}, note = ${changed.note},
          version = version + 1, amended_at = ${now}, amended_by = ${byName}
        where client_code = ${client} and reservation_id = ${id}`.compile(db),
    ),
    addToReserved(on, changed, more),
    note(
      on,
      { ...changed, _id: id, version: before.version + 1 },
      before.until < changed.until && more === 0 ? 'Prolonged' : 'Changed',
    ),
  ])
  return { before, after: await loadReservation(on, id) }
}

/**
 * Ends a reservation and releases what is left of it.
 *
 * @throws AppError 404, 422 (it has ended), or 409 if the version is not the one that the caller saw
 */
export async function endReservation(
  on: ReservationContext,
  id: string,
  as: 'released' | 'expired',
  shown?: number,
): Promise<StoredReservation> {
  const { transaction, client, now, byName } = on
  const was = await lockReservation(on, id)
  if (shown !== undefined && shown !== was.version) throw await versionConflict(on, was)
  await inOrder([
    transaction.write(
      sql`update stock_reservations set ended_at = ${now}, ended_as = ${as}, version = version + 1, amended_at = ${now},
          amended_by = ${byName} where client_code = ${client} and reservation_id = ${id}`.compile(db),
    ),
    addToReserved(on, was, was.drawn - was.pieces),
    note(on, { ...was, version: was.version + 1 }, as === 'released' ? 'Released' : 'Ended'),
  ])
  return loadReservation(on, id)
}

/** The error for a reservation that changed since the caller saw it, with its last change. */
async function versionConflict(
  { transaction, client }: ReservationContext,
  { _id, sku }: StoredReservation,
): Promise<AppError> {
  const last = await transaction.row(
    sql<{ act: string; pieces: number; until: Day; note: string }>`
      select act, pieces, until_day as until, note from stock_reservation_history
      where client_code = ${client} and reservation_id = ${_id} order by version desc limit 1`.compile(db),
  )
  const { act, pieces, until, note: words } = last ?? { act: 'Changed', pieces: 0, until: undefined, note: '' }
  const now = until && `${formatCount(pieces)} units until ${formatDayShort(until)}`
  return new AppError(
    'version_conflict',
    changedSinceShown(`The reservation of ${sku}`, act, [now, words].filter(Boolean).join(': ')),
  )
}

/** Locks a live reservation and its balance. The balance comes first: orders that draw on it lock both in this order. */
async function lockReservation(on: ReservationContext, id: string): Promise<StoredReservation> {
  const { sku, type } = await loadReservation(on, id)
  await lockBalances(on.transaction, on.client, [{ SKU: sku, code: type }])
  await on.transaction.write(
    sql`select 1 from stock_reservations where client_code = ${on.client} and reservation_id = ${id} for update`.compile(
      db,
    ),
  )
  const locked = await loadReservation(on, id)
  if (locked.ended_as !== '') throw new AppError('unprocessable', 'This reservation has already ended.')
  return locked
}

async function loadReservation({ transaction, client }: ReservationContext, id: string): Promise<StoredReservation> {
  const row = await transaction.row(
    reservationsWhere(sql`r.client_code = ${client} and r.reservation_id = ${id}`, sql``),
  )
  if (!row) throw new AppError('not_found', 'Reservation not found')
  return row
}

/** Problems that do not depend on stock: the day, and a missing order number. */
const problemsOf = (
  { now }: ReservationContext,
  { until, purpose, orderNumber }: ReservationFields,
  was?: StoredReservation,
) => [
  ...(until < dayOf(now) && until !== was?.until ? [{ path: 'until', message: 'This day has passed' }] : []),
  ...(purpose === 'order' && orderNumber === '' ? [{ path: 'orderNumber', message: 'Enter the order number' }] : []),
]
const orderExists = (orderNumber: string) => ({
  path: 'orderNumber',
  message: `Order ${orderNumber} already exists, so its units are already promised`,
})

/** Stored spelling of the order number of a changed reservation. Throws an AppError with the invalid fields. */
async function storedOrderNumber(
  on: ReservationContext,
  input: ReservationFields,
  was: StoredReservation,
): Promise<string> {
  const { transaction, client } = on
  const { spelling, known } = await findStoredOrders(transaction, client, [input.orderNumber])
  const orderNumber = spelling(input.orderNumber)
  const isNamed = orderNumber !== '' && orderNumber !== was.orderNumber
  const problems = [
    ...problemsOf(on, input, was),
    ...(isNamed && known.has(orderNumber) ? [orderExists(orderNumber)] : []),
  ]
  if (problems.length > 0) throw refuseFields(problems)
  return orderNumber
}

/** Suggests the intended code if a spreadsheet has changed it. */
async function noSkuText({ transaction, client }: ReservationContext, sku: string): Promise<string> {
  const rewritten = (await rewrittenCodes(transaction, client, [sku])).get(sku)
  return `SKU ${sku} doesn’t exist${rewritten ? `. ${rewritten.reason} (${rewritten.value})` : ''}`
}

function refuseMoreThanAvailable(balances: readonly Balance[], { sku, type }: NewReservation, wanted: number): void {
  const balance = balances.find(({ code }) => code === type)
  const available = balance?.available ?? 0
  if (available < wanted) throw refuseMore(sku, wanted, { available, isNeverCounted: isNeverCounted(balance) })
}

function refuseMore(
  sku: string,
  wanted: number,
  { available, isNeverCounted: isUnknown }: { available: number; isNeverCounted: boolean },
): AppError {
  const shortage = isUnknown
    ? 'it was never counted'
    : available < 0
      ? `it is short by ${formatCount(-available)}`
      : `${formatCount(available)} are available`
  return new AppError('unprocessable', `${formatCount(wanted)} of ${sku} cannot be reserved: ${shortage}.`)
}

const addToReserved = (
  { transaction, client, now, byName }: ReservationContext,
  { sku, type }: Pick<NewReservation, 'sku' | 'type'>,
  pieces: number,
) => transaction.write(sql`select add_reserved(${client}, ${sku}, ${type}, ${pieces}, ${now}, ${byName})`.compile(db))

type HistoryEntry = Pick<StoredReservation, '_id' | 'version' | 'pieces' | 'until' | 'note'>
const note = (
  { transaction, client, now, byName }: ReservationContext,
  { _id, version, pieces, until, note: words }: HistoryEntry,
  act: string,
) =>
  transaction.write(
    sql`insert into stock_reservation_history (client_code, reservation_id, version, at, by_name, act, pieces, until_day, note)
      values (${client}, ${_id}, ${version}, ${now}, ${byName}, ${act}, ${pieces}, ${until}, ${words})`.compile(db),
  )
