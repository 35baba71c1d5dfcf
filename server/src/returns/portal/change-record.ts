import type { announcedReturns as routes } from '@despatch/contract/returns/portal/announced-returns'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { DATA_UPDATED } from '@despatch/domain/feedback/messages'
import { type AnnouncedReturn, owedPieces } from '@despatch/domain/returns/portal/announced-return'
import { answerText } from '@despatch/domain/returns/rules/explain-return'
import { costOfText, costText } from '@despatch/domain/routing/allocation/units'
import { currencyOf } from '../../administration/clients/client-currency.ts'
import { audit } from '../../audit/write-audit.ts'
import { findStoredOrderNumber } from '../../database/stored-names.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { refuseExcessDecimals } from '../../process/refuse-excess-decimals.ts'
import { type AnnounceOutcome, announceReturn } from './announce-return.ts'
import { decideReview, lockReturn, movePieces, refuseChanged } from './change-returns.ts'
import { saveReturns, type Step } from './save-returns.ts'
import { clientOfReturn } from './client-of-return.ts'
import { requireReason } from './paid-lines.ts'
import { voidLabels } from './void-labels.ts'

type ChangeAnswer = RouteAnswer<typeof routes.mark>

/**
 * Allows or refuses a return that waits for a review.
 *
 * @throws AppError 404, 409
 */
export async function reviewReturn(
  context: Context,
  { params, body }: RouteChecked<typeof routes.review>,
): Promise<ChangeAnswer> {
  const { client, reference } = await findReturn(context, params)
  const { answer, reason, version: shown } = body
  const change = { client, reference, by: context.caller.username, now: context.now, answer, reason, shown }
  await decideReview(context.transaction, context, change)
  return auditChange(context, { client, reference }, answer === 'allowed' ? 'allowed' : 'refused', { reason })
}

/**
 * Records a refund that was paid.
 *
 * @throws AppError 404, 409, and 422 if the pieces are not owed, or the amount differs from what is left of their price
 * and no reason is given
 */
export async function refundReturn(
  context: Context,
  { params, body }: RouteChecked<typeof routes.refund>,
): Promise<ChangeAnswer> {
  const { transaction, now, caller } = context
  const { client, reference } = await findReturn(context, params)
  const before = await lockReturn(transaction, { client, reference })
  await refuseChanged(transaction, client, before, body.version)
  refuseNotOwed(before, body.lines)
  const currency = await currencyOf(transaction, client)
  for (const path of ['amount', 'deduction'] as const) refuseExcessDecimals(path, body[path] ?? '', currency)
  const moves = body.lines.map((line) => ({ ...line, state: 'refunded' as const }))
  const to = movePieces(before, moves, now)
  const [amount, deduction] = [costOfText(body.amount), costOfText(body.deduction || '0')]
  const { lines, reason } = body
  const { orderNumber } = before
  await requireReason(transaction, { client, orderNumber, currency }, { lines, amount, deduction, reason })
  const step: Step = {
    step: 'refunded',
    at: now,
    by: caller.username,
    reason: body.reason,
    pieces: body.lines,
    amount,
    deduction,
  }
  await saveReturns(transaction, { client, now, source: 'portal' }, [{ to, steps: [step] }])
  const after = { amount: costText(amount), deduction: costText(deduction), reason: body.reason }
  return auditChange(context, { client, reference }, 'refunded', after)
}

/**
 * Refuses pieces that are not owed a refund: not sent, withdrawn, replaced, or already decided.
 *
 * @throws AppError 422
 */
function refuseNotOwed(before: AnnouncedReturn, lines: readonly { lineNumber: number; quantity: number }[]): void {
  for (const [lineNumber, pieces] of Map.groupBy(lines, (line) => line.lineNumber)) {
    const line = before.lines.find((one) => one.lineNumber === lineNumber)
    const owed = line ? owedPieces(line, before) : 0
    if (pieces.reduce((sum, { quantity }) => sum + quantity, 0) > owed)
      throw new AppError(
        'unprocessable',
        `A refund is owed for at most ${owed} of ${line?.sku ?? `line ${lineNumber}`}. Reload the return.`,
      )
  }
}

/**
 * Records the state of pieces.
 *
 * @throws AppError 404, 409, and 422 if fewer pieces can move
 */
export async function markReturn(
  context: Context,
  { params, body }: RouteChecked<typeof routes.mark>,
): Promise<ChangeAnswer> {
  const { transaction, now, caller } = context
  const { client, reference } = await findReturn(context, params)
  const before = await lockReturn(transaction, { client, reference })
  const { state, lines, reason } = body
  await refuseChanged(transaction, client, before, body.version)
  if (state === 'rejected') refuseNotOwed(before, lines)
  const to = movePieces(
    before,
    lines.map((line) => ({ ...line, state })),
    now,
  )
  if (to.lines.some((line, at) => line.pieces.extra > (before.lines[at]?.pieces.extra ?? 0)))
    throw new AppError('unprocessable', 'That is more than was announced. Enter fewer units.')
  const step: Step = { step: state, at: now, by: caller.username, reason, pieces: lines }
  await saveReturns(transaction, { client, now, source: 'portal' }, [{ to, steps: [step] }])
  if (state === 'withdrawn') await voidLabels(transaction, to, { client, now })
  return auditChange(context, { client, reference }, state, { reason })
}

/**
 * Announces a return on behalf of a shopper.
 *
 * @throws AppError 404, or 422 with the refused lines and reasons
 */
export async function announceForShopper(
  context: Context,
  { body }: RouteChecked<typeof routes.announce>,
): Promise<ChangeAnswer> {
  const { transaction, client, caller, requestId } = context
  const { overrule, lines, oneParcel } = body
  const orderNumber = await findStoredOrderNumber(transaction, [client], body.orderNumber)
  const announced = await announceReturn(transaction, context, {
    client,
    orderNumber,
    lines: lines.map(({ option, ...line }) => ({ ...line, ...(option !== undefined && { option }) })),
    oneParcel,
    key: `staff ${requestId}`,
    channel: 'staff',
    by: caller.username,
    ...(overrule !== undefined && { overrule }),
  })
  if (announced.outcome !== 'announced') throw refusalOf(announced)
  const { reference } = announced
  await audit(context, {
    clientCode: client,
    act: 'return.announced',
    object: reference,
    record: `order:${orderNumber}`,
    after: { orderNumber, lines: lines.length, ...(overrule !== undefined && { overrule }) },
  })
  return { message: `Return ${reference} created.`, returnReference: reference }
}

function refusalOf({ decision, compiled }: Exclude<AnnounceOutcome, { outcome: 'announced' }>): AppError {
  const refused = decision.lines.filter(({ answer }) => answer === 'refused')
  const words = refused.map((line) => `${line.sku || `Line ${line.lineNumber}`}: ${answerText(line, { compiled })}`)
  return new AppError('unprocessable', words.join(' '))
}

async function findReturn({ transaction, clients }: Context, params: { reference: string }) {
  const reference = params.reference.toUpperCase()
  return { reference, client: await clientOfReturn(transaction, clients, reference) }
}

async function auditChange(
  context: Context,
  { client, reference }: { client: string; reference: string },
  what: string,
  after: object,
): Promise<ChangeAnswer> {
  await audit(context, {
    clientCode: client,
    act: 'return.changed',
    object: `${reference}: ${what}`,
    record: `return:${reference}`,
    after,
  })
  return { message: DATA_UPDATED, returnReference: reference }
}
