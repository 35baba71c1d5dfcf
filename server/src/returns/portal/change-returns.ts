import { allowLines } from '@despatch/domain/returns/portal/allow-lines'
import { type AnnouncedParcel, chooseParcels, type SawReturn } from '@despatch/domain/returns/portal/announced-parcel'
import { type AnnouncedReturn, type Move, moveLines } from '@despatch/domain/returns/portal/announced-return'
import { decideReturn } from '@despatch/domain/returns/rules/decide-return'
import { changedSinceShown } from '@despatch/domain/feedback/messages'
import { dayOf } from '@despatch/domain/calendar/day'
import { db } from '../../database/sql.ts'
import { inOrder, type Transaction } from '../../database/transaction.ts'
import { AppError } from '../../process/app-error.ts'
import { returnsBook } from '../rules/returns-book-cache.ts'
import { holdReturns } from './load-returns.ts'
import { makeExchange } from './make-exchange.ts'
import { stepTitle } from './read-record.ts'
import { takeLabels } from './take-labels.ts'
import { saveReturns, type Step } from './save-returns.ts'
import { voidLabels } from './void-labels.ts'

/** Which return, by whom (the name of staff; '' of its shopper), and when. */
export type ReturnChange = {
  readonly client: string
  readonly reference: string
  readonly by: string
  readonly now: Date
}

/** A return, held until the transaction ends. Throws an AppError (404). */
export async function holdReturn(
  transaction: Transaction,
  { client, reference }: Pick<ReturnChange, 'client' | 'reference'>,
): Promise<AnnouncedReturn> {
  const [held] = await holdReturns(transaction, client, [reference])
  if (!held) throw new AppError('not_found', `There is no return ${reference}. Check its reference.`)
  return held
}

/** Throws an AppError (409) that says what was done last to a held return where it has another version than the caller was shown. */
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

/** Moves pieces of a held return. Throws an AppError (422) where its lines do not have them. */
export function moved(held: AnnouncedReturn, moves: readonly Move[], now: Date): AnnouncedReturn {
  const to = moveLines(held, moves, dayOf(now))
  if (!('problem' in to)) return to
  const sku = held.lines.find(({ lineNumber }) => lineNumber === to.lineNumber)?.sku ?? `line ${to.lineNumber}`
  throw new AppError('unprocessable', `At most ${to.atMost} of ${sku} can still be changed. Reload the return.`)
}

/** The pieces of its lines that are announced and have not been sent. */
export const waitingPieces = ({ lines }: AnnouncedReturn) =>
  lines.flatMap(({ lineNumber, pieces }) =>
    pieces.goods.announced > 0 ? [{ lineNumber, quantity: pieces.goods.announced }] : [],
  )

/**
 * Takes a return back, as far as it has not been sent: its pieces may be announced again. Asked twice it is one. Queues its
 * mail. Throws an AppError: not_found, or unprocessable where all of it is on its way or done with.
 */
export async function withdrawReturn(transaction: Transaction, change: ReturnChange): Promise<void> {
  const { client, by, now } = change
  const held = await holdReturn(transaction, change)
  const pieces = waitingPieces(held)
  if (pieces.length === 0) {
    if (held.lines.every(({ pieces: { goods }, quantity }) => goods.withdrawn === quantity)) return
    throw new AppError(
      'unprocessable',
      'This return can no longer be cancelled: it is on its way or has been dealt with.',
    )
  }
  const moves = pieces.map((piece) => ({ ...piece, state: 'withdrawn' as const }))
  const to = moved(held, moves, now)
  await saveReturns(transaction, { client, now, source: 'portal' }, [
    { to, steps: [{ step: 'withdrawn', at: now, by, pieces }] },
  ])
  await voidLabels(transaction, to, { client, now })
}

/**
 * Settles a return that waits for a review: all its lines in review are allowed, or refused with a reason that its shopper is
 * told. Allowed ones get the options that were not there before. Queues the mail. Throws an AppError: not_found, or
 * version_conflict where it does not wait (any more), or changed since the caller was shown it.
 */
export async function decideReview(
  transaction: Transaction,
  { services }: { services: object },
  change: ReturnChange & {
    readonly answer: 'allowed' | 'refused'
    readonly reason: string
    /** The version that the caller was shown. */
    readonly shown?: number | undefined
  },
): Promise<void> {
  const { client, reference, by, now, answer, reason } = change
  const held = await holdReturn(transaction, change)
  await refuseChanged(transaction, client, held, change.shown)
  if (held.review !== 'waiting')
    throw new AppError(
      'version_conflict',
      'This return is not waiting for a review. Reload it to see what was decided.',
    )
  const inReview = held.lines.filter((line) => line.answer === 'review')
  const pieces = inReview.map(({ lineNumber, pieces: { goods } }) => ({ lineNumber, quantity: goods.announced }))
  const told = pieces.filter(({ quantity }) => quantity > 0)
  const lines = held.lines.map((line) => (line.answer === 'review' ? { ...line, answer } : line))
  const settled = { ...held, lines, review: answer }
  const steps: Step[] = [
    { step: answer === 'allowed' ? 'review_allowed' : 'refused', at: now, by, reason, pieces: told },
  ]
  const of = { client, reference, now }
  const parcels =
    answer === 'allowed' ? await parcelsAllowed(transaction, { ...of, services }) : await parcelsLeft(transaction, of)
  const refused = answer === 'refused' ? told.map((piece) => ({ ...piece, state: 'refused' as const })) : []
  const kept = parcels.kept.flatMap((lineNumber) => told.filter((piece) => piece.lineNumber === lineNumber))
  if (kept.length > 0) steps.push({ step: 'kept', at: now, by: '', pieces: kept })
  const moves = [...refused, ...kept.map((piece) => ({ ...piece, state: 'kept' as const }))]
  const to = moved(settled, moves, now)
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

type Travelling = { parcels: AnnouncedParcel[]; fee: number; kept: number[] }

/** How what was allowed from the start travels once the lines in review are refused: all of it waited for that. */
async function parcelsLeft(
  transaction: Transaction,
  of: { client: string; reference: string; now: Date },
): Promise<Travelling> {
  const head = await transaction.row(
    db
      .selectFrom('announced_returns')
      .select(['parcels', 'fee'])
      .where('client_code', '=', of.client)
      .where('return_reference', '=', of.reference),
  )
  return { parcels: await takeLabels(transaction, of, head?.parcels ?? []), fee: head?.fee ?? 0, kept: [] }
}

/** How all lines of a return travel once those in review are allowed; options that were chosen before stay. */
async function parcelsAllowed(
  transaction: Transaction,
  { client, reference, services, now }: { client: string; reference: string; services: object; now: Date },
): Promise<Travelling> {
  const head = await transaction.row(
    db
      .selectFrom('announced_returns')
      .select(['saw', 'parcels', 'book_version'])
      .where('client_code', '=', client)
      .where('return_reference', '=', reference),
  )
  if (!head) return { parcels: [], fee: 0, kept: [] }
  const { order, facts, asked, at }: SawReturn = head.saw
  const compiled = await returnsBook(transaction, client, { version: head.book_version, services })
  const decided = decideReturn(order, facts, asked, compiled, new Date(at))
  const decision = allowLines(decided, { order, compiled, oneParcel: asked.oneParcel === true })
  const before: AnnouncedParcel[] = head.parcels
  const chosen = new Map(
    before.flatMap(({ lineNumbers, option }) => (option ? lineNumbers.map((line) => [line, option.id] as const) : [])),
  )
  const kept = decision.lines.filter(({ keep }, place) => keep && decided.lines[place]?.answer === 'review')
  const parcels = chooseParcels(decision, chosen, compiled)
  // What was chosen before does not take what comes to it: then the lines that were allowed go as they would have.
  const all = 'problem' in parcels ? chooseParcels(decision, new Map(), compiled) : parcels
  return {
    parcels: await takeLabels(transaction, { client, reference, now }, 'problem' in all ? before : all),
    fee: decision.fee,
    kept: kept.map(({ lineNumber }) => lineNumber),
  }
}
