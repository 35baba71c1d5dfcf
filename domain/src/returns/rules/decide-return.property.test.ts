import fc from 'fast-check'
import { expect, test } from 'vitest'
import { daysBetween } from '../../calendar/day.ts'
import { costOfText } from '../../routing/allocation/units.ts'
import {
  NO_FACTS,
  reasonCode,
  returnLine,
  returnOption,
  returnOrder,
  returnsBook,
} from '../../testing/returns-books.ts'
import { smallOrder, smallRules } from '../../testing/small-returns.ts'
import { compileReturnsBook } from './compile-returns-book.ts'
import { decideReturn } from './decide-return.ts'
import { failuresOf } from './match-rules.ts'
import type { ReturnFacts, ReturnOrder } from '../return-order.ts'
import { OUTCOMES, type Range, type ReturnRule } from './returns-book.ts'

const REASONS = [reasonCode('FAULTY'), reasonCode('BROKEN', { parent: 'FAULTY' }), reasonCode('MIND')]
const OPTIONS = [returnOption('option-1'), returnOption('option-2', { countries: ['IE'] })]
const TODAY = '2026-03-10'

type Case = { order: ReturnOrder; facts: ReturnFacts; reason: string; quantity: number }

const within = (range: Range<number> | null, figure: number) =>
  range === null || ((range.from ?? -Infinity) <= figure && figure <= (range.to ?? Infinity))
const among = (list: readonly string[], ...names: string[]) =>
  list.length === 0 || list.some((one) => names.includes(one))
const sums = (range: Range<string> | null): Range<number> | null =>
  range && ({ from: range.from && costOfText(range.from), to: range.to && costOfText(range.to) } as Range<number>)

const elapsed = ({ order }: Case, since: 'delivery' | 'despatch' | 'order', today: string) => {
  const day = { delivery: order.deliveredOn, despatch: order.despatchedOn, order: order.orderedOn }[since]
  return day === null ? null : Math.max(0, daysBetween(day, today))
}

/** The rule's definition in the specification, implemented literally. */
function holds({ conditions }: ReturnRule, one: Case, today: string): boolean {
  const { order, facts, reason, quantity } = one
  const line = order.lines[0] ?? returnLine()
  const named = { BROKEN: ['BROKEN', 'FAULTY'] }[reason] ?? [reason]
  const earlier = conditions.earlierReturns
  return (
    among(conditions.skus, line.sku) &&
    among(conditions.categories, ...line.categories) &&
    among(conditions.countries, order.country) &&
    (conditions.regions.length === 0 || (order.country === 'GB' && conditions.regions.includes(order.region ?? ''))) &&
    among(conditions.reasons, ...named) &&
    (conditions.customer ?? order.customer) === order.customer &&
    (conditions.serialNumbered ?? line.serialNumbered) === line.serialNumbered &&
    (conditions.deliveryException ?? facts.hadDeliveryException) === facts.hadDeliveryException &&
    within(conditions.quantity, quantity) &&
    within(sums(conditions.lineValue), line.value) &&
    within(sums(conditions.orderValue), order.value) &&
    within(earlier, facts.earlierReturns.filter((day) => daysBetween(day, TODAY) <= (earlier?.days ?? 0)).length) &&
    (conditions.ordered?.from ?? '') <= order.orderedOn &&
    order.orderedOn <= (conditions.ordered?.to ?? '9') &&
    (conditions.days === null || within(conditions.days, elapsed(one, conditions.days.since, today) ?? 0))
  )
}

function answerOn(rules: readonly ReturnRule[], one: Case, today: string) {
  const matching = rules.filter((rule) => rule.active && holds(rule, one, today))
  const first = (name: (typeof OUTCOMES)[number]) => matching.find(({ outcomes }) => outcomes[name] !== null)
  const answer = first('answer')?.outcomes.answer?.answer
  const until = first('until')?.outcomes.until
  const since = until && elapsed(one, until.since, today)
  const isLate =
    until !== null &&
    until !== undefined &&
    !(until.days !== null && since === null) &&
    !(until.days !== null && (since ?? 0) <= until.days) &&
    !(until.day !== null && today <= until.day) &&
    (until.days !== null || until.day !== null)
  return { first, answer: answer === undefined ? 'review' : answer === 'allowed' && isLate ? 'refused' : answer }
}

test('the engine agrees with reading the rules one by one', () =>
  fc.assert(
    fc.property(smallRules, smallOrder, (rules, { order: orderFields, facts: factFields, reason, quantity, line }) => {
      const order = returnOrder({ ...orderFields, lines: [returnLine(line)] })
      const one: Case = { order, facts: { ...NO_FACTS, ...factFields }, reason, quantity }
      const compiled = compileReturnsBook(returnsBook(rules, { reasons: REASONS, options: OPTIONS }))
      const request = { lines: [{ lineNumber: 1, quantity, reason }] }
      const decide = (day: string) => decideReturn(order, one.facts, request, compiled, new Date(`${day}T12:00:00Z`))
      const [decision] = decide(TODAY).lines
      if (!decision) throw new Error('nothing was decided')
      const { first, answer } = answerOn(rules, one, TODAY)
      for (const name of OUTCOMES) expect(decision.decidedBy[name]).toBe(first(name)?.id ?? null)
      expect(decision.why === 'no-option' ? 'allowed' : decision.answer).toBe(answer)
      const active = rules.filter((rule) => rule.active)
      expect(active.map((rule) => holds(rule, one, TODAY))).toEqual(
        failuresOf(decision, compiled).map((failed) => failed === undefined),
      )
      // The deadline: the day before the answer changes, or none within the days that any rule distinguishes.
      if (decision.answer !== 'allowed') return
      const days = Array.from({ length: 45 }, (_, index) =>
        new Date(Date.parse(TODAY) + (index + 1) * 86_400_000).toISOString().slice(0, 10),
      )
      const ends = days.find((day) => answerOn(rules, one, day).answer !== 'allowed')
      expect(decision.until).toBe(ends === undefined ? null : ([TODAY, ...days][days.indexOf(ends)] ?? null))
      expect(decide(TODAY)).toEqual(decide(TODAY))
    }),
    { numRuns: 400 },
  ))
