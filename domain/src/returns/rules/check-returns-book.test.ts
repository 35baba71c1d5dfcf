import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  reasonCode,
  returnLine,
  returnOption,
  returnOrder,
  returnRule,
  returnsBook,
  NO_FACTS,
} from '../../testing/returns-books.ts'
import { smallOrder, smallRules } from '../../testing/small-returns.ts'
import { checkInParts, checkReturnsBook, isBreach } from './check-returns-book.ts'
import { compileReturnsBook } from './compile-returns-book.ts'
import { decideReturn } from './decide-return.ts'
import { LAWS } from './return-law.ts'
import { OUTCOMES, type ReturnRule, type ReturnsBook } from './returns-book.ts'

const check = (rules: readonly ReturnRule[], overrides: Partial<ReturnsBook> = {}, countries: string[] = ['GB']) =>
  checkReturnsBook(compileReturnsBook(returnsBook(rules, { options: [FREE], ...overrides })), { countries })
const kinds = (...args: Parameters<typeof check>) =>
  check(...args).map((finding) => (finding.kind === 'breach' ? finding.breach : finding.kind))
const FREE = returnOption('option-1', { payer: 'retailer' })
const ALLOWED = returnRule('rule-9', {}, 'allowed')
const MIND = { reasons: ['MIND'] }
const refusal = (exemption: 'perishable' | null) => ({ answer: { answer: 'refused' as const, text: '', exemption } })

test('a book that allows everything has no findings', () => expect(check([ALLOWED])).toEqual([]))

describe('the law', () => {
  test.each<[string, ReturnRule[], string[]]>([
    [
      'refused on the 14th day',
      [returnRule('rule-1', { ...MIND, days: { since: 'delivery', from: 14, to: null } }, refusal(null))],
      ['cancel-refused'],
    ],
    [
      'refused on the 15th day',
      [returnRule('rule-1', { ...MIND, days: { since: 'delivery', from: 15, to: null } }, refusal(null))],
      [],
    ],
    [
      'refused for a named exemption',
      [returnRule('rule-1', { ...MIND, categories: ['Food'] }, refusal('perishable'))],
      [],
    ],
    [
      'refused though faulty',
      [returnRule('rule-1', { categories: ['Food'] }, refusal('perishable'))],
      ['faulty-refused'],
    ],
    ['refused to trade', [returnRule('rule-1', { customer: 'trade' }, refusal(null))], []],
    [
      '13 days',
      [returnRule('rule-1', MIND, { until: { since: 'delivery', days: 13, day: null } })],
      ['cancel-too-late'],
    ],
    ['14 days', [returnRule('rule-1', MIND, { until: { since: 'delivery', days: 14, day: null } })], []],
    [
      '14 days since the despatch',
      [returnRule('rule-1', MIND, { until: { since: 'despatch', days: 14, day: null } })],
      ['cancel-too-late'],
    ],
    [
      'faulty for 29 days',
      [returnRule('rule-1', {}, { until: { since: 'delivery', days: 29, day: null } })],
      ['faulty-too-late'],
    ],
    [
      'until a day that comes too soon',
      [
        returnRule(
          'rule-1',
          { ...MIND, ordered: { from: '2026-11-01', to: '2026-12-24' } },
          { until: { since: 'delivery', days: null, day: '2026-12-31' } },
        ),
      ],
      ['cancel-too-late'],
    ],
    [
      'until a day, or 14 days',
      [
        returnRule(
          'rule-1',
          { ...MIND, ordered: { from: '2026-11-01', to: '2026-12-24' } },
          { until: { since: 'delivery', days: 14, day: '2026-12-31' } },
        ),
      ],
      [],
    ],
    ['exchanged only', [returnRule('rule-1', MIND, { resolutions: ['exchange'] })], ['cancel-without-refund']],
    ['a fee on faulty goods', [returnRule('rule-1', {}, { fee: '1.00' })], ['faulty-fee']],
    ['a fee on a changed mind', [returnRule('rule-1', MIND, { fee: '1.00' })], []],
  ])('%s', (_name, rules, found) => expect(kinds([...rules, ALLOWED])).toEqual(found))
  test('faulty goods need a way back that costs the shopper nothing', () => {
    const options = [returnOption('option-1'), returnOption('option-2', { payer: 'retailer' })]
    expect(kinds([ALLOWED], { options: options.slice(0, 1) })).toEqual(['faulty-at-shoppers-cost'])
    expect(kinds([ALLOWED], { options })).toEqual([])
    expect(kinds([returnRule('rule-1', {}, { options: ['option-1'] }), ALLOWED], { options })).toContain(
      'faulty-at-shoppers-cost',
    )
  })
  test('in the EU faulty goods have two years, without a right to immediate refund', () => {
    const window = returnRule('rule-1', {}, { until: { since: 'delivery', days: 60, day: null } })
    expect(kinds([window, ALLOWED], { law: 'EU' })).toEqual(['faulty-too-late'])
    const exchange = returnRule(
      'rule-1',
      { reasons: ['DAMAGED'], days: { since: 'delivery', from: 15, to: null } },
      { resolutions: ['exchange'] },
    )
    expect(kinds([exchange, ALLOWED], { law: 'EU' })).toEqual([])
    expect(kinds([exchange, ALLOWED])).toEqual(['faulty-without-refund'])
  })
})

describe('likely mistakes', () => {
  test.each<[string, ReturnRule[], Partial<ReturnsBook>, object[]]>([
    [
      'a rule that contradicts itself',
      [returnRule('rule-1', { countries: ['IE'], regions: ['NN'] }, { fee: '0' }), ALLOWED],
      {},
      [{ kind: 'contradiction', rule: 'rule-1' }],
    ],
    [
      'a range that ends before it begins',
      [returnRule('rule-1', { quantity: { from: 3, to: 2 } }, { fee: '0' }), ALLOWED],
      {},
      [{ kind: 'contradiction', rule: 'rule-1' }],
    ],
    [
      'a line worth more than its order',
      [
        returnRule(
          'rule-1',
          { lineValue: { from: '10', to: null }, orderValue: { from: null, to: '9' } },
          { fee: '0' },
        ),
        ALLOWED,
      ],
      {},
      [{ kind: 'contradiction', rule: 'rule-1' }],
    ],
    [
      'a rule below one that takes all',
      [ALLOWED, returnRule('rule-10', { skus: ['MUG'] }, 'review')],
      {},
      [{ kind: 'never-fires', rule: 'rule-10', beatenBy: ['rule-9'] }],
    ],
    [
      'a rule below two that share its cases',
      [
        returnRule('rule-1', { days: { since: 'delivery', from: null, to: 9 } }, 'allowed'),
        returnRule('rule-2', { days: { since: 'delivery', from: 10, to: null } }, 'allowed'),
        returnRule('rule-3', {}, 'review'),
      ],
      {},
      [{ kind: 'never-fires', rule: 'rule-3', beatenBy: ['rule-1', 'rule-2'] }],
    ],
    [
      'a rule without outcomes',
      [returnRule('rule-1', {}, {}), ALLOWED],
      {},
      [{ kind: 'says-nothing', rule: 'rule-1' }],
    ],
    [
      'an option that is retired',
      [returnRule('rule-1', MIND, { options: ['option-1', 'option-2'] }), ALLOWED],
      { options: [FREE, returnOption('option-2', { active: false })] },
      [{ kind: 'option-not-there', rule: 'rule-1', option: 'option-2' }],
    ],
    [
      'a destination that nothing leads to',
      [returnRule('rule-1', {}, { options: ['option-1'] }), ALLOWED],
      { options: [FREE, returnOption('option-2', { destination: 'supplier' })] },
      [{ kind: 'destination-unreached', destination: 'supplier', options: ['option-2'] }],
    ],
    [
      'an option that nothing leads to',
      [returnRule('rule-1', {}, { options: ['option-1'] }), ALLOWED],
      { options: [FREE, returnOption('option-2')] },
      [{ kind: 'option-unreached', option: 'option-2' }],
    ],
    [
      'a country without an option',
      [ALLOWED],
      { options: [{ ...FREE, countries: ['IE'] }] },
      [{ kind: 'no-option-in-country', country: 'GB', rule: null }],
    ],
    [
      'a rule whose options do not serve its country',
      [returnRule('rule-1', { countries: ['IE'] }, { options: ['option-2'] }), ALLOWED],
      { options: [FREE, returnOption('option-2', { payer: 'retailer', countries: ['FR'] })] },
      [{ kind: 'no-option-in-country', country: 'IE', rule: 'rule-1' }],
    ],
    [
      'a group without reasons',
      [ALLOWED],
      { reasons: [reasonCode('MIND'), reasonCode('FIT'), reasonCode('SMALL', { parent: 'FIT', active: false })] },
      [{ kind: 'reason-of-nobody', reason: 'FIT', why: 'group-empty' }],
    ],
    [
      'a reason in a retired group',
      [ALLOWED],
      { reasons: [reasonCode('MIND'), reasonCode('FIT', { active: false }), reasonCode('SMALL', { parent: 'FIT' })] },
      [{ kind: 'reason-of-nobody', reason: 'SMALL', why: 'group-retired' }],
    ],
    ['no reasons at all', [ALLOWED], { reasons: [] }, [{ kind: 'no-reasons' }]],
  ])('%s', (_name, rules, book, findings) => {
    const found = check(rules, book).filter(
      (finding) => !isBreach(finding) || finding.breach !== 'faulty-at-shoppers-cost',
    )
    expect(found).toMatchObject(findings)
    expect(found).toHaveLength(findings.length)
  })
  test('finds days that no rule covers', () => {
    const [finding] = check([returnRule('rule-1', { days: { since: 'delivery', from: null, to: 30 } }, 'allowed')])
    expect(finding).toMatchObject({ kind: 'uncovered' })
    expect(finding?.example?.order.deliveredOn).toBe(
      new Date((finding?.example?.now.getTime() ?? 0) - 31 * 86_400_000).toISOString().slice(0, 10),
    )
  })
})

const REASONS = [reasonCode('FAULTY'), reasonCode('BROKEN', { parent: 'FAULTY', fault: 'carrier' }), reasonCode('MIND')]

test('findings in small books hold for random orders', () => {
  const withOptions = {
    reasons: REASONS,
    options: [
      returnOption('option-1', { payer: 'retailer' }),
      returnOption('option-2', { payer: 'retailer', countries: ['IE'] }),
    ],
  }
  fc.assert(
    fc.property(smallRules, fc.array(smallOrder, { minLength: 20, maxLength: 40 }), (rules, orders) => {
      const compiled = compileReturnsBook(returnsBook(rules, withOptions))
      const findings = checkReturnsBook(compiled, { countries: ['GB'] })
      const of = (kind: string) => findings.filter((finding) => finding.kind === kind)
      const dead = new Set(
        [...of('never-fires'), ...of('contradiction')].map((finding) => 'rule' in finding && finding.rule),
      )
      if (rules.length === 0) return
      for (const { order, facts, reason, quantity, line } of orders) {
        // Delivered orders were despatched.
        if (order.despatchedOn === null && order.deliveredOn !== null) continue
        const fullOrder = returnOrder({
          ...order,
          lines: [returnLine(line)],
          ...(line.value > order.value && { value: line.value }),
        })
        const request = { lines: [{ lineNumber: 1, quantity, reason }] }
        const allFacts = { ...NO_FACTS, ...facts }
        const [decision] = decideReturn(fullOrder, allFacts, request, compiled, new Date('2026-03-10T12:00:00Z')).lines
        // A rule that never fires decides nothing, and a book without gaps leaves no review.
        for (const name of OUTCOMES) expect(dead.has(decision?.decidedBy[name] ?? '')).toBe(false)
        if (decision?.why === 'no-rule') expect(of('uncovered')).not.toEqual([])
        // Refusing a consumer in time is a breach.
        const inTime =
          order.customer === 'consumer' &&
          order.deliveredOn !== null &&
          LAWS.GB.cancelDays >= 6 &&
          order.orderedOn >= '2026-03-01'
        if (
          inTime &&
          order.despatchedOn !== null &&
          decision?.answer === 'refused' &&
          (decision.why === 'rule' || decision.why === 'too-late')
        )
          expect(of('breach')).not.toEqual([])
      }
      for (const { example } of findings.filter(isBreach)) {
        if (!example) continue
        const { lines } = decideReturn(example.order, example.facts, example.request, compiled, example.now)
        expect(lines[0]?.answer === 'refused' || lines[0]?.answer === 'allowed').toBe(true)
      }
    }),
    { numRuns: 200 },
  )
})

test('the check pauses between rules', () => {
  const rules = Array.from({ length: 20 }, (_, index) =>
    returnRule(`r${index}`, { reasons: ['MIND'] }, { answer: { answer: 'allowed', text: '', exemption: null } }),
  )
  const compiled = compileReturnsBook(returnsBook(rules, { options: [FREE] }))
  expect([...checkInParts(compiled, { countries: [] })].length).toBeGreaterThan(rules.length)
})
