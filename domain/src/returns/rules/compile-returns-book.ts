import type { Day } from '../../calendar/day.ts'
import { costOfText } from '../../routing/allocation/units.ts'
import { gramsOf, millimetresOf } from '../../routing/allocation/units.ts'
import { dayNumber } from '../day-numbers.ts'
import { sameName } from '../../text/same-name.ts'
import {
  type CountedFrom,
  OUTCOMES,
  type Range,
  type ReasonCode,
  type ReturnConditions,
  type ReturnOption,
  type ReturnRule,
  type ReturnsBook,
} from './returns-book.ts'
import { maskOf, type NameMasks, nameMasks, type RangeMasks, rangeMasks, type RuleMask } from './rule-masks.ts'

/** Conditions of a rule, in the order in which a failing one is reported. */
export const CONDITIONS = [
  'skus',
  'categories',
  'countries',
  'regions',
  'customer',
  'reasons',
  'quantity',
  'lineValue',
  'orderValue',
  'earlierReturns',
  'serialNumbered',
  'deliveryException',
  'ordered',
  'days',
] as const satisfies (keyof ReturnConditions)[]
export type ConditionName = (typeof CONDITIONS)[number]

/** An option with its figures in grams, millimetres and ten-thousandths. */
export type CompiledOption = ReturnOption & {
  readonly grams: number | null
  readonly millimetres: number | null
  readonly cost: number
  /** Price if the shopper pays, else 0. */
  readonly shopperPays: number
}

/**
 * A returns book prepared for many decisions: for each value of a condition, a bit mask of the active rules that accept
 * it.
 */
export type CompiledReturnsBook = {
  readonly book: ReturnsBook
  readonly rules: readonly ReturnRule[]
  readonly fees: readonly (number | null)[]
  /** Rules that set each outcome. */
  readonly saying: Readonly<Record<(typeof OUTCOMES)[number], RuleMask>>
  readonly allowing: RuleMask
  /** Rules with a condition on elapsed days. */
  readonly timed: RuleMask
  readonly names: Readonly<Record<'skus' | 'categories' | 'countries' | 'regions' | 'reasons', NameMasks>>
  readonly either: Readonly<
    Record<'customer' | 'serialNumbered' | 'deliveryException', readonly [ofNo: RuleMask, ofYes: RuleMask]>
  >
  readonly figures: Readonly<Record<'quantity' | 'lineValue' | 'orderValue' | 'ordered', RangeMasks>>
  readonly days: Readonly<Record<CountedFrom, RangeMasks>>
  readonly earlier: readonly { readonly days: number; readonly masks: RangeMasks }[]
  readonly options: ReadonlyMap<string, CompiledOption>
  /** Active options: those to the returns centre first, then in the order of the book. */
  readonly allOptions: readonly CompiledOption[]
  /** By code in any case, the reason that it counts as (the target of a merge). */
  readonly reasons: ReadonlyMap<string, ReasonCode>
}

/**
 * Compiles a returns book.
 *
 * @throws RangeError for a malformed amount
 */
export function compileReturnsBook(book: ReturnsBook): CompiledReturnsBook {
  const rules = book.rules.filter(({ active }) => active)
  const reasons = reasonsByCode(book.reasons)
  const options = book.options.map(compileOption)
  const names = (select: (conditions: ReturnConditions) => readonly string[]) =>
    nameMasks(rules, ({ conditions }) => select(conditions))
  const figures = (select: (conditions: ReturnConditions) => Range<number> | null) =>
    rangeMasks(rules, ({ conditions }) => select(conditions))
  const saying = (name: (typeof OUTCOMES)[number]) => maskOf(rules, ({ outcomes }) => outcomes[name] !== null)
  const either = (select: (conditions: ReturnConditions) => boolean | null) =>
    [false, true].map((is) => maskOf(rules, ({ conditions }) => (select(conditions) ?? is) === is)) as [
      RuleMask,
      RuleMask,
    ]
  const days = (since: CountedFrom) =>
    rangeMasks(rules, ({ conditions }) => (conditions.days?.since === since ? conditions.days : null))
  const windows = [...new Set(rules.flatMap(({ conditions }) => conditions.earlierReturns?.days ?? []))]
  return {
    book,
    rules,
    fees: rules.map(({ outcomes }) => (outcomes.fee === null ? null : costOfText(outcomes.fee))),
    saying: Object.fromEntries(OUTCOMES.map((name) => [name, saying(name)])) as CompiledReturnsBook['saying'],
    allowing: maskOf(rules, ({ outcomes }) => outcomes.answer?.answer === 'allowed'),
    timed: maskOf(rules, ({ conditions }) => conditions.days !== null),
    names: {
      skus: names(({ skus }) => skus.map(sameName)),
      categories: names(({ categories }) => categories),
      countries: names(({ countries }) => countries),
      regions: names(({ regions }) => regions),
      reasons: names((conditions) => codesOf(conditions, book.reasons, reasons)),
    },
    either: {
      customer: either(({ customer }) => (customer === null ? null : customer === 'trade')),
      serialNumbered: either(({ serialNumbered }) => serialNumbered),
      deliveryException: either(({ deliveryException }) => deliveryException),
    },
    figures: {
      quantity: figures(({ quantity }) => quantity),
      lineValue: figures(({ lineValue }) => amountRange(lineValue)),
      orderValue: figures(({ orderValue }) => amountRange(orderValue)),
      ordered: figures(({ ordered }) => dayNumberRange(ordered)),
    },
    days: { delivery: days('delivery'), despatch: days('despatch'), order: days('order') },
    earlier: windows.map((window) => ({
      days: window,
      masks: rangeMasks(rules, ({ conditions }) =>
        conditions.earlierReturns?.days === window ? conditions.earlierReturns : null,
      ),
    })),
    options: new Map(options.map((option) => [option.id, option])),
    allOptions: options.filter(({ active }) => active).toSorted((one, other) => rank(one) - rank(other)),
    reasons,
  }
}

const rank = ({ destination }: ReturnOption) => (destination === 'returns-centre' ? 0 : 1)

/** Converts a range of amounts to ten-thousandths. */
export function amountRange(range: Range<string> | null): Range<number> | null {
  return (
    range && {
      from: range.from === null ? null : costOfText(range.from),
      to: range.to === null ? null : costOfText(range.to),
    }
  )
}

/** Converts a range of days to day numbers. */
export function dayNumberRange(range: Range<Day> | null): Range<number> | null {
  return (
    range && {
      from: range.from === null ? null : dayNumber(range.from),
      to: range.to === null ? null : dayNumber(range.to),
    }
  )
}

function compileOption(option: ReturnOption): CompiledOption {
  const cost = costOfText(option.price)
  return {
    ...option,
    grams: option.maxWeight === null ? null : gramsOf(option.maxWeight),
    millimetres: option.maxLength === null ? null : millimetresOf(option.maxLength),
    cost,
    shopperPays: option.payer === 'shopper' ? cost : 0,
  }
}

/** Maps each code, in any case, to the reason that it counts as, following merges. */
export function reasonsByCode(reasons: readonly ReasonCode[]): ReadonlyMap<string, ReasonCode> {
  const byCode = new Map(reasons.map((reason) => [sameName(reason.code), reason]))
  const last = (reason: ReasonCode): ReasonCode => {
    let [at, steps] = [reason, 0]
    while (at.mergedInto !== null && steps++ < reasons.length) at = byCode.get(sameName(at.mergedInto)) ?? at
    return at
  }
  return new Map([...byCode].map(([code, reason]) => [code, last(reason)]))
}

/** Expands a rule's reasons: groups to their members, merged codes to their targets. */
export function codesOf(
  { reasons: named }: Pick<ReturnConditions, 'reasons'>,
  all: readonly ReasonCode[],
  byCode: ReadonlyMap<string, ReasonCode>,
): string[] {
  const nowOf = (code: string) => sameName(byCode.get(sameName(code))?.code ?? code)
  const own = new Set(named.map(nowOf))
  const inGroups = all.filter(({ parent }) => parent !== null && own.has(nowOf(parent)))
  return [...new Set([...own, ...inGroups.map(({ code }) => nowOf(code))])]
}
