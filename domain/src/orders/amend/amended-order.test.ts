import { NO_DAYS_OFF } from '../../calendar/day.ts'
import { describe, expect, test } from 'vitest'
import { moneyText, parseMoney } from '../../money/money.ts'
import {
  amendedDayProblem,
  amendedDespatchDay,
  amendedLines,
  contactProblems,
  emptiedFields,
  hasCalculatedValue,
  type Despatch,
} from './amended-order.ts'
import type { DispatchService } from '../../routing/dispatch-service.ts'
import { changesNote, linesLabel } from '../order-fields.ts'

// A Thursday, 23:30 in London; the next working day is Friday the 10th.
const NOW = new Date('2026-07-09T22:30:00Z')
const PAST = '8 July 2026 has passed. The next available day is 9 July 2026'
const WEEKEND = 'Orders are not despatched at weekends. The next available day is 13 July 2026'

describe('despatch day of an amended order', () => {
  test.each([
    ['STANDARD', undefined, { service: 'STANDARD', day: '2026-07-10' }, '2026-07-10', undefined],
    ['NEXT DAY', undefined, { service: 'STANDARD', day: '2026-07-09' }, '2026-07-09', undefined],
    ['STANDARD', undefined, { service: 'STANDARD', day: '2026-07-08' }, '2026-07-10', undefined],
    ['STANDARD', undefined, { service: 'NAMED DAY', day: '2026-07-20' }, '2026-07-10', undefined],
    ['STANDARD', '2026-07-20', { service: 'STANDARD', day: '2026-07-10' }, '2026-07-20', undefined],
    ['NEXT DAY', '2026-07-11', { service: 'STANDARD', day: '2026-07-10' }, '2026-07-11', WEEKEND],
    ['STANDARD', '2026-07-11', { service: 'STANDARD', day: '2026-07-11' }, '2026-07-11', undefined],
    ['STANDARD', '2026-07-08', { service: 'STANDARD', day: '2026-07-08' }, '2026-07-08', PAST],
    ['NAMED DAY', '2026-07-20', { service: 'STANDARD', day: '2026-07-10' }, '2026-07-20', undefined],
    ['NAMED DAY', '2026-07-11', { service: 'NAMED DAY', day: '2026-07-20' }, '2026-07-11', WEEKEND],
    ['NAMED DAY', '2026-07-09', { service: 'NAMED DAY', day: '2026-07-09' }, '2026-07-09', undefined],
    ['NAMED DAY', '2026-07-09', { service: 'STANDARD', day: '2026-07-09' }, '2026-07-09', undefined],
    ['NAMED DAY', '2026-07-08', { service: 'NAMED DAY', day: '2026-07-08' }, '2026-07-08', PAST],
  ] as [DispatchService, string | undefined, Despatch, string, string | undefined][])(
    '%s %s, previously %o, is %s: %s',
    (service, day, was, then, problem) => {
      expect(amendedDespatchDay({ service, day }, was, NOW, NO_DAYS_OFF)).toBe(then)
      expect(amendedDayProblem({ service, day }, was, NOW, NO_DAYS_OFF)).toBe(problem)
    },
  )
})

test('required fields may not be emptied, unless they were empty before', () => {
  const was = {
    customerFirstName: 'Ada',
    customerLastName: '',
    email: '',
    addressLine1: '1 High St',
    postCode: 'A',
    country: 'GB',
  }
  expect(emptiedFields(was, { ...was, customerFirstName: '', postCode: '' })).toEqual(['customerFirstName', 'postCode'])
  expect(emptiedFields(was, was)).toEqual([])
})

test.each([
  [{ country: 'GB', postCode: 'A' }, { country: 'GB', postCode: '-' }, ['postCode']],
  [{ country: 'GB', postCode: 'A' }, { country: 'HK', postCode: '' }, []],
  [{ country: 'IE', postCode: 'D02 AF30' }, { country: 'IE', postCode: '' }, []],
  [{ country: 'HK', postCode: '' }, { country: 'GB', postCode: '' }, ['postCode']],
  [{ country: 'HK', postCode: '' }, { country: 'AE', postCode: 'n/a' }, []],
  [{ country: 'GB', postCode: '' }, { country: 'DE', postCode: '' }, []],
])('postcode %j may be left out of %j: not %j', (was, requested, lacking) => {
  const rest = { customerFirstName: 'Ada', customerLastName: '', email: '', addressLine1: '1 High St' }
  expect(emptiedFields({ ...rest, ...was }, { ...rest, ...requested })).toEqual(lacking)
})

describe('line values of an amended order', () => {
  const line = (SKU: string, quantity: number, unit: string, total: string) => ({
    SKU,
    quantity,
    unit: parseMoney(unit),
    total: parseMoney(total),
  })
  const WAS = [line('A', 2, '3.00', '6.00'), line('B', 300, '0.0066', '1.99'), line('A', 1, '2.50', '2.50')].map(
    (one, index) => ({ ...one, lineNumber: index + 1 }),
  )
  const priceOf = (SKU: string) => parseMoney(SKU === 'A' ? '9.00' : '1.00')

  test.each([
    ['the same as before, though the price is another', [{ SKU: 'A', quantity: 2 }], ['3.00 6.00']],
    ['the same, by hand and no multiple', [{ SKU: 'B', quantity: 300 }], ['0.0066 1.99']],
    ['another quantity at the price of the order', [{ SKU: 'A', quantity: 3 }], ['3.00 9.00']],
    ['another quantity, its SKU in other case', [{ SKU: 'a', quantity: 3 }], ['3.00 9.00']],
    ['a SKU that was not in it', [{ SKU: 'C', quantity: 4 }], ['1.00 4.00']],
    [
      'each line before counts once',
      [
        { SKU: 'A', quantity: 1 },
        { SKU: 'A', quantity: 1 },
      ],
      ['2.50 2.50', '3.00 3.00'],
    ],
    [
      'each line by its number',
      [
        { SKU: 'A', quantity: 1, lineNumber: 1 },
        { SKU: 'A', quantity: 2, lineNumber: 3 },
        { SKU: 'A', quantity: 1, lineNumber: null },
      ],
      ['3.00 3.00', '2.50 5.00', '3.00 3.00'],
    ],
    ['a value that is given', [{ SKU: 'A', quantity: 2, enteredTotal: parseMoney('5') }], ['2.50 5.00']],
    ['the value before, given again', [{ SKU: 'B', quantity: 300, enteredTotal: parseMoney('1.99') }], ['0.0066 1.99']],
  ])('%s', (_title, requested, worth) => {
    expect(
      amendedLines(requested, WAS, priceOf).map(({ unit, total }) => `${moneyText(unit)} ${moneyText(total)}`),
    ).toEqual(worth)
  })
  test('a value that is no multiple of the unit value was set by hand', () => {
    expect(WAS.map(hasCalculatedValue)).toEqual([true, false, true])
  })
  test('a value rounded to the penny was not set by hand', () => {
    const two = { quantity: 2, unit: parseMoney('3.3333') }
    expect(hasCalculatedValue({ ...two, total: parseMoney('6.67') })).toBe(true)
    expect(hasCalculatedValue({ ...two, total: parseMoney('6.66') })).toBe(false)
    const fed = [{ SKU: 'D', ...two, total: parseMoney('6.67') }]
    expect(amendedLines([{ SKU: 'D', quantity: 4 }], fed, priceOf).map(({ total }) => moneyText(total))).toEqual([
      '13.33',
    ])
  })
})

describe('email and postcode', () => {
  const was = { email: 'ada+tag@example.museum', country: 'GB', postCode: 'ZZ1 1AA' }
  test('present values may stay, or be left out', () => {
    expect(contactProblems(was, was)).toEqual([])
    expect(contactProblems(was, { ...was, email: '', postCode: '' })).toEqual([])
  })
  test('new values are validated as in a new order', () => {
    const requested = { email: 'bob+tag@example.museum', country: 'GB', postCode: 'ZZ2 1AA' }
    expect(contactProblems(was, requested).map(({ path }) => path)).toEqual(['email', 'postCode'])
    expect(contactProblems(was, { ...was, country: 'IE' })).toEqual([])
    expect(contactProblems({ ...was, country: 'IE' }, was).map(({ path }) => path)).toEqual(['postCode'])
    expect(contactProblems(was, { email: 'bob@example.com', country: 'GB', postCode: 'sw1a1aa' })).toEqual([])
  })
})

test('the history names the changed fields', () => {
  expect(changesNote({ postCode: { before: 'A', after: 'B' }, items: { before: '', after: '' } })).toBe(
    'Changed: postcode, lines',
  )
})

test('lines are described in words', () => {
  const lines = [
    { SKU: 'LAMP-1', quantity: 1200, totalValue: '24.7' },
    { SKU: 'BULB-9', quantity: 1, totalValue: '' },
  ]
  expect(linesLabel(lines, 'GBP')).toBe('LAMP-1 × 1,200 for £24.70, BULB-9 × 1')
})
