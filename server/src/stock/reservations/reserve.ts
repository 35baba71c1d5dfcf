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
import { type Balance, balancesOf, holdBalances, isNeverCounted } from '../ledger/balances.ts'
import { rewrittenCodes } from '../rewritten-codes.ts'
import { type KeptReservation, reservationsWhere } from './reservation-queries.ts'

/** Whose stock, when, and by whom. */
export type On = {
  readonly transaction: Transaction
  readonly client: string
  readonly now: Date
  readonly byName: string
}

export type ToReserve = {
  readonly sku: string
  readonly type: string
  readonly pieces: number
  readonly purpose: Purpose
  /** The last day on which it lives, in London. */
  readonly until: Day
  readonly orderNumber: string
  readonly customerAccount: string
  readonly note: string
}

type Named = {
  kept_sku: string | null
  kept_code: string | null
  kept_title: string | null
  kept_order: string
  is_order_there: boolean
}

/** A reservation that may be made, and how: `reserving` holds the balance, and what it throws `refused` makes an AppError of. */
type Reserving = {
  readonly made: KeptReservation
  readonly reserving: Query<unknown>
  readonly refused: (error: unknown) => unknown
}

/**
 * Looks up what a reservation names, and makes the statement that reserves: no more than are available while the balance is
 * held, else it is refused (422). Others wait for the balance until that statement is committed. Throws an AppError with the
 * field for a SKU or code that the client has not, a day that has passed, and an order that is there already (it has been
 * promised).
 */
export async function prepareToReserve(on: On, told: ToReserve): Promise<Reserving> {
  const { transaction, client, now, byName } = on
  const found = await transaction.row(finding(client, told.sku, told.type, told.orderNumber))
  if (!found) throw new Error('A reservation that names nothing')
  const { kept_sku: sku, kept_code: type, kept_title: title, kept_order: orderNumber } = found
  const problems = [
    ...(sku === null ? [{ path: 'sku', message: await noSkuText(on, told.sku) }] : []),
    ...(type === null ? [{ path: 'type', message: `There is no allocation code ${told.type}` }] : []),
    ...faultsOf(on, told),
    ...(found.is_order_there ? [orderIsThere(orderNumber)] : []),
  ]
  if (sku === null || type === null || problems.length > 0) throw refuseFields(problems)
  const made: KeptReservation = {
    ...told,
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
  return { made, reserving: reserving(on, made), refused: (error) => refusalOf(error, made) }
}

const finding = fixed((client: string, sku: string, code: string, order: string) =>
  sql<Named>`select * from find_to_reserve(${client}, ${sku}, ${code}, ${order})`.compile(db),
)

function reserving({ client, now, byName }: On, made: KeptReservation): Query<unknown> {
  const { _id, sku, type, pieces, purpose, until, orderNumber, customerAccount, note: words } = made
  return prepared(
    sql`select reserve_found(${client}, ${_id}, ${sku}, ${type}, ${pieces}, ${purpose}, ${until}, ${orderNumber},
      ${customerAccount}, ${words}, ${byName}, ${now})`.compile(db),
  )
}

/** What `reserve_found` raises where fewer pieces are available. */
const TOO_FEW = 'DS422'

function refusalOf(error: unknown, { sku, pieces }: KeptReservation): unknown {
  const { code, detail } = error as { code?: string; detail?: string }
  if (code !== TOO_FEW) return error
  return refuseMore(sku, pieces, JSON.parse(detail ?? '{}') as { available: number; isNeverCounted: boolean })
}

type Asked = Omit<ToReserve, 'sku' | 'type'>

/** Changes a reservation that lives. Throws as {@link prepareToReserve} and its statement do, for one that is not there (404), has ended (422), or was changed meanwhile (409). */
export async function changeReserved(
  on: On,
  id: string,
  told: Asked & { readonly version: number },
): Promise<{ before: KeptReservation; after: KeptReservation }> {
  const { transaction, client, now, byName } = on
  const before = await hold(on, id)
  if (before.version !== told.version)
    throw new AppError(
      'version_conflict',
      'Someone changed this reservation meanwhile. Look at it as it is now, and try again.',
    )
  const orderNumber = await orderOfChanged(on, told, before)
  const asked = { ...told, sku: before.sku, type: before.type, orderNumber }
  if (asked.pieces < before.drawn)
    throw refuseFields([
      { path: 'pieces', message: `Orders have drawn ${formatCount(before.drawn)} of it: it is at least as many` },
    ])
  const more = asked.pieces - before.pieces
  if (more > 0) refuseMoreThanAvailable(await balancesOf(transaction, client, [asked.sku]), asked, more)
  await inOrder([
    transaction.write(
      sql`update stock_reservations set pieces = ${asked.pieces}, purpose = ${asked.purpose}, until_day = ${asked.until},
          order_number = ${asked.orderNumber}, customer_account = ${asked.customerAccount}, note = ${asked.note},
          version = version + 1, amended_at = ${now}, amended_by = ${byName}
        where client_code = ${client} and reservation_id = ${id}`.compile(db),
    ),
    addToReserved(on, asked, more),
    note(
      on,
      { ...asked, _id: id, version: before.version + 1 },
      before.until < asked.until && more === 0 ? 'Prolonged' : 'Changed',
    ),
  ])
  return { before, after: await found(on, id) }
}

/**
 * Gives back what is left of a reservation, which then has ended. Throws an AppError for one that is not there (404), has ended
 * (422), or has another version than the caller was shown (409).
 */
export async function endReserved(
  on: On,
  id: string,
  as: 'released' | 'expired',
  shown?: number,
): Promise<KeptReservation> {
  const { transaction, client, now, byName } = on
  const was = await hold(on, id)
  if (shown !== undefined && shown !== was.version) throw await changedMeanwhile(on, was)
  await inOrder([
    transaction.write(
      sql`update stock_reservations set ended_at = ${now}, ended_as = ${as}, version = version + 1, amended_at = ${now},
          amended_by = ${byName} where client_code = ${client} and reservation_id = ${id}`.compile(db),
    ),
    addToReserved(on, was, was.drawn - was.pieces),
    note(on, { ...was, version: was.version + 1 }, as === 'released' ? 'Released' : 'Ended'),
  ])
  return found(on, id)
}

/** Says what was done last to a reservation that has another version than the caller was shown. */
async function changedMeanwhile({ transaction, client }: On, { _id, sku }: KeptReservation): Promise<AppError> {
  const last = await transaction.row(
    sql<{ act: string; pieces: number; until: Day; note: string }>`
      select act, pieces, until_day as until, note from stock_reservation_history
      where client_code = ${client} and reservation_id = ${_id} order by version desc limit 1`.compile(db),
  )
  const { act, pieces, until, note: words } = last ?? { act: 'Changed', pieces: 0, until: undefined, note: '' }
  const now = until && `${formatCount(pieces)} pieces until ${formatDayShort(until)}`
  return new AppError(
    'version_conflict',
    changedSinceShown(`The reservation of ${sku}`, act, [now, words].filter(Boolean).join(': ')),
  )
}

/** A reservation that lives, held with its balance. The balance comes first: orders that draw it hold both in this order. */
async function hold(on: On, id: string): Promise<KeptReservation> {
  const { sku, type } = await found(on, id)
  await holdBalances(on.transaction, on.client, [{ SKU: sku, code: type }])
  await on.transaction.write(
    sql`select 1 from stock_reservations where client_code = ${on.client} and reservation_id = ${id} for update`.compile(
      db,
    ),
  )
  const held = await found(on, id)
  if (held.ended_as !== '') throw new AppError('unprocessable', 'This reservation has ended already.')
  return held
}

async function found({ transaction, client }: On, id: string): Promise<KeptReservation> {
  const row = await transaction.row(
    reservationsWhere(sql`r.client_code = ${client} and r.reservation_id = ${id}`, sql``),
  )
  if (!row) throw new AppError('not_found', 'There is no such reservation')
  return row
}

/** What is wrong with a reservation whatever there is: the day, and an order that it does not name. */
const faultsOf = ({ now }: On, { until, purpose, orderNumber }: Asked, was?: KeptReservation) => [
  ...(until < dayOf(now) && until !== was?.until ? [{ path: 'until', message: 'This day has passed' }] : []),
  ...(purpose === 'order' && orderNumber === '' ? [{ path: 'orderNumber', message: 'Say which order it is for' }] : []),
]
const orderIsThere = (orderNumber: string) => ({
  path: 'orderNumber',
  message: `Order ${orderNumber} is there already: its pieces have been promised`,
})

/** How the order of a reservation that is changed is written. Throws an AppError with the fields that cannot be so. */
async function orderOfChanged(on: On, told: Asked, was: KeptReservation): Promise<string> {
  const { transaction, client } = on
  const { spelling, known } = await findStoredOrders(transaction, client, [told.orderNumber])
  const orderNumber = spelling(told.orderNumber)
  const isNamed = orderNumber !== '' && orderNumber !== was.orderNumber
  const problems = [
    ...faultsOf(on, told, was),
    ...(isNamed && known.has(orderNumber) ? [orderIsThere(orderNumber)] : []),
  ]
  if (problems.length > 0) throw refuseFields(problems)
  return orderNumber
}

/** Of a code that a spreadsheet has changed, which is meant. */
async function noSkuText({ transaction, client }: On, sku: string): Promise<string> {
  const rewritten = (await rewrittenCodes(transaction, client, [sku])).get(sku)
  return `There is no SKU ${sku}${rewritten ? `. ${rewritten.reason} (${rewritten.value})` : ''}`
}

function refuseMoreThanAvailable(balances: readonly Balance[], { sku, type }: ToReserve, wanted: number): void {
  const balance = balances.find(({ code }) => code === type)
  const available = balance?.available ?? 0
  if (available < wanted) throw refuseMore(sku, wanted, { available, isNeverCounted: isNeverCounted(balance) })
}

function refuseMore(
  sku: string,
  wanted: number,
  { available, isNeverCounted: isUnknown }: { available: number; isNeverCounted: boolean },
): AppError {
  const there = isUnknown
    ? 'it was never counted'
    : available < 0
      ? `it is short by ${formatCount(-available)}`
      : `${formatCount(available)} are available`
  return new AppError('unprocessable', `${formatCount(wanted)} of ${sku} cannot be reserved: ${there}.`)
}

const addToReserved = (
  { transaction, client, now, byName }: On,
  { sku, type }: Pick<ToReserve, 'sku' | 'type'>,
  pieces: number,
) => transaction.write(sql`select add_reserved(${client}, ${sku}, ${type}, ${pieces}, ${now}, ${byName})`.compile(db))

type Noted = Pick<KeptReservation, '_id' | 'version' | 'pieces' | 'until' | 'note'>
const note = (
  { transaction, client, now, byName }: On,
  { _id, version, pieces, until, note: words }: Noted,
  act: string,
) =>
  transaction.write(
    sql`insert into stock_reservation_history (client_code, reservation_id, version, at, by_name, act, pieces, until_day, note)
      values (${client}, ${_id}, ${version}, ${now}, ${byName}, ${act}, ${pieces}, ${until}, ${words})`.compile(db),
  )
