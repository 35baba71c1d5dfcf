import { describe, expect, test } from 'vitest'
import {
  requestedLine,
  NO_FACTS,
  reasonCode,
  returnLine,
  returnOption,
  returnOrder,
  returnRule,
  returnsBook,
} from '../../testing/returns-books.ts'
import { compileReturnsBook } from './compile-returns-book.ts'
import { decideReturn } from './decide-return.ts'
import type { ReturnRequest, ReturnFacts, ReturnOrder } from '../return-order.ts'
import type { ReturnConditions, ReturnRule, ReturnsBook } from './returns-book.ts'

const NOON = '2026-03-10T12:00:00Z'
type Scenario = {
  book?: Partial<ReturnsBook>
  order?: Partial<ReturnOrder>
  facts?: Partial<ReturnFacts>
  asked?: ReturnRequest
  now?: string
}
const decide = (rules: readonly ReturnRule[], { book, order, facts, asked, now }: Scenario = {}) =>
  decideReturn(
    returnOrder(order),
    { ...NO_FACTS, ...facts },
    asked ?? requestedLine(),
    compileReturnsBook(returnsBook(rules, book)),
    new Date(now ?? NOON),
  )
function first(...args: Parameters<typeof decide>) {
  const [line] = decide(...args).lines
  if (!line) throw new Error('nothing was decided')
  return line
}

test('a return that no rule answers needs a review', () =>
  expect(first([])).toMatchObject({ answer: 'review', why: 'no-rule', decidedBy: { answer: null } }))

test('each outcome is decided by the first rule that sets it', () => {
  const line = first([
    returnRule('rule-1', { skus: ['PLATE'] }, 'refused'),
    returnRule('rule-2', { countries: ['GB'] }, { fee: '1.50' }),
    returnRule('rule-3', {}, { answer: { answer: 'allowed', text: 'Gladly', exemption: null }, fee: '9.00' }),
    returnRule('rule-4', {}, { resolutions: ['exchange', 'refund'] }),
  ])
  expect(line).toMatchObject({
    answer: 'allowed',
    text: 'Gladly',
    fee: 15_000,
    resolutions: ['exchange', 'refund'],
    decidedBy: { answer: 'rule-3', fee: 'rule-2', resolutions: 'rule-4', until: null, options: null, keep: null },
  })
})

describe('a rule applies if all of its conditions hold', () => {
  test.each<[string, Partial<ReturnConditions>, Scenario, boolean]>([
    ['a SKU in any case', { skus: ['mug'] }, {}, true],
    ['another SKU', { skus: ['PLATE'] }, {}, false],
    [
      'one of its categories',
      { categories: ['Kitchen', 'Sale'] },
      { order: { lines: [returnLine({ categories: ['New', 'Sale'] })] } },
      true,
    ],
    ['no category', { categories: ['Kitchen'] }, {}, false],
    ['the country', { countries: ['IE', 'GB'] }, {}, true],
    ['another country', { countries: ['IE'] }, {}, false],
    ['the region', { regions: ['NN'] }, {}, true],
    ['a region abroad', { regions: ['NN'] }, { order: { country: 'IE', region: 'NN' } }, false],
    ['an unknown region', { regions: ['NN'] }, { order: { region: null } }, false],
    ['a trade order', { customer: 'trade' }, { order: { customer: 'trade' } }, true],
    ['a consumer’s order', { customer: 'trade' }, {}, false],
    ['the reason', { reasons: ['MIND'] }, {}, true],
    ['the least quantity', { quantity: { from: 1, to: 1 } }, {}, true],
    ['a smaller quantity', { quantity: { from: 2, to: null } }, {}, false],
    ['the highest value of a line', { lineValue: { from: null, to: '20.00' } }, {}, true],
    ['a value a hair above', { lineValue: { from: null, to: '19.9999' } }, {}, false],
    ['the least value of an order', { orderValue: { from: '20', to: null } }, {}, true],
    [
      'as many earlier returns',
      { earlierReturns: { days: 30, from: 2, to: null } },
      { facts: { earlierReturns: ['2026-02-08', '2026-03-01'] } },
      true,
    ],
    [
      'one of them too old',
      { earlierReturns: { days: 30, from: 2, to: null } },
      { facts: { earlierReturns: ['2026-02-07', '2026-03-01'] } },
      false,
    ],
    ['serial numbered', { serialNumbered: true }, {}, false],
    ['not serial numbered', { serialNumbered: false }, {}, true],
    ['a delivery exception', { deliveryException: true }, { facts: { hadDeliveryException: true } }, true],
    ['ordered on the last day', { ordered: { from: null, to: '2026-03-02' } }, {}, true],
    ['ordered the day before', { ordered: { from: '2026-03-03', to: null } }, {}, false],
    ['five days since the delivery', { days: { since: 'delivery', from: 5, to: 5 } }, {}, true],
    ['seven days since the despatch', { days: { since: 'despatch', from: 7, to: 7 } }, {}, true],
    ['eight days since ordering', { days: { since: 'order', from: 8, to: 8 } }, {}, true],
    ['nothing asked', {}, {}, true],
  ])('%s', (_name, conditions, scenario, applies) =>
    expect(first([returnRule('rule-1', conditions, 'allowed')], scenario).decidedBy.answer).toBe(
      applies ? 'rule-1' : null,
    ),
  )
})

describe('a group covers its reasons, and a merged reason counts as its target', () => {
  const reasons = [
    reasonCode('FAULTY'),
    reasonCode('BROKEN', { parent: 'FAULTY' }),
    reasonCode('CRACKED', { active: false, mergedInto: 'BROKEN' }),
    reasonCode('MIND'),
  ]
  test.each([
    ['FAULTY', 'BROKEN', true],
    ['FAULTY', 'CRACKED', true],
    ['CRACKED', 'BROKEN', true],
    ['BROKEN', 'cracked', true],
    ['FAULTY', 'MIND', false],
  ])('a rule for %s, and a request for %s', (named, reason, applies) =>
    expect(
      first([returnRule('rule-1', { reasons: [named] }, 'allowed')], {
        book: { reasons },
        asked: requestedLine({ reason }),
      }).answer,
    ).toBe(applies ? 'allowed' : 'review'),
  )
})

describe('a window ends at midnight in London after its last day', () => {
  const allowed = [
    returnRule('rule-1', {}, { until: { since: 'delivery', days: 14, day: null } }),
    returnRule('rule-2', {}, 'allowed'),
  ]
  test.each([
    ['2026-03-19T23:59:59Z', 'allowed'],
    ['2026-03-20T00:00:00Z', 'refused'],
  ])('delivered on 5 March, at %s: %s', (now, answer) => expect(first(allowed, { now }).answer).toBe(answer))
  test.each([
    // The clocks go forward on 29 March 2026: the day has 23 hours.
    ['2026-03-15', '2026-03-29T22:59:59Z', 'allowed'],
    ['2026-03-15', '2026-03-29T23:00:00Z', 'refused'],
    ['2026-03-16', '2026-03-30T22:59:59Z', 'allowed'],
    ['2026-03-16', '2026-03-30T23:00:00Z', 'refused'],
    // The clocks go back on 25 October: the day has 25 hours.
    ['2026-10-11', '2026-10-25T23:59:59Z', 'allowed'],
    ['2026-10-11', '2026-10-26T00:00:00Z', 'refused'],
    ['2026-10-10', '2026-10-24T22:59:59Z', 'allowed'],
    ['2026-10-10', '2026-10-24T23:00:00Z', 'refused'],
  ])('delivered on %s, at %s: %s', (deliveredOn, now, answer) =>
    expect(first(allowed, { order: { orderedOn: '2026-01-02', despatchedOn: null, deliveredOn }, now }).answer).toBe(
      answer,
    ),
  )
  test('the decision gives the deadline, past or future', () => {
    expect(first(allowed)).toMatchObject({ until: '2026-03-19', change: { kind: 'until', day: '2026-03-19' } })
    expect(first(allowed, { now: '2026-03-25T12:00:00Z' })).toMatchObject({
      answer: 'refused',
      why: 'too-late',
      until: null,
      change: { kind: 'until', day: '2026-03-19' },
    })
  })
  test('an unknown delivery leaves the window open', () =>
    expect(first(allowed, { order: { deliveredOn: null }, now: '2027-03-25T12:00:00Z' })).toMatchObject({
      answer: 'allowed',
      until: null,
    }))
  test('a fixed end day applies if it is later', () => {
    const christmas = [
      returnRule(
        'rule-1',
        { ordered: { from: '2026-11-01', to: '2026-12-24' } },
        { until: { since: 'delivery', days: 14, day: '2027-01-31' } },
      ),
      returnRule('rule-2', {}, 'allowed'),
    ]
    const order = { orderedOn: '2026-12-20', despatchedOn: '2026-12-21' }
    expect(
      first(christmas, { order: { ...order, deliveredOn: '2026-12-23' }, now: '2027-01-05T12:00:00Z' }).until,
    ).toBe('2027-01-31')
    expect(
      first(christmas, { order: { ...order, deliveredOn: '2027-01-25' }, now: '2027-02-05T12:00:00Z' }).until,
    ).toBe('2027-02-08')
  })
})

describe('conditions on days also change the deadline', () => {
  const rules = [
    returnRule('rule-1', { days: { since: 'delivery', from: 0, to: 9 } }, 'allowed'),
    returnRule('rule-2', { days: { since: 'delivery', from: 10, to: 19 } }, 'review'),
    returnRule('rule-3', {}, 'refused'),
  ]
  test.each([
    ['2026-03-05', 'allowed', '2026-03-14'],
    ['2026-03-14', 'allowed', '2026-03-14'],
    ['2026-03-15', 'review', undefined],
    ['2026-04-30', 'refused', '2026-03-14'],
  ])('on %s it is %s, allowed until %s', (day, answer, until) => {
    const line = first(rules, { now: `${day}T12:00:00Z` })
    expect(line.answer).toBe(answer)
    expect(line.change?.kind === 'until' ? line.change.day : undefined).toBe(until)
  })
})

describe('facts of the order come before the rules', () => {
  const rules = [returnRule('rule-1', {}, 'allowed')]
  const line = { lineNumber: 1, returnable: 2, serials: ['SN1'] }
  test.each<[string, ReturnRequest, Partial<ReturnFacts>, object]>([
    ['a line it has not', requestedLine({ lineNumber: 7 }), {}, { answer: 'refused', why: 'no-such-line' }],
    [
      'more than was bought',
      requestedLine({ quantity: 3 }),
      {},
      { answer: 'refused', why: 'too-many', change: { kind: 'quantity', atMost: 2 } },
    ],
    [
      'more than is left',
      requestedLine({ quantity: 2 }),
      { lines: [{ ...line, returnable: 1 }] },
      { why: 'too-many', change: { kind: 'quantity', atMost: 1 } },
    ],
    [
      'nothing left',
      requestedLine(),
      { lines: [{ ...line, returnable: 0 }] },
      { answer: 'refused', why: 'already-returned', change: null },
    ],
    [
      'a line that was never sent',
      requestedLine(),
      { lines: [{ ...line, returnable: 0, sent: 0 }] },
      { answer: 'refused', why: 'not-sent', change: null },
    ],
    [
      'a line with nothing left',
      requestedLine(),
      { lines: [{ ...line, returnable: 0, sent: 1 }] },
      { answer: 'refused', why: 'already-returned' },
    ],
    ['a serial number in any case', requestedLine({ serials: ['sn1'] }), { lines: [line] }, { answer: 'allowed' }],
    [
      'a serial that was not despatched',
      requestedLine({ serials: ['SN9'] }),
      { lines: [line] },
      { answer: 'review', why: 'serial-not-despatched' },
    ],
    ['an unknown reason', requestedLine({ reason: 'WHIM' }), {}, { answer: 'review', why: 'no-such-reason' }],
    [
      'a resolution not offered',
      requestedLine({ resolution: 'exchange' }),
      {},
      { answer: 'refused', why: 'other-resolution', change: { kind: 'resolution', resolutions: ['refund'] } },
    ],
  ])('%s', (_name, asked, facts, answer) => expect(first(rules, { asked, facts })).toMatchObject(answer))
  test('a line requested twice counts together', () => {
    const twice = { lines: [...requestedLine({ quantity: 2 }).lines, ...requestedLine({ quantity: 1 }).lines] }
    expect(decide(rules, { asked: twice }).lines.map(({ why }) => why)).toEqual(['rule', 'already-returned'])
  })
})

test('the nearest change is the only failing condition of an allowing rule', () => {
  const rules = [
    returnRule('rule-1', { skus: ['PLATE'], countries: ['FR'] }, 'allowed'),
    returnRule('rule-2', { lineValue: { from: null, to: '10.00' } }, 'allowed'),
    returnRule('rule-3', {}, 'refused'),
    returnRule('rule-4', { skus: ['PLATE'] }, 'allowed'),
  ]
  expect(first(rules).change).toEqual({ kind: 'condition', rule: 'rule-2', condition: 'lineValue' })
})

describe('options', () => {
  const allowed = returnRule('rule-1', {}, 'allowed')
  test('each option is offered, or gives its reason', () => {
    const options = [
      returnOption('option-1', { maxWeight: 0.7 }),
      returnOption('option-2', { maxLength: 10 }),
      returnOption('option-3', { countries: ['IE'] }),
      returnOption('option-4', { regions: ['AB'] }),
      returnOption('option-5', { active: false }),
      returnOption('option-6'),
    ]
    const named = { options: [...options.map(({ id }) => id), 'option-9'] }
    const { lines, parcels } = decide([returnRule('rule-0', {}, named), allowed], {
      book: { options },
      asked: requestedLine({ quantity: 2 }),
    })
    expect(lines[0]?.options).toEqual([
      { id: 'option-1', why: 'weight', value: 800, limit: 700 },
      { id: 'option-2', why: 'length', value: 120, limit: 100 },
      { id: 'option-3', why: 'country', value: null, limit: null },
      { id: 'option-4', why: 'region', value: null, limit: null },
      { id: 'option-5', why: 'retired', value: null, limit: null },
      { id: 'option-6', why: 'offered', value: null, limit: null },
      { id: 'option-9', why: 'not-there', value: null, limit: null },
    ])
    expect(parcels).toEqual([
      {
        destination: 'returns-centre',
        lines: [0],
        options: [{ id: 'option-6', shopperPays: 25_000, cost: 25_000 }],
        fee: 0,
      },
    ])
  })
  test('a return that no option serves needs a review', () =>
    expect(first([allowed], { book: { options: [] } })).toMatchObject({ answer: 'review', why: 'no-option' }))
  test('a kept item needs no option, and costs its fee', () => {
    const keep = returnRule('rule-0', {}, { keep: true, fee: '2' })
    const decision = decide([keep, allowed], { book: { options: [] } })
    expect(decision).toMatchObject({ answer: 'allowed', parcels: [], fee: 20_000 })
  })
})

describe('parcels', () => {
  const lines = [1, 2, 3].map((lineNumber) => returnLine({ lineNumber, sku: `S${lineNumber}` }))
  const asked = (oneParcel = false): ReturnRequest => ({
    lines: lines.map(({ lineNumber }) => ({ lineNumber, quantity: 1, reason: 'MIND' })),
    oneParcel,
  })
  const options = [
    returnOption('option-1', { price: '4.00', maxWeight: 1 }),
    returnOption('option-2', { payer: 'retailer', price: '6.00', maxWeight: 0.9 }),
    returnOption('option-3', { destination: 'supplier' }),
  ]
  const toSupplier = returnRule('rule-1', { skus: ['S2'] }, { options: ['option-3', 'option-1'], fee: '1' })
  const allowed = returnRule('rule-2', {}, 'allowed')
  test('one parcel per destination, with the options that take all of it, cheapest first', () =>
    expect(decide([toSupplier, allowed], { book: { options }, order: { lines }, asked: asked() }).parcels).toEqual([
      {
        destination: 'returns-centre',
        lines: [0, 2],
        options: [
          { id: 'option-2', shopperPays: 0, cost: 60_000 },
          { id: 'option-1', shopperPays: 40_000, cost: 40_000 },
        ],
        fee: 0,
      },
      {
        destination: 'supplier',
        lines: [1],
        options: [{ id: 'option-3', shopperPays: 25_000, cost: 25_000 }],
        fee: 10_000,
      },
    ]))
  test('one shared parcel goes to the returns centre if an option takes all', () => {
    const light = lines.map((line) => ({ ...line, weight: 300 }))
    const scenario = { book: { options }, asked: asked(true) }
    expect(decide([toSupplier, allowed], { ...scenario, order: { lines: light } }).parcels).toMatchObject([
      { destination: 'returns-centre', lines: [0, 1, 2], options: [{ id: 'option-1' }], fee: 10_000 },
    ])
    expect(decide([toSupplier, allowed], { ...scenario, order: { lines } }).parcels).toHaveLength(2)
  })
  test('lines that no option takes together travel apart', () => {
    const heavy = lines.map((line) => ({ ...line, weight: 600 }))
    expect(
      decide([allowed], {
        book: { options: options.slice(0, 2) },
        order: { lines: heavy },
        asked: asked(),
      }).parcels.map((parcel) => parcel.lines),
    ).toEqual([[0], [1], [2]])
  })
})

test.each([
  [['MUG', 'MUG'], 'allowed'],
  [['MUG', 'NO'], 'part'],
  [['NO', 'NO'], 'refused'],
  [['MUG', 'ODD'], 'review'],
])('%s together are %s', (skus, answer) => {
  const rules = [returnRule('rule-1', { skus: ['MUG'] }, 'allowed'), returnRule('rule-2', { skus: ['NO'] }, 'refused')]
  const lines = skus.map((sku, index) => returnLine({ lineNumber: index + 1, sku }))
  const asked = { lines: lines.map(({ lineNumber }) => ({ lineNumber, quantity: 1, reason: 'MIND' })) }
  expect(decide(rules, { order: { lines }, asked }).answer).toBe(answer)
})
