import { randomInt } from 'node:crypto'
import { type AnnouncedParcel, chooseParcels } from '@despatch/domain/returns/portal/announced-parcel'
import { type AnnouncedReturn, type Move, moveLines, stateOf } from '@despatch/domain/returns/portal/announced-return'
import type { CompiledReturnsBook } from '@despatch/domain/returns/rules/compile-returns-book'
import { allowLines } from '@despatch/domain/returns/portal/allow-lines'
import { differsForShopper } from '@despatch/domain/returns/rules/compare-decisions'
import { decideReturn } from '@despatch/domain/returns/rules/decide-return'
import type { ReturnDecision } from '@despatch/domain/returns/rules/return-decision'
import type { ReturnRequest } from '@despatch/domain/returns/return-order'
import { isAnswerValid } from '@despatch/domain/returns/shoppers-page/shopper-answer'
import { NO_PIECES } from '@despatch/domain/returns/life/return-states'
import type { Resolution } from '@despatch/domain/returns/rules/returns-book'
import { dayOf } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import { fixed, prepared } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import { inOrder, type Transaction } from '../../database/transaction.ts'
import { AppError } from '../../process/app-error.ts'
import { type LoadedReturnOrder, loadReturnOrder } from '../rules/return-orders.ts'
import { returnsBook } from '../rules/returns-book-cache.ts'
import { takeLabels } from './take-labels.ts'
import { rowOfPieces } from './load-returns.ts'
import { makeExchange } from './make-exchange.ts'
import { refreshDue } from './refresh-due.ts'
import { writeEvents, writeSteps } from './save-returns.ts'

/** An order line to return. */
export type AnnouncementLine = {
  readonly lineNumber: number
  readonly quantity: number
  /** Reason code. */
  readonly reason: string
  readonly comment?: string
  readonly resolution: Resolution
  /**
   * Id of an option that the decision offers for the line's parcel; left out: the cheapest. All lines of a parcel have
   * the same.
   */
  readonly option?: string
  readonly serials?: readonly string[]
}

export type Announcement = {
  readonly client: string
  /** Order number as stored: see `findStoredOrderNumber`. */
  readonly orderNumber: string
  readonly lines: readonly AnnouncementLine[]
  readonly oneParcel?: boolean
  /**
   * Idempotency key of the caller, at most 200 characters: announcing an order again under the same key gives the same
   * return.
   */
  readonly key: string
  readonly channel: 'portal' | 'staff'
  /** Name of staff; '' for the shopper. */
  readonly by: string
  /**
   * The answer that the caller saw: its book version and time. It stays valid for a day, even if a new version was
   * published. Take it from the server's own records or a signed value, never from a form.
   */
  readonly seen?: { readonly bookVersion: number; readonly at: Date }
  /**
   * Staff only: reason for allowing lines that rules refuse or send to review. Lines without pieces to return stay
   * refused.
   */
  readonly overrule?: string
}

export type AnnounceOutcome =
  /** The return is stored; `isNew` is false if it was announced under this key before. */
  | { readonly outcome: 'announced'; readonly reference: string; readonly isNew: boolean }
  /** Nothing is stored: a line cannot come back. The decision says which, and why. */
  | { readonly outcome: 'refused'; readonly decision: ReturnDecision; readonly compiled: CompiledReturnsBook }
  /** Nothing is stored: the answer that the caller saw is over a day old and would now differ. */
  | { readonly outcome: 'changed'; readonly decision: ReturnDecision; readonly compiled: CompiledReturnsBook }

/**
 * Announces a return of despatched lines of one order. Stores the return with its decision and queues the
 * acknowledgement (a row of `return_mails`), all in this transaction. If the return needs a review, its pieces are
 * reserved meanwhile.
 * Locks the order, so that of several requests for the last piece only one succeeds.
 *
 * @throws AppError not_found for an unknown order, unprocessable if nothing was despatched, validation_failed for an
 * option that does not serve a parcel or lines that are named twice
 */
export async function announceReturn(
  transaction: Transaction,
  { services, now }: { services: object; now: Date },
  announcement: Announcement,
): Promise<AnnounceOutcome> {
  const { client, orderNumber } = announcement
  // Sent together, in the order of locks: returns first, then the order. Everything after reads under these locks.
  const [, , before, loaded, current] = await inOrder([
    transaction.write(lockReturnsOfOrder(client, orderNumber)),
    lockOrder(transaction, client, orderNumber),
    transaction.row(returnOfKey(client, orderNumber, announcement.key)),
    loadReturnOrder(transaction, client, { number: orderNumber, now }),
    returnsBook(transaction, client, { services }),
  ])
  if (before) return { outcome: 'announced', reference: before.return_reference, isNew: false }
  if (!loaded) throw new AppError('not_found', `Order ${orderNumber} not found. Check the number.`)
  const request = requestOf(announcement)
  const compiled = await bookForAnnouncement(transaction, { announcement, current, services, now })
  const decided = decideReturn(loaded.order, loaded.facts, request, compiled, now)
  const oneParcel = announcement.oneParcel === true
  const decision =
    announcement.overrule === undefined ? decided : allowLines(decided, { order: loaded.order, compiled, oneParcel })
  if (decision.lines.some(({ answer }) => answer === 'refused')) return { outcome: 'refused', decision, compiled }
  if (announcement.seen && compiled.book.version !== announcement.seen.bookVersion) {
    const seen = await returnsBook(transaction, client, { version: announcement.seen.bookVersion, services })
    const was = decideReturn(loaded.order, loaded.facts, request, seen, now)
    if (differsForShopper(was, decided)) return { outcome: 'changed', decision, compiled }
  }
  const chosen = new Map(announcement.lines.flatMap(({ lineNumber, option }) => (option ? [[lineNumber, option]] : [])))
  const parcels = chooseParcels(decision, chosen, compiled)
  if ('problem' in parcels)
    throw new AppError('validation_failed', 'Choose another return option. This one doesn’t accept these items.')
  const reference = await insertReturn(transaction, { announcement, loaded, request, decision, chosen: parcels, now })
  return { outcome: 'announced', reference, isNew: true }
}

const lockReturnsOfOrder = fixed((client: string, orderNumber: string) =>
  sql`
    select from announced_returns where client_code = ${client} and order_number = ${orderNumber}
    order by return_reference for no key update`.compile(db),
)

const returnOfKey = fixed((client: string, orderNumber: string, key: string) =>
  db
    .selectFrom('announced_returns')
    .select('return_reference')
    .where('client_code', '=', client)
    .where('order_number', '=', orderNumber)
    .where('announced_key', '=', key)
    .compile(),
)

/** Locks an order against other returns being added. */
async function lockOrder(transaction: Transaction, client: string, orderNumber: string): Promise<void> {
  const order = await transaction.writeRow(selectOrderForUpdate(client, orderNumber))
  if (!order) throw new AppError('not_found', `Order ${orderNumber} not found. Check the number.`)
  if (!order.has_parcels && order.status !== 'D' && order.status !== 'V')
    throw new AppError('unprocessable', 'This order hasn’t been despatched yet.')
}

const selectOrderForUpdate = fixed((client: string, orderNumber: string) =>
  sql<{ status: string; has_parcels: boolean }>`
    select status, exists (
      select from parcels p where p.client_code = o.client_code and p.order_number = o.order_number
    ) as has_parcels
    from orders o where client_code = ${client} and order_number = ${orderNumber} for update`.compile(db),
)

function requestOf({ lines, oneParcel }: Announcement): ReturnRequest {
  if (lines.length === 0) throw new AppError('validation_failed', 'Choose at least one item.')
  if (new Set(lines.map(({ lineNumber }) => lineNumber)).size < lines.length)
    throw new AppError('validation_failed', 'Name each line once.')
  return {
    lines: lines.map(({ lineNumber, quantity, reason, resolution, serials }) => ({
      lineNumber,
      quantity,
      reason,
      resolution,
      ...(serials && { serials }),
    })),
    ...(oneParcel && { oneParcel }),
  }
}

async function bookForAnnouncement(
  transaction: Transaction,
  input: { announcement: Announcement; current: CompiledReturnsBook; services: object; now: Date },
): Promise<CompiledReturnsBook> {
  const { announcement, current, services, now } = input
  const { seen, client } = announcement
  if (!seen || seen.bookVersion === current.book.version) return current
  return isAnswerValid(seen.at, now)
    ? returnsBook(transaction, client, { version: seen.bookVersion, services })
    : current
}

/** Letters and digits that cannot be confused with each other. Ten of them give 10^15 references. */
const REFERENCE_CHARACTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const newReference = () =>
  `R${Array.from({ length: 10 }, () => REFERENCE_CHARACTERS[randomInt(REFERENCE_CHARACTERS.length)]).join('')}`

type NewReturn = {
  announcement: Announcement
  loaded: LoadedReturnOrder
  request: ReturnRequest
  decision: ReturnDecision
  /** Parcels with the chosen options. */
  chosen: readonly AnnouncedParcel[]
  now: Date
}

async function insertReturn(transaction: Transaction, input: NewReturn): Promise<string> {
  const { announcement, loaded, request, decision, now } = input
  const { client, by, overrule } = announcement
  const newlyAnnounced = newReturn(input)
  const pieces = decision.lines.map(({ lineNumber, quantity }) => ({ lineNumber, quantity }))
  const keptLines = decision.lines.filter(({ answer, keep }) => answer === 'allowed' && keep)
  const keptPieces = keptLines.map(({ lineNumber, quantity }) => ({ lineNumber, quantity }))
  const moves: Move[] = [
    ...pieces.map((piece) => ({ ...piece, state: 'announced' as const })),
    ...keptPieces.map((piece) => ({ ...piece, state: 'kept' as const })),
  ]
  const to = moveLines(newlyAnnounced, moves, dayOf(now))
  if ('problem' in to) throw new AppError('unprocessable', 'These items can’t be returned.')
  // A return that waits for a review must not be sent yet.
  const at = { client, reference: to.reference, now }
  const parcels = to.review === 'waiting' ? input.chosen : await takeLabels(transaction, at, input.chosen)
  const steps = [
    { step: 'announced' as const, at: now, by, reason: overrule ?? '', pieces },
    ...(keptPieces.length > 0 ? [{ step: 'kept' as const, at: now, by: '', pieces: keptPieces }] : []),
  ]
  await inOrder([
    transaction.write(
      prepared(
        db.insertInto('announced_returns').values({
          client_code: client,
          return_reference: to.reference,
          order_number: to.orderNumber,
          announced_key: announcement.key,
          announced_at: now,
          channel: announcement.channel,
          by_name: by,
          state: stateOf(to),
          review: to.review,
          ...(overrule !== undefined && { reviewed_at: now, reviewed_by: by, review_reason: overrule }),
          book_version: decision.bookVersion,
          saw: JSON.stringify({ order: loaded.order, facts: loaded.facts, asked: request, at: now.toISOString() }),
          parcels: JSON.stringify(parcels),
          fee: decision.fee,
          postage: parcels.reduce((sum, { shopperPays }) => sum + shopperPays, 0),
          refund_due_on: to.refundDueOn,
          version: steps.length,
        }),
      ),
    ),
    transaction.write(insertLines(lineRows(input, to))),
    ...writeSteps(transaction, { client, now }, [{ to, steps }]),
    writeEvents(transaction, { client, now }, [{ to, steps }]),
  ])
  if (to.exchange === 'make') await makeExchange(transaction, { client, by, now }, { ...to, version: steps.length })
  else await refreshDue(transaction, { client, now }, [to.orderNumber])
  return to.reference
}

/** A new return, before its pieces are moved to announced. */
function newReturn({ announcement, decision }: NewReturn): AnnouncedReturn {
  const inReview = decision.lines.some(({ answer }) => answer === 'review')
  return {
    reference: newReference(),
    orderNumber: announcement.orderNumber,
    review: inReview ? 'waiting' : announcement.overrule === undefined ? 'none' : 'allowed',
    refundDueOn: null,
    exchangeOrder: '',
    exchange: 'none',
    version: 0,
    lines: decision.lines.map((line, at) => ({
      lineNumber: line.lineNumber,
      sku: line.sku,
      quantity: line.quantity,
      resolution: announcement.lines[at]?.resolution ?? 'refund',
      answer: line.answer,
      pieces: NO_PIECES,
    })),
  }
}

/** Each number of lines is a prepared statement of its own; most returns have few. */
const FEW_LINES = 3

function insertLines(rows: ReturnType<typeof lineRows>) {
  const insert = db.insertInto('announced_lines').values(rows)
  return rows.length <= FEW_LINES ? prepared(insert) : insert
}

function lineRows({ announcement, decision }: NewReturn, to: AnnouncedReturn) {
  return to.lines.map((line, at) => ({
    client_code: announcement.client,
    return_reference: to.reference,
    order_number: to.orderNumber,
    line_number: line.lineNumber,
    sku_code: line.sku,
    quantity: line.quantity,
    reason_code: decision.lines[at]?.reason ?? '',
    comment: announcement.lines[at]?.comment ?? '',
    resolution: line.resolution,
    answer: line.answer,
    text: decision.lines[at]?.text ?? '',
    destination: decision.lines[at]?.destination ?? null,
    ...rowOfPieces(line.pieces),
  }))
}
