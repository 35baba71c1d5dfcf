import { randomUUID } from 'node:crypto'
import type { Purpose } from '@despatch/contract/stock/reservations'
import { type Day, dayOf } from '@despatch/domain/calendar/day'
import { formatCount } from '@despatch/domain/money/money'
import { sql } from 'kysely'
import { knownSkus, orderAsKept } from '../../database/kept-names.ts'
import { db } from '../../database/sql.ts'
import { inOrder, type Transaction } from '../../database/transaction.ts'
import { AppError, refuseFields } from '../../process/app-error.ts'
import { allocationCodesOf, type Balance, balancesOf, holdBalances, isNeverCounted } from '../ledger/balances.ts'
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

/**
 * Reserves pieces of a SKU and code: no more than are available while their balance is held. What else is written of it is
 * asked for by `along`. Throws an AppError with the field for a SKU or code that the client has not, a day that has passed, an
 * order that is there already (it has been promised), and for more than is available (422): what was written is then to be
 * rolled back.
 */
export async function reserve(
  on: On,
  told: ToReserve,
  along: (made: KeptReservation) => Promise<void> = () => Promise.resolve(),
): Promise<KeptReservation> {
  const { transaction, client, now, byName } = on
  const { title, ...asked } = await checked(on, told)
  const made: KeptReservation = {
    ...asked,
    _id: randomUUID(),
    title,
    drawn: 0,
    heldBy: byName,
    ended_as: '',
    version: 1,
    last_amended_date: now,
    last_amended_user: byName,
  }
  // Others wait for the balance until this is over: all of it travels together, and is judged by what the balance was.
  const [, balances] = await inOrder([
    holdBalances(transaction, client, [{ SKU: asked.sku, code: asked.type }]),
    balancesOf(transaction, client, [asked.sku]),
    transaction.write(
      sql`insert into stock_reservations (client_code, reservation_id, sku_code, code, pieces, purpose, until_day, held_by,
          order_number, customer_account, note, created_at, amended_at, amended_by)
        values (${client}, ${made._id}, ${asked.sku}, ${asked.type}, ${asked.pieces}, ${asked.purpose}, ${asked.until}, ${byName},
          ${asked.orderNumber}, ${asked.customerAccount}, ${asked.note}, ${now}, ${now}, ${byName})`.compile(db),
    ),
    addToReserved(on, asked, asked.pieces),
    note(on, made, 'Reserved'),
    along(made),
  ])
  refuseMoreThanAvailable(balances, asked, asked.pieces)
  return made
}

/** Changes a reservation that lives. Throws as {@link reserve} does, for one that is not there (404), has ended (422), or was changed meanwhile (409). */
export async function changeReserved(
  on: On,
  id: string,
  told: Omit<ToReserve, 'sku' | 'type'> & { readonly version: number },
): Promise<{ before: KeptReservation; after: KeptReservation }> {
  const { transaction, client, now, byName } = on
  const before = await hold(on, id)
  if (before.version !== told.version)
    throw new AppError(
      'version_conflict',
      'Somebody changed this reservation meanwhile. Look at it as it is now, and try again.',
    )
  const asked = await checked(on, { ...told, sku: before.sku, type: before.type }, before)
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

/** Gives back what is left of a reservation, which then has ended. Throws an AppError for one that is not there (404) or has ended (422). */
export async function endReserved(on: On, id: string, as: 'released' | 'expired'): Promise<KeptReservation> {
  const { transaction, client, now, byName } = on
  const was = await hold(on, id)
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

async function checked(on: On, told: ToReserve, was?: KeptReservation): Promise<ToReserve & { title: string }> {
  const { transaction, client, now } = on
  const [{ writing, known }, codes] = await Promise.all([
    knownSkus(transaction, client, [told.sku], sql<{ title: string }>`coalesce(trim(description), '') as title`),
    allocationCodesOf(transaction, client),
  ])
  const sku = writing(told.sku)
  const code = codes.find((one) => one.code.toLowerCase() === told.type.toLowerCase())
  const kept = known.get(sku)
  const orderNumber = told.orderNumber && (await orderAsKept(transaction, [client], told.orderNumber))
  const isNamed = orderNumber !== '' && orderNumber !== was?.orderNumber
  const order = isNamed
    ? await transaction.row(
        db
          .selectFrom('orders')
          .select('order_number')
          .where('client_code', '=', client)
          .where('order_number', '=', orderNumber),
      )
    : undefined
  const problems = [
    ...(kept || was ? [] : [{ path: 'sku', message: await noSkuText(on, told.sku) }]),
    ...(code ? [] : [{ path: 'type', message: `There is no allocation code ${told.type}` }]),
    ...(told.until < dayOf(now) && told.until !== was?.until
      ? [{ path: 'until', message: 'This day has passed' }]
      : []),
    ...(told.purpose === 'order' && orderNumber === ''
      ? [{ path: 'orderNumber', message: 'Say which order it is for' }]
      : []),
    ...(order
      ? [{ path: 'orderNumber', message: `Order ${orderNumber} is there already: its pieces have been promised` }]
      : []),
  ]
  if (problems.length > 0) throw refuseFields(problems)
  return { ...told, sku, type: code?.code ?? told.type, orderNumber, title: kept?.title ?? '' }
}

/** Of a code that a spreadsheet has changed, which is meant. */
async function noSkuText({ transaction, client }: On, sku: string): Promise<string> {
  const rewritten = (await rewrittenCodes(transaction, client, [sku])).get(sku)
  return `There is no SKU ${sku}${rewritten ? `. ${rewritten.reason} (${rewritten.value})` : ''}`
}

function refuseMoreThanAvailable(balances: readonly Balance[], { sku, type }: ToReserve, wanted: number): void {
  const balance = balances.find(({ code }) => code === type)
  const available = balance?.available ?? 0
  if (available >= wanted) return
  const there = isNeverCounted(balance)
    ? 'it was never counted'
    : available < 0
      ? `it is short by ${formatCount(-available)}`
      : `${formatCount(available)} are available`
  throw new AppError('unprocessable', `${formatCount(wanted)} of ${sku} cannot be reserved: ${there}.`)
}

const addToReserved = (
  { transaction, client, now, byName }: On,
  { sku, type }: Pick<ToReserve, 'sku' | 'type'>,
  pieces: number,
) =>
  transaction.write(
    sql`update stock_balances set reserved = reserved + ${pieces}, changed_at = ${now}, changed_by = ${byName}
      where client_code = ${client} and sku_code = ${sku} and code = ${type}`.compile(db),
  )

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
