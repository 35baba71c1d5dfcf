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
import { type Announced, announceReturn } from './announce-return.ts'
import { decideReview, holdReturn, moved, refuseChanged } from './change-returns.ts'
import { saveReturns, type Step } from './save-returns.ts'
import { clientOfReturn } from './client-of-return.ts'
import { refuseWithoutReason } from './paid-of-order.ts'
import { voidLabels } from './void-labels.ts'

type Changed = RouteAnswer<typeof routes.mark>

/** Allows or refuses a return that waits for a review. Throws an AppError (404, 409). */
export async function reviewReturn(
  context: Context,
  { params, body }: RouteChecked<typeof routes.review>,
): Promise<Changed> {
  const { client, reference } = await changing(context, params)
  const { answer, reason, version: shown } = body
  const change = { client, reference, by: context.caller.username, now: context.now, answer, reason, shown }
  await decideReview(context.transaction, context, change)
  return changedBy(context, { client, reference }, answer === 'allowed' ? 'allowed' : 'refused', { reason })
}

/** Records a refund that was paid. Throws an AppError (404, 409, and 422 where the pieces are not owed, or it pays more or less than is left of what they cost without saying why). */
export async function refundReturn(
  context: Context,
  { params, body }: RouteChecked<typeof routes.refund>,
): Promise<Changed> {
  const { transaction, now, caller } = context
  const { client, reference } = await changing(context, params)
  const held = await holdReturn(transaction, { client, reference })
  await refuseChanged(transaction, client, held, body.version)
  refuseNotOwed(held, body.lines)
  const currency = await currencyOf(transaction, client)
  for (const path of ['amount', 'deduction'] as const) refuseExcessDecimals(path, body[path] ?? '', currency)
  const moves = body.lines.map((line) => ({ ...line, state: 'refunded' as const }))
  const to = moved(held, moves, now)
  const [amount, deduction] = [costOfText(body.amount), costOfText(body.deduction || '0')]
  const { lines, reason } = body
  const { orderNumber } = held
  await refuseWithoutReason(transaction, { client, orderNumber, currency }, { lines, amount, deduction, reason })
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
  return changedBy(context, { client, reference }, 'refunded', after)
}

/** Throws an AppError (422) for pieces that are not owed: not sent, withdrawn, replaced, or decided about already. */
function refuseNotOwed(held: AnnouncedReturn, lines: readonly { lineNumber: number; quantity: number }[]): void {
  for (const [lineNumber, asked] of Map.groupBy(lines, (line) => line.lineNumber)) {
    const line = held.lines.find((one) => one.lineNumber === lineNumber)
    const owed = line ? owedPieces(line, held) : 0
    if (asked.reduce((sum, { quantity }) => sum + quantity, 0) > owed)
      throw new AppError(
        'unprocessable',
        `A refund is owed for at most ${owed} of ${line?.sku ?? `line ${lineNumber}`}. Reload the return.`,
      )
  }
}

/** Records what became of pieces. Throws an AppError (404, 409, and 422 where there are not so many to take). */
export async function markReturn(
  context: Context,
  { params, body }: RouteChecked<typeof routes.mark>,
): Promise<Changed> {
  const { transaction, now, caller } = context
  const { client, reference } = await changing(context, params)
  const held = await holdReturn(transaction, { client, reference })
  const { state, lines, reason } = body
  await refuseChanged(transaction, client, held, body.version)
  if (state === 'rejected') refuseNotOwed(held, lines)
  const to = moved(
    held,
    lines.map((line) => ({ ...line, state })),
    now,
  )
  if (to.lines.some((line, at) => line.pieces.extra > (held.lines[at]?.pieces.extra ?? 0)))
    throw new AppError('unprocessable', 'That is more than was announced. Record fewer pieces.')
  const step: Step = { step: state, at: now, by: caller.username, reason, pieces: lines }
  await saveReturns(transaction, { client, now, source: 'portal' }, [{ to, steps: [step] }])
  if (state === 'withdrawn') await voidLabels(transaction, to, { client, now })
  return changedBy(context, { client, reference }, state, { reason })
}

/** Announces a return for a shopper. Throws an AppError (404, 422 with what may not come back, and why). */
export async function announceForShopper(
  context: Context,
  { body }: RouteChecked<typeof routes.announce>,
): Promise<Changed> {
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
  return { message: `Return ${reference} is announced.`, returnReference: reference }
}

function refusalOf({ decision, compiled }: Exclude<Announced, { outcome: 'announced' }>): AppError {
  const refused = decision.lines.filter(({ answer }) => answer === 'refused')
  const words = refused.map((line) => `${line.sku || `Line ${line.lineNumber}`}: ${answerText(line, { compiled })}`)
  return new AppError('unprocessable', words.join(' '))
}

async function changing({ transaction, clients }: Context, params: { reference: string }) {
  const reference = params.reference.toUpperCase()
  return { reference, client: await clientOfReturn(transaction, clients, reference) }
}

async function changedBy(
  context: Context,
  { client, reference }: { client: string; reference: string },
  what: string,
  after: object,
): Promise<Changed> {
  await audit(context, {
    clientCode: client,
    act: 'return.changed',
    object: `${reference}: ${what}`,
    record: `return:${reference}`,
    after,
  })
  return { message: DATA_UPDATED, returnReference: reference }
}
