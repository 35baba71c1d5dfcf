import { daysBetween, formatDay, formatDayShort } from '../../calendar/day.ts'
import { formatMoney, moneyText } from '../../money/money.ts'
import type { CompiledReturnsBook, ConditionName } from './compile-returns-book.ts'
import { failuresOf } from './match-rules.ts'
import type { LineDecision, NearestChange, OptionVerdict, ReturnDecision, AnswerReason } from './return-decision.ts'
import type { ReturnFacts, ReturnOrder } from '../return-order.ts'
import { CONDITION_TITLES, conditionText, reasonTitleIn, RESOLUTION_TITLES } from './return-rule-text.ts'
import { type OutcomeName, OUTCOMES } from './returns-book.ts'

/** One rule as applied to a line: the outcomes that it decided, or the condition that failed with value and limit. */
export type TriedRule = {
  readonly id: string
  readonly name: string
  readonly decided: readonly OutcomeName[]
  readonly failed: { readonly condition: ConditionName; readonly value: string; readonly limit: string } | null
}

type ExplainContext = {
  readonly compiled: CompiledReturnsBook
  readonly order: ReturnOrder
  readonly facts: ReturnFacts
  readonly currency: string
}

/** All rules tried for a line, in order, with what each requires and what the line has. */
export function triedRules(line: LineDecision, decision: ReturnDecision, context: ExplainContext): TriedRule[] {
  const { compiled, currency } = context
  if (line.held.length === 0) return []
  return failuresOf(line, compiled).flatMap((condition, place) => {
    const rule = compiled.rules[place]
    if (!rule) return []
    return [
      {
        id: rule.id,
        name: rule.name,
        decided: OUTCOMES.filter((name) => line.decidedBy[name] === rule.id),
        failed: condition
          ? {
              condition,
              value: valueLabel(condition, line, decision, { ...context, rule: rule.id }),
              limit: conditionText(condition, rule.conditions, {
                currency,
                titleOf: reasonTitleIn(compiled.book.reasons),
              }),
            }
          : null,
      },
    ]
  })
}

const sum = (amount: number, currency: string) => formatMoney(moneyText(BigInt(amount)), currency)

/** The line's value for a condition, in words. */
function valueLabel(
  condition: ConditionName,
  line: LineDecision,
  { day }: ReturnDecision,
  { order, facts, currency, compiled, rule }: ExplainContext & { rule: string },
): string {
  const ordered = order.lines.find(({ lineNumber }) => lineNumber === line.lineNumber)
  const conditions = compiled.rules.find(({ id }) => id === rule)?.conditions
  switch (condition) {
    case 'skus':
      return line.sku
    case 'categories':
      return ordered?.categories.join(', ') || 'none'
    case 'countries':
      return order.country
    case 'regions':
      return order.region ?? 'not known'
    case 'customer':
      return order.customer
    case 'reasons':
      return reasonTitleIn(compiled.book.reasons)(line.reason)
    case 'quantity':
      return String(line.quantity)
    case 'lineValue':
      return sum(ordered?.value ?? 0, currency)
    case 'orderValue':
      return sum(order.value, currency)
    case 'earlierReturns': {
      const days = conditions?.earlierReturns?.days ?? 0
      const ages = facts.earlierReturns.map((earlier) => daysBetween(earlier, day))
      return `${ages.filter((age) => age >= 0 && age <= days).length} in ${days} days`
    }
    case 'serialNumbered':
      return ordered?.serialNumbered ? 'has one' : 'has none'
    case 'deliveryException':
      return facts.hadDeliveryException ? 'had one' : 'had none'
    case 'ordered':
      return formatDayShort(order.orderedOn)
    case 'days': {
      const since = conditions?.days?.since ?? 'delivery'
      const from = { delivery: order.deliveredOn, despatch: order.despatchedOn, order: order.orderedOn }[since]
      return from === null ? 'not known yet' : String(Math.max(0, daysBetween(from, day)))
    }
  }
}

const WHY_TEXTS: Readonly<Record<Exclude<AnswerReason, 'rule'>, string>> = {
  'no-rule': 'No rule covers this return. It needs a manual review.',
  'too-late': 'The return period has ended.',
  'no-such-line': 'The order has no such line.',
  'not-sent': 'None of it has been despatched.',
  'already-returned': 'All of it has been returned already.',
  'too-many': 'That is more than is left to return.',
  'serial-not-despatched': 'The order was not sent with this serial number. It needs a manual review.',
  'no-such-reason': 'Unknown reason code. It needs a manual review.',
  'other-resolution': 'This isn’t offered for it.',
  'no-option': 'No return option is available. It needs a manual review.',
}

/** Explains a line's answer to staff. */
export function answerText(line: LineDecision, { compiled }: Pick<ExplainContext, 'compiled'>): string {
  if (line.why !== 'rule') return WHY_TEXTS[line.why]
  const rule = compiled.rules.find(({ id }) => id === line.decidedBy.answer)
  const by = rule ? ` by the rule “${rule.name}”` : ''
  if (line.answer === 'review') return `For review${by}.`
  if (line.answer === 'refused') return `Refused${by}.`
  const until = line.until === null ? '' : ` until ${formatDay(line.until)}`
  return `Allowed${until}${by}.`
}

/** Tells staff what would change the answer; '' if nothing is known to. */
export function changeText(change: NearestChange | null, line: LineDecision, context: ExplainContext): string {
  if (change === null) return ''
  if (change.kind === 'until')
    return line.answer === 'allowed'
      ? `It can come back until ${formatDay(change.day)}.`
      : `It could come back until ${formatDay(change.day)}.`
  if (change.kind === 'quantity') return `${change.atMost} of it can come back.`
  if (change.kind === 'resolution')
    return `Offered instead: ${change.resolutions.map((one) => RESOLUTION_TITLES[one].toLowerCase()).join(' or ') || 'nothing'}.`
  const rule = context.compiled.rules.find(({ id }) => id === change.rule)
  if (!rule) return ''
  const limit = conditionText(change.condition, rule.conditions, {
    currency: context.currency,
    titleOf: reasonTitleIn(context.compiled.book.reasons),
  })
  return `The rule “${rule.name}” would allow it with ${CONDITION_TITLES[change.condition].toLowerCase()} ${limit}.`
}

/** Explains why an option is offered or not. */
export function optionText({ why, value, limit }: OptionVerdict): string {
  const kilograms = (grams: number | null) => `${(grams ?? 0) / 1000} kg`
  const centimetres = (millimetres: number | null) => `${(millimetres ?? 0) / 10} cm`
  switch (why) {
    case 'offered':
      return 'Offered'
    case 'not-there':
      return 'Deleted'
    case 'retired':
      return 'Not active'
    case 'country':
      return 'Doesn’t serve the country'
    case 'region':
      return 'Doesn’t serve the region'
    case 'weight':
      return `Too heavy: ${kilograms(value)} (limit ${kilograms(limit)})`
    case 'length':
      return `Too long: ${centimetres(value)} (limit ${centimetres(limit)})`
  }
}
