import type { returns as routes } from '@despatch/contract/returns/rules/returns'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { CompiledReturnsBook } from '@despatch/domain/returns/rules/compile-returns-book'
import { decideReturn } from '@despatch/domain/returns/rules/decide-return'
import { answerText, changeText, optionText, triedRules } from '@despatch/domain/returns/rules/explain-return'
import { offeredReasonCodes } from '@despatch/domain/returns/offered-reason-codes'
import { pieceValueOf } from '@despatch/domain/returns/distinguish-lines'
import type { LineDecision, ReturnDecision } from '@despatch/domain/returns/rules/return-decision'
import { costText } from '@despatch/domain/routing/allocation/units'
import { currencyOf } from '../../administration/clients/client-currency.ts'
import { findStoredOrderNumber } from '../../database/stored-names.ts'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { type LoadedReturnOrder, loadReturnOrder } from './return-orders.ts'
import { bookOrDraft } from './returns-book-cache.ts'

type Answer = RouteAnswer<typeof routes.decide>

/**
 * Decides what can come back of an order now, and why. Stores nothing.
 *
 * @throws AppError 404
 */
export async function decideOrder(
  context: Context,
  { query, body }: RouteChecked<typeof routes.decide>,
): Promise<Answer> {
  const { transaction, client, services, now } = context
  const number = await findStoredOrderNumber(transaction, [client], body.orderNumber)
  const [compiled, loaded, currency] = [
    await bookOrDraft(transaction, client, { draft: query.draft === true, services }),
    await loadReturnOrder(transaction, client, { number, now }),
    await currencyOf(transaction, client),
  ]
  if (!loaded) throw new AppError('not_found', `Order ${body.orderNumber} not found. Check the number.`)
  const reason = body.reason ?? offeredReasonCodes(compiled)[0] ?? ''
  const allLines = loaded.facts.lines.map(({ lineNumber, returnable }) => ({
    lineNumber,
    quantity: Math.max(1, returnable),
    reason,
  }))
  const request = { lines: body.lines ?? allLines, oneParcel: body.oneParcel === true }
  const decision = decideReturn(loaded.order, loaded.facts, request, compiled, now)
  return presentDecision(decision, { ...loaded, compiled, currency })
}

type DecisionContext = LoadedReturnOrder & { compiled: CompiledReturnsBook; currency: string }

/** Presents a decision, with every rule that was tried. */
export function presentDecision(decision: ReturnDecision, context: DecisionContext): Answer {
  const { order, compiled, currency } = context
  const nameOf = (id: string) => compiled.options.get(id)?.name ?? id
  return {
    orderNumber: order.orderNumber,
    bookVersion: decision.bookVersion,
    day: decision.day,
    orderedOn: order.orderedOn,
    despatchedOn: order.despatchedOn,
    deliveredOn: order.deliveredOn,
    customer: order.customer,
    answer: decision.answer,
    fee: costText(decision.fee),
    currency,
    lines: decision.lines.map((line) => presentLine(line, decision, context)),
    parcels: decision.parcels.map(({ destination, lines, fee, options }) => ({
      destination,
      lineNumbers: lines.flatMap((place) => decision.lines[place]?.lineNumber ?? []),
      fee: costText(fee),
      options: options.map(({ id, shopperPays }) => ({ id, name: nameOf(id), shopperPays: costText(shopperPays) })),
    })),
  }
}

function presentLine(line: LineDecision, decision: ReturnDecision, context: DecisionContext): Answer['lines'][number] {
  const { order, facts, descriptions, compiled } = context
  const ordered = order.lines.find(({ lineNumber }) => lineNumber === line.lineNumber)
  return {
    lineNumber: line.lineNumber,
    SKU: line.sku,
    Item_Description: descriptions.get(line.sku) ?? '',
    quantity: line.quantity,
    returnable: facts.lines.find(({ lineNumber }) => lineNumber === line.lineNumber)?.returnable ?? 0,
    pieceValue: pieceValueOf(ordered ?? { value: 0, quantity: 0 }),
    reason: line.reason,
    answer: line.answer,
    why: line.why,
    sentence: answerText(line, context),
    text: line.text,
    until: line.until,
    change: changeText(line.change, line, context),
    fee: costText(line.fee),
    resolutions: [...line.resolutions],
    keep: line.keep,
    destination: line.destination,
    options: line.options.map((verdict) => ({
      id: verdict.id,
      name: compiled.options.get(verdict.id)?.name ?? verdict.id,
      isOffered: verdict.why === 'offered',
      text: optionText(verdict),
    })),
    tried: triedRules(line, decision, context).map((rule) => ({ ...rule, decided: [...rule.decided] })),
  }
}
