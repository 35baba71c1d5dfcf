import type { ReturnRequest, ReturnFacts, ReturnOrder } from '@despatch/domain/returns/return-order'
import { addDays } from '@despatch/domain/calendar/day'
import { checkInParts } from '@despatch/domain/returns/rules/check-returns-book'
import { compileReturnsBook } from '@despatch/domain/returns/rules/compile-returns-book'
import { decideReturn } from '@despatch/domain/returns/rules/decide-return'
import {
  reasonCode,
  returnLine,
  returnOption,
  returnOrder,
  returnRule,
  returnsBook,
} from '@despatch/domain/testing/returns-books'
import { median, table, whole } from './table.ts'

const RULES = 200
const ORDERS = 20_000
const LINES_OF_ORDER = 3
const AIM = 100_000
/** Other work runs between two parts of the check. */
const MAX_PART_MS = 50
const NOW = new Date('2026-03-20T12:00:00Z')
const COUNTRIES = ['GB', 'IE', 'FR', 'DE', 'NL', 'ES']
const REGIONS = ['AB', 'B', 'CF', 'EH', 'G', 'L', 'M', 'NN', 'SW']
const REASONS = ['MIND', 'DAMAGED', 'SMALL', 'LARGE', 'LATE', 'WRONG']

/**
 * Measures lines decided per second on one core with a book of 200 rules, and the time of its check.
 *
 * @returns the aims that were missed
 */
export function measureReturns(rounds: number): string[] {
  const compiled = compileReturnsBook(largeBook())
  const cases = Array.from({ length: ORDERS }, (_, index) => caseAt(index))
  const lines = ORDERS * LINES_OF_ORDER
  const rates: number[] = []
  const answers = new Map<string, number>()
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    for (const { order, facts, request } of cases) {
      const decision = decideReturn(order, facts, request, compiled, NOW)
      if (round === 0) for (const { answer } of decision.lines) answers.set(answer, (answers.get(answer) ?? 0) + 1)
    }
    rates.push(lines / ((performance.now() - began) / 1000))
  }
  const began = performance.now()
  const check = checkInParts(compiled, { countries: COUNTRIES })
  let [findings, longest] = [0, 0]
  for (let isOver = false; !isOver;) {
    const at = performance.now()
    const part = check.next()
    longest = Math.max(longest, performance.now() - at)
    isOver = part.done === true
    if (part.done) findings = part.value.length
  }
  const checked = performance.now() - began
  const rate = median(rates)
  console.log(`\nreturns on one core: ${RULES} rules, 12 options (aim: ${whole(AIM)} lines a second)`)
  console.log(
    table(
      ['', ''],
      [
        ['lines decided a second, with all reasons', whole(rate)],
        ['of them', [...answers].map(([answer, count]) => `${whole(count)} ${answer}`).join(', ')],
        [
          'the check of the book',
          `${whole(checked)} ms, ${findings} findings; its longest part ${longest.toFixed(1)} ms (aim: ${MAX_PART_MS})`,
        ],
      ],
    ),
  )
  return [
    ...(rate < AIM ? [`returns: ${whole(rate)} lines/s`] : []),
    ...(longest > MAX_PART_MS ? [`returns: a part of the check takes ${longest.toFixed(1)} ms`] : []),
  ]
}

/** 200 rules with every kind of condition, like those of a retailer with many exceptions. */
export function largeBook() {
  const rules = Array.from({ length: RULES - 3 }, (_, index) => {
    const id = `rule-${index + 1}`
    const sku = { skus: [`SKU${index * 7}`, `SKU${index * 7 + 1}`] }
    switch (index % 8) {
      case 0:
        return returnRule(id, { ...sku, customer: 'consumer' }, { fee: `${(index % 5) + 1}.50` })
      case 1:
        return returnRule(id, { categories: [`Category ${index}`] }, { options: ['option-1', 'option-2'] })
      case 2:
        return returnRule(id, { countries: [COUNTRIES[index % 6] ?? 'GB'], quantity: { from: 40, to: null } }, 'review')
      case 3:
        return returnRule(
          id,
          { regions: [REGIONS[index % 9] ?? 'NN'], ...sku },
          { resolutions: ['refund', 'exchange'] },
        )
      case 4:
        return returnRule(id, { orderValue: { from: `${2000 + index}`, to: null } }, 'review')
      case 5:
        return returnRule(id, { ...sku, days: { since: 'delivery', from: 15, to: null } }, 'refused')
      case 6:
        return returnRule(
          id,
          { ...sku, ordered: { from: '2026-03-01', to: '2026-03-31' } },
          {
            until: { since: 'delivery', days: 30 + (index % 30), day: '2026-04-30' },
          },
        )
      default:
        return returnRule(id, { earlierReturns: { days: 30, from: 5 + index, to: null } }, 'review')
    }
  })
  return returnsBook(
    [
      ...rules,
      returnRule('rule-198', {}, { until: { since: 'delivery', days: 30, day: null } }),
      returnRule('rule-199', { reasons: ['DAMAGED', 'WRONG'] }, { fee: '0', options: ['option-3', 'option-4'] }),
      returnRule('rule-200', {}, 'allowed'),
    ],
    {
      options: Array.from({ length: 12 }, (_, index) =>
        returnOption(`option-${index + 1}`, {
          maxWeight: 2 + index,
          payer: index % 2 ? 'shopper' : 'retailer',
          countries: index > 7 ? ['IE', 'FR'] : [],
        }),
      ),
      reasons: REASONS.map((code) => reasonCode(code, { fault: code === 'DAMAGED' ? 'carrier' : 'shopper' })),
    },
  )
}

function caseAt(index: number): { order: ReturnOrder; facts: ReturnFacts; request: ReturnRequest } {
  const orderedOn = addDays('2026-03-18', -(index % 60))
  const lines = Array.from({ length: LINES_OF_ORDER }, (_, line) =>
    returnLine({
      lineNumber: line + 1,
      sku: `SKU${(index * 13 + line * 7) % 1600}`,
      categories: [`Category ${(index + line) % 120}`],
      quantity: 3,
      value: ((index * 37) % 900) * 1000,
      weight: 200 + ((index + line) % 30) * 100,
    }),
  )
  const order = returnOrder({
    orderedOn,
    despatchedOn: addDays(orderedOn, 1),
    deliveredOn: index % 10 === 0 ? null : addDays(orderedOn, 3),
    country: COUNTRIES[index % 7] ?? 'GB',
    region: REGIONS[index % 9] ?? null,
    value: lines.reduce((sum, { value }) => sum + value, 0),
    lines,
  })
  const facts = { hadDeliveryException: index % 12 === 0, earlierReturns: ['2026-03-01', '2026-02-20'], lines: [] }
  const request = {
    lines: lines.map(({ lineNumber }, line) => ({
      lineNumber,
      quantity: 1 + (line % 2),
      reason: REASONS[(index + line) % 6] ?? 'MIND',
    })),
  }
  return { order, facts, request }
}
