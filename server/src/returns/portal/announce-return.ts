import { randomInt } from 'node:crypto'
import { type AnnouncedParcel, chooseParcels } from '@despatch/domain/returns/portal/announced-parcel'
import { type AnnouncedReturn, type Move, moveLines, stateOf } from '@despatch/domain/returns/portal/announced-return'
import type { CompiledReturnsBook } from '@despatch/domain/returns/rules/compile-returns-book'
import { allowLines } from '@despatch/domain/returns/portal/allow-lines'
import { isOtherForShopper } from '@despatch/domain/returns/rules/compare-decisions'
import { decideReturn } from '@despatch/domain/returns/rules/decide-return'
import type { ReturnDecision } from '@despatch/domain/returns/rules/return-decision'
import type { AskedReturn } from '@despatch/domain/returns/return-order'
import { holdsStill } from '@despatch/domain/returns/shoppers-page/shopper-answer'
import { NO_PIECES } from '@despatch/domain/returns/life/return-states'
import type { Resolution } from '@despatch/domain/returns/rules/returns-book'
import { dayOf } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import { fixed, prepared } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import { inOrder, type Transaction } from '../../database/transaction.ts'
import { AppError } from '../../process/app-error.ts'
import { type KnownOrder, loadReturnOrders } from '../rules/return-orders.ts'
import { returnsBook } from '../rules/returns-book-cache.ts'
import { takeLabels } from './take-labels.ts'
import { rowOfPieces } from './load-returns.ts'
import { makeExchange } from './make-exchange.ts'
import { refreshDue } from './refresh-due.ts'
import { writeEvents, writeSteps } from './save-returns.ts'

/** A line that someone wants to send back. */
export type AnnouncedLineAsked = {
  readonly lineNumber: number
  readonly quantity: number
  /** A reason code of the book. */
  readonly reason: string
  readonly comment?: string
  readonly resolution: Resolution
  /** An id of those that the decision offers for its parcel; left out: the cheapest. All lines of a parcel have the same. */
  readonly option?: string
  readonly serials?: readonly string[]
}

export type Announcement = {
  readonly client: string
  /** As it is kept: see `findStoredOrderNumber`. */
  readonly orderNumber: string
  readonly lines: readonly AnnouncedLineAsked[]
  readonly oneParcel?: boolean
  /** Of the caller, at most 200 characters: the same order announced again under the same key is one return. */
  readonly key: string
  readonly channel: 'portal' | 'staff'
  /** The name of staff; '' for the shopper. */
  readonly by: string
  /**
   * What the caller was answered before: by which version of the book, and when. Within a day that answer holds, whatever was
   * published meanwhile. It has to come from the server (signed or kept), never from a form as it is.
   */
  readonly seen?: { readonly bookVersion: number; readonly at: Date }
  /** Staff alone: allows lines that rules refuse or want reviewed, for this reason. Pieces that are not there stay refused. */
  readonly overrule?: string
}

export type Announced =
  /** It is kept; `isNew` is false where the same was announced under this key before. */
  | { readonly outcome: 'announced'; readonly reference: string; readonly isNew: boolean }
  /** Nothing is kept: a line may not come back. The decision says which, and why. */
  | { readonly outcome: 'refused'; readonly decision: ReturnDecision; readonly compiled: CompiledReturnsBook }
  /** Nothing is kept: what the caller was shown is more than a day old, and would be answered otherwise by now. */
  | { readonly outcome: 'changed'; readonly decision: ReturnDecision; readonly compiled: CompiledReturnsBook }

/**
 * Announces a return of despatched lines of one order: decides it by the book, keeps it with what the decision saw, and queues
 * its acknowledgement (a row of `return_mails`), all in this transaction. Lines that need it wait for a review; their pieces
 * are held meanwhile. It holds the order until the transaction ends, so that of several who announce the last piece at once
 * one is taken. Throws an AppError: not_found for an order that is not there, unprocessable where nothing was despatched,
 * validation_failed for an option that does not serve a parcel or lines that are not told apart.
 */
export async function announceReturn(
  transaction: Transaction,
  { services, now }: { services: object; now: Date },
  given: Announcement,
): Promise<Announced> {
  const { client, orderNumber } = given
  // Together: each is read after the order is held, and its returns before it, in the order of locks.
  const [, , before, [known], current] = await inOrder([
    transaction.write(heldReturns(client, orderNumber)),
    holdOrder(transaction, client, orderNumber),
    transaction.row(returnOfKey(client, orderNumber, given.key)),
    loadReturnOrders(transaction, client, { numbers: [orderNumber], now }),
    returnsBook(transaction, client, { services }),
  ])
  if (before) return { outcome: 'announced', reference: before.return_reference, isNew: false }
  if (!known) throw new AppError('not_found', `There is no order ${orderNumber}. Check its number.`)
  const asked = askedOf(given)
  const compiled = await bookFor(transaction, { given, current, services, now })
  const decided = decideReturn(known.order, known.facts, asked, compiled, now)
  const oneParcel = given.oneParcel === true
  const decision =
    given.overrule === undefined ? decided : allowLines(decided, { order: known.order, compiled, oneParcel })
  if (decision.lines.some(({ answer }) => answer === 'refused')) return { outcome: 'refused', decision, compiled }
  if (given.seen && compiled.book.version !== given.seen.bookVersion) {
    const seen = await returnsBook(transaction, client, { version: given.seen.bookVersion, services })
    const was = decideReturn(known.order, known.facts, asked, seen, now)
    if (isOtherForShopper(was, decided)) return { outcome: 'changed', decision, compiled }
  }
  const chosen = new Map(given.lines.flatMap(({ lineNumber, option }) => (option ? [[lineNumber, option]] : [])))
  const parcels = chooseParcels(decision, chosen, compiled)
  if ('problem' in parcels)
    throw new AppError('validation_failed', 'Choose another way to send it back: this one does not take these items.')
  const reference = await keepAnnounced(transaction, { given, known, asked, decision, chosen: parcels, now })
  return { outcome: 'announced', reference, isNew: true }
}

const heldReturns = fixed((client: string, orderNumber: string) =>
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

/** Holds an order against everyone who adds a return of it. */
async function holdOrder(transaction: Transaction, client: string, orderNumber: string): Promise<void> {
  const order = await transaction.writeRow(heldOrder(client, orderNumber))
  if (!order) throw new AppError('not_found', `There is no order ${orderNumber}. Check its number.`)
  if (!order.has_parcels && order.status !== 'D' && order.status !== 'V')
    throw new AppError('unprocessable', 'Nothing of this order has been despatched yet.')
}

const heldOrder = fixed((client: string, orderNumber: string) =>
  sql<{ status: string; has_parcels: boolean }>`
    select status, exists (
      select from parcels p where p.client_code = o.client_code and p.order_number = o.order_number
    ) as has_parcels
    from orders o where client_code = ${client} and order_number = ${orderNumber} for update`.compile(db),
)

function askedOf({ lines, oneParcel }: Announcement): AskedReturn {
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

async function bookFor(
  transaction: Transaction,
  asked: { given: Announcement; current: CompiledReturnsBook; services: object; now: Date },
): Promise<CompiledReturnsBook> {
  const { given, current, services, now } = asked
  const { seen, client } = given
  if (!seen || seen.bookVersion === current.book.version) return current
  return holdsStill(seen.at, now) ? returnsBook(transaction, client, { version: seen.bookVersion, services }) : current
}

/** Letters and digits that nobody mistakes for others; ten of them are a million million million. */
const SIGNS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const newReference = () => `R${Array.from({ length: 10 }, () => SIGNS[randomInt(SIGNS.length)]).join('')}`

type Kept = {
  given: Announcement
  known: KnownOrder
  asked: AskedReturn
  decision: ReturnDecision
  /** As they were chosen. */
  chosen: readonly AnnouncedParcel[]
  now: Date
}

async function keepAnnounced(transaction: Transaction, kept: Kept): Promise<string> {
  const { given, known, asked, decision, now } = kept
  const { client, by, overrule } = given
  const fresh = freshReturn(kept)
  const pieces = decision.lines.map(({ lineNumber, quantity }) => ({ lineNumber, quantity }))
  const keepable = decision.lines.filter(({ answer, keep }) => answer === 'allowed' && keep)
  const keptPieces = keepable.map(({ lineNumber, quantity }) => ({ lineNumber, quantity }))
  const moves: Move[] = [
    ...pieces.map((piece) => ({ ...piece, state: 'announced' as const })),
    ...keptPieces.map((piece) => ({ ...piece, state: 'kept' as const })),
  ]
  const to = moveLines(fresh, moves, dayOf(now))
  if ('problem' in to) throw new AppError('unprocessable', 'These items cannot be announced.')
  // What waits for a review is not to be sent yet.
  const at = { client, reference: to.reference, now }
  const parcels = to.review === 'waiting' ? kept.chosen : await takeLabels(transaction, at, kept.chosen)
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
          announced_key: given.key,
          announced_at: now,
          channel: given.channel,
          by_name: by,
          state: stateOf(to),
          review: to.review,
          ...(overrule !== undefined && { reviewed_at: now, reviewed_by: by, review_reason: overrule }),
          book_version: decision.bookVersion,
          saw: JSON.stringify({ order: known.order, facts: known.facts, asked, at: now.toISOString() }),
          parcels: JSON.stringify(parcels),
          fee: decision.fee,
          postage: parcels.reduce((sum, { shopperPays }) => sum + shopperPays, 0),
          refund_due_on: to.refundDueOn,
          version: steps.length,
        }),
      ),
    ),
    transaction.write(insertLines(lineRows(kept, to))),
    ...writeSteps(transaction, { client, now }, [{ to, steps }]),
    writeEvents(transaction, { client, now }, [{ to, steps }]),
  ])
  if (to.exchange === 'make') await makeExchange(transaction, { client, by, now }, { ...to, version: steps.length })
  else await refreshDue(transaction, { client, now }, [to.orderNumber])
  return to.reference
}

/** A return before any of its pieces is announced. */
function freshReturn({ given, decision }: Kept): AnnouncedReturn {
  const inReview = decision.lines.some(({ answer }) => answer === 'review')
  return {
    reference: newReference(),
    orderNumber: given.orderNumber,
    review: inReview ? 'waiting' : given.overrule === undefined ? 'none' : 'allowed',
    refundDueOn: null,
    exchangeOrder: '',
    exchange: 'none',
    version: 0,
    lines: decision.lines.map((line, at) => ({
      lineNumber: line.lineNumber,
      sku: line.sku,
      quantity: line.quantity,
      resolution: given.lines[at]?.resolution ?? 'refund',
      answer: line.answer,
      pieces: NO_PIECES,
    })),
  }
}

/** Each number of lines is a text of its own: shoppers send back a few. */
const FEW_LINES = 3

function insertLines(rows: ReturnType<typeof lineRows>) {
  const insert = db.insertInto('announced_lines').values(rows)
  return rows.length <= FEW_LINES ? prepared(insert) : insert
}

function lineRows({ given, decision }: Kept, to: AnnouncedReturn) {
  return to.lines.map((line, at) => ({
    client_code: given.client,
    return_reference: to.reference,
    order_number: to.orderNumber,
    line_number: line.lineNumber,
    sku_code: line.sku,
    quantity: line.quantity,
    reason_code: decision.lines[at]?.reason ?? '',
    comment: given.lines[at]?.comment ?? '',
    resolution: line.resolution,
    answer: line.answer,
    text: decision.lines[at]?.text ?? '',
    destination: decision.lines[at]?.destination ?? null,
    ...rowOfPieces(line.pieces),
  }))
}
