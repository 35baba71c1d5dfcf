import { allowLines } from '@despatch/domain/returns/portal/allow-lines'
import {
  type AnnouncedParcel,
  chooseParcels,
  type DecisionInputs,
} from '@despatch/domain/returns/portal/announced-parcel'
import { type AnnouncedReturn, type Move, moveLines } from '@despatch/domain/returns/portal/announced-return'
import { decideReturn } from '@despatch/domain/returns/rules/decide-return'
import { changedSinceShown } from '@despatch/domain/feedback/messages'
import { dayOf } from '@despatch/domain/calendar/day'
import { db } from '../../database/sql.ts'
import { inOrder, type Transaction } from '../../database/transaction.ts'
import { AppError } from '../../process/app-error.ts'
import { returnsBook } from '../rules/returns-book-cache.ts'
import { lockReturns } from './load-returns.ts'
import { makeExchange } from './make-exchange.ts'
import { stepTitle } from './read-record.ts'
import { takeLabels } from './take-labels.ts'
import { saveReturns, type Step } from './save-returns.ts'
import { voidLabels } from './void-labels.ts'

/** A change of a return: `by` is the name of staff, '' for the shopper. */
export type ReturnChange = {
  readonly client: string
  readonly reference: string
  readonly by: string
  readonly now: Date
}

/**
 * Locks a return until the transaction ends, and loads it.
 *
 * @throws AppError 404
 */
export async function lockReturn(
  transaction: Transaction,
  { client, reference }: Pick<ReturnChange, 'client' | 'reference'>,
): Promise<AnnouncedReturn> {
  const [locked] = await lockReturns(transaction, client, [reference])
  if (!locked) throw new AppError('not_found', `Return ${reference} not found. Check the reference.`)
  return locked
}

/**
 * Refuses a change if the return has another version than the caller saw.
 *
 * @throws AppError 409 with the last step
 */
export async function refuseChanged(
  transaction: Transaction,
  client: string,
  { reference, version }: AnnouncedReturn,
  shown: number | undefined,
): Promise<void> {
  if (shown === undefined || shown === version) return
  const last = await transaction.row(
    db
      .selectFrom('return_steps')
      .select(['step', 'reason'])
      .where('client_code', '=', client)
      .where('return_reference', '=', reference)
      .orderBy('step_number', 'desc')
      .limit(1),
  )
  const { step, reason } = last ?? { step: 'changed', reason: '' }
  throw new AppError('version_conflict', changedSinceShown(`Return ${reference}`, stepTitle(step), reason))
}

/**
 * Moves pieces of a locked return.
 *
 * @throws AppError 422 if its lines do not have them
 */
export function movePieces(locked: AnnouncedReturn, moves: readonly Move[], now: Date): AnnouncedReturn {
  const to = moveLines(locked, moves, dayOf(now))
  if (!('problem' in to)) return to
  const sku = locked.lines.find(({ lineNumber }) => lineNumber === to.lineNumber)?.sku ?? `line ${to.lineNumber}`
  throw new AppError('unprocessable', `At most ${to.atMost} of ${sku} can still be changed. Reload the return.`)
}

/** Announced pieces that have not been sent, by line. */
export const unsentPieces = ({ lines }: AnnouncedReturn) =>
  lines.flatMap(({ lineNumber, pieces }) =>
    pieces.goods.announced > 0 ? [{ lineNumber, quantity: pieces.goods.announced }] : [],
  )

/**
 * Withdraws the unsent pieces of a return, so that they can be announced again, and queues the email. Repeating it has
 * no effect.
 *
 * @throws AppError not_found, or unprocessable if all of it is on its way or settled
 */
export async function withdrawReturn(transaction: Transaction, change: ReturnChange): Promise<void> {
  const { client, by, now } = change
  const locked = await lockReturn(transaction, change)
  const pieces = unsentPieces(locked)
  if (pieces.length === 0) {
    if (locked.lines.every(({ pieces: { goods }, quantity }) => goods.withdrawn === quantity)) return
    throw new AppError('unprocessable', 'You can’t cancel this return. It is on its way or already processed.')
  }
  const moves = pieces.map((piece) => ({ ...piece, state: 'withdrawn' as const }))
  const to = movePieces(locked, moves, now)
  await saveReturns(transaction, { client, now, source: 'portal' }, [
    { to, steps: [{ step: 'withdrawn', at: now, by, pieces }] },
  ])
  await voidLabels(transaction, to, { client, now })
}

/**
 * Decides a review: all lines in review are allowed, or refused with a reason for the shopper. Allowed lines get
 * options that were not offered before. Queues the email.
 *
 * @throws AppError not_found, or version_conflict if it is not waiting, or changed since the caller saw it
 */
export async function decideReview(
  transaction: Transaction,
  { services }: { services: object },
  change: ReturnChange & {
    readonly answer: 'allowed' | 'refused'
    readonly reason: string
    /** The version that the caller saw. */
    readonly shown?: number | undefined
  },
): Promise<void> {
  const { client, reference, by, now, answer, reason } = change
  const locked = await lockReturn(transaction, change)
  await refuseChanged(transaction, client, locked, change.shown)
  if (locked.review !== 'waiting')
    throw new AppError('version_conflict', 'This return has already been reviewed. Reload it to see the decision.')
  const inReview = locked.lines.filter((line) => line.answer === 'review')
  const pieces = inReview.map(({ lineNumber, pieces: { goods } }) => ({ lineNumber, quantity: goods.announced }))
  const reviewedPieces = pieces.filter(({ quantity }) => quantity > 0)
  const lines = locked.lines.map((line) => (line.answer === 'review' ? { ...line, answer } : line))
  const settled = { ...locked, lines, review: answer }
  const steps: Step[] = [
    { step: answer === 'allowed' ? 'review_allowed' : 'refused', at: now, by, reason, pieces: reviewedPieces },
  ]
  const of = { client, reference, now }
  const parcels =
    answer === 'allowed'
      ? await parcelsAfterApproval(transaction, { ...of, services })
      : await parcelsAfterRefusal(transaction, of)
  const refused = answer === 'refused' ? reviewedPieces.map((piece) => ({ ...piece, state: 'refused' as const })) : []
  const keptPieces = parcels.keptLines.flatMap((lineNumber) =>
    reviewedPieces.filter((piece) => piece.lineNumber === lineNumber),
  )
  if (keptPieces.length > 0) steps.push({ step: 'kept', at: now, by: '', pieces: keptPieces })
  const moves = [...refused, ...keptPieces.map((piece) => ({ ...piece, state: 'kept' as const }))]
  const to = movePieces(settled, moves, now)
  await inOrder([
    transaction.write(
      db
        .updateTable('announced_returns')
        .set({
          reviewed_at: now,
          reviewed_by: by,
          review_reason: reason,
          parcels: JSON.stringify(parcels.parcels),
          fee: parcels.fee,
          postage: parcels.parcels.reduce((sum, { shopperPays }) => sum + shopperPays, 0),
        })
        .where('client_code', '=', client)
        .where('return_reference', '=', reference),
    ),
    saveReturns(transaction, { client, now, source: 'portal' }, [{ to, steps }]),
  ])
  const saved = { ...to, version: to.version + steps.length }
  if (to.exchange === 'make') await makeExchange(transaction, { client, by, now }, saved)
}

type ParcelPlan = { parcels: AnnouncedParcel[]; fee: number; keptLines: number[] }

/**
 * Parcels of the lines allowed from the start, after the lines in review are refused: all had waited for the review, so
 * labels are taken now.
 */
async function parcelsAfterRefusal(
  transaction: Transaction,
  of: { client: string; reference: string; now: Date },
): Promise<ParcelPlan> {
  const head = await transaction.row(
    db
      .selectFrom('announced_returns')
      .select(['parcels', 'fee'])
      .where('client_code', '=', of.client)
      .where('return_reference', '=', of.reference),
  )
  return { parcels: await takeLabels(transaction, of, head?.parcels ?? []), fee: head?.fee ?? 0, keptLines: [] }
}

/** Parcels of all lines after those in review are allowed; options chosen earlier stay. */
async function parcelsAfterApproval(
  transaction: Transaction,
  { client, reference, services, now }: { client: string; reference: string; services: object; now: Date },
): Promise<ParcelPlan> {
  const head = await transaction.row(
    db
      .selectFrom('announced_returns')
      .select(['saw', 'parcels', 'book_version'])
      .where('client_code', '=', client)
      .where('return_reference', '=', reference),
  )
  if (!head) return { parcels: [], fee: 0, keptLines: [] }
  const { order, facts, asked, at }: DecisionInputs = head.saw
  const compiled = await returnsBook(transaction, client, { version: head.book_version, services })
  const decided = decideReturn(order, facts, asked, compiled, new Date(at))
  const decision = allowLines(decided, { order, compiled, oneParcel: asked.oneParcel === true })
  const before: AnnouncedParcel[] = head.parcels
  const chosen = new Map(
    before.flatMap(({ lineNumbers, option }) => (option ? lineNumbers.map((line) => [line, option.id] as const) : [])),
  )
  const keptLines = decision.lines.filter(({ keep }, place) => keep && decided.lines[place]?.answer === 'review')
  const parcels = chooseParcels(decision, chosen, compiled)
  // If the chosen option does not serve the added lines too, use the cheapest options.
  const all = 'problem' in parcels ? chooseParcels(decision, new Map(), compiled) : parcels
  return {
    parcels: await takeLabels(transaction, { client, reference, now }, 'problem' in all ? before : all),
    fee: decision.fee,
    keptLines: keptLines.map(({ lineNumber }) => lineNumber),
  }
}
