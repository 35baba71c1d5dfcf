import type { announcedReturns as routes, ReturnRecord } from '@despatch/contract/returns/portal/announced-returns'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { type Day, dayOf } from '@despatch/domain/calendar/day'
import { pieceValueOf } from '@despatch/domain/returns/distinguish-lines'
import { isParcelWithdrawn } from '@despatch/domain/returns/portal/announced-parcel'
import { decideReturn } from '@despatch/domain/returns/rules/decide-return'
import { EXCHANGE_STEPS } from '@despatch/domain/returns/portal/exchange'
import { LIFE_STATES, type LifeState } from '@despatch/domain/returns/life/return-state'
import { GOODS_STATES } from '@despatch/domain/returns/life/return-states'
import type { Destination } from '@despatch/domain/returns/rules/returns-book'
import { costText } from '@despatch/domain/routing/allocation/units'
import { currencyOf } from '../../administration/clients/client-currency.ts'
import type { Context } from '../../http/context.ts'
import type { Transaction } from '../../database/transaction.ts'
import { AppError } from '../../process/app-error.ts'
import { type ReadLine, type ReadReturn, readReturn } from './read-return.ts'
import { presentDecision } from '../rules/decide-order.ts'
import { returnsBook } from '../rules/returns-book-cache.ts'
import { clientOfReturn } from './client-of-return.ts'
import { loadPaidLines } from './paid-lines.ts'

const STEP_TITLES = {
  ...LIFE_STATES,
  ...EXCHANGE_STEPS,
  review_allowed: 'Allowed after review',
  labelled: 'Label given',
} as const
/** Title of a step of a return. */
export const stepTitle = (step: string) => (step in STEP_TITLES ? STEP_TITLES[step as keyof typeof STEP_TITLES] : step)

/**
 * One announced return with its steps and the reasons of its decision.
 *
 * @throws AppError 404
 */
export async function readRecord(
  { transaction, clients, services, now }: Context,
  { params }: RouteChecked<typeof routes.record>,
): Promise<RouteAnswer<typeof routes.record>> {
  const reference = params.reference.toUpperCase()
  const client = await clientOfReturn(transaction, clients, reference)
  const [announcedReturn, currency] = [
    await readReturn(transaction, { client, reference }),
    await currencyOf(transaction, client),
  ]
  if (!announcedReturn) throw new AppError('not_found', `Return ${reference} not found. Check the reference.`)
  const decision = await explainDecision(transaction, announcedReturn, { client, currency, services })
  const { lines, before } = await loadPaidLines(transaction, { client, orderNumber: announcedReturn.orderNumber })
  const paid = {
    refunded: costText(before),
    lines: lines.map(({ value, ...line }) => ({ ...line, value: costText(value) })),
  }
  const today = dayOf(now)
  return { ...presentHead(announcedReturn, client, today), ...presentLife(announcedReturn, currency), paid, decision }
}

function presentHead(announcedReturn: ReadReturn, client: string, today: Day) {
  return {
    clientCode: client,
    version: announcedReturn.version,
    returnReference: announcedReturn.reference,
    orderNumber: announcedReturn.orderNumber,
    customerName: announcedReturn.customerName,
    announcedAt: announcedReturn.announcedAt.toISOString(),
    channel: announcedReturn.channel,
    state: announcedReturn.state,
    stateTitle: LIFE_STATES[announcedReturn.state],
    review: announcedReturn.review,
    SKU: announcedReturn.lines[0]?.sku ?? '',
    lines: announcedReturn.lines.length,
    quantity: announcedReturn.lines.reduce((sum, { quantity }) => sum + quantity, 0),
    reasons: [...new Set(announcedReturn.lines.map(({ reason }) => reason))].join(', '),
    refundDueOn: announcedReturn.refundDueOn,
    isOverdue: announcedReturn.refundDueOn !== null && announcedReturn.refundDueOn < today,
    by: announcedReturn.by,
    email: announcedReturn.email,
    reviewedAt: announcedReturn.reviewedAt?.toISOString() ?? null,
    reviewedBy: announcedReturn.reviewedBy,
    reviewReason: announcedReturn.reviewReason,
  }
}

function presentLife(
  announcedReturn: ReadReturn,
  currency: string,
): Omit<ReturnRecord, 'decision' | 'paid' | keyof ReturnType<typeof presentHead>> {
  return {
    currency,
    fee: costText(announcedReturn.fee),
    postage: costText(announcedReturn.postage),
    exchangeOrder: announcedReturn.exchangeOrder,
    exchange: announcedReturn.exchange,
    parcels: announcedReturn.parcels.map(({ lineNumbers, destination, option, shopperPays, label }) => ({
      lineNumbers: [...lineNumbers],
      destination,
      option: option?.name ?? '',
      shopperPays: costText(shopperPays),
      label: label === null ? null : (label?.number ?? ''),
      isVoid: !!label && isParcelWithdrawn(announcedReturn.lines, lineNumbers),
    })),
    details: announcedReturn.lines.map((line) => presentLine(line, announcedReturn)),
    steps: announcedReturn.steps.map((one) => ({
      at: one.at.toISOString(),
      step: one.step,
      title: stepTitle(one.step),
      by: one.by,
      reason: one.reason,
      pieces: one.pieces.reduce((sum, { quantity }) => sum + quantity, 0),
      amount: one.amount === null ? null : costText(one.amount),
      deduction: one.deduction === null ? null : costText(one.deduction),
      mailedAt: one.mailedAt?.toISOString() ?? null,
    })),
  }
}

function presentLine(line: ReadLine, { saw }: ReadReturn): ReturnRecord['details'][number] {
  const { pieces } = line
  const ordered = saw.order.lines.find(({ lineNumber }) => lineNumber === line.lineNumber)
  const counts: (readonly [LifeState, number])[] = [
    ...GOODS_STATES.map((state) => [state, pieces.goods[state]] as const),
    ['refunded', pieces.money.refunded],
    ['rejected', pieces.money.rejected],
  ]
  return {
    lineNumber: line.lineNumber,
    SKU: line.sku,
    Item_Description: line.description,
    quantity: line.quantity,
    reason: line.reason,
    comment: line.comment,
    resolution: line.resolution,
    answer: line.answer,
    destination: line.destination as Destination | null,
    pieces: counts.flatMap(([state, quantity]) =>
      quantity > 0 ? [{ state, title: LIFE_STATES[state], quantity }] : [],
    ),
    announced: pieces.goods.announced,
    owed: line.owed,
    pieceValue: pieceValueOf(ordered ?? { value: 0, quantity: 0 }),
  }
}

/** Repeats the original decision from its stored inputs, to explain it. */
async function explainDecision(
  transaction: Transaction,
  { saw, bookVersion, lines }: ReadReturn,
  options: { client: string; currency: string; services: object },
) {
  const { client, currency, services } = options
  const compiled = await returnsBook(transaction, client, { version: bookVersion, services })
  const decision = decideReturn(saw.order, saw.facts, saw.asked, compiled, new Date(saw.at))
  const descriptions = new Map(lines.map(({ sku, description }) => [sku, description]))
  return presentDecision(decision, { order: saw.order, facts: saw.facts, descriptions, compiled, currency })
}
