import { DELIVERABLE_RULE } from '@despatch/domain/text/email'
import { expect, test } from 'vitest'
import {
  completeCriteria,
  type Criteria,
  criteriaBody,
  criteriaErrors,
  isReferenceOnly,
  NO_CRITERIA,
  emptyResultMessage,
} from './criteria.ts'

const criteria = (fields: Partial<Criteria>): Criteria => ({ ...NO_CRITERIA, ...fields })

test.each<[string, Partial<Criteria>, object]>([
  ['nothing', {}, { orderRef: 'Enter an order reference, email, postcode, SKU, dates or status' }],
  ['a reference', { orderRef: 'A1' }, {}],
  ['a status', { status: ['N'] }, {}],
  ['a postcode', { postCode: 'SW1Y 4JH' }, {}],
  ['a SKU', { skuCode: 'LAMP' }, {}],
  ['a serial number as long as they are', { orderRef: 'x'.repeat(60) }, {}],
  ['what is longer', { orderRef: 'x'.repeat(61) }, { orderRef: 'A reference is at most 60 characters' }],
  [
    'a reference that no order has, and a status',
    { orderRef: 'x'.repeat(51), status: ['N'] },
    { orderRef: 'An order reference has at most 50 characters' },
  ],
  ['an email that is none', { email: 'ada@example' }, { email: DELIVERABLE_RULE }],
  [
    'days the wrong way round',
    { dateFrom: '2026-01-05', dateTo: '2026-01-01' },
    { dateTo: 'The end date is before the start date' },
  ],
  ['one day', { dateFrom: '2026-01-05', dateTo: '2026-01-05' }, {}],
  ['no first day', { dateTo: '2026-01-05' }, { dateFrom: 'Enter the start date too' }],
])('errors of an enquiry for %s', (_, fields, expected) => {
  expect(criteriaErrors(criteria(fields))).toEqual(expected)
})

test('an open-ended range ends today in London', () => {
  expect(
    completeCriteria(criteria({ dateFrom: '2026-06-01', email: ' a@b.co ' }), new Date('2026-06-30T23:30:00Z')),
  ).toEqual(criteria({ dateFrom: '2026-06-01', dateTo: '2026-07-01', email: 'a@b.co' }))
})

test('an email typed as a reference is searched as an email, unless both are set', () => {
  const now = new Date('2026-06-30T12:00:00Z')
  const email = 'ada@example.com'
  expect(completeCriteria(criteria({ orderRef: ` ${email} ` }), now)).toEqual(criteria({ email }))
  expect(completeCriteria(criteria({ orderRef: email, email: 'b@c.co' }), now)).toEqual(
    criteria({ orderRef: email, email: 'b@c.co' }),
  )
})

test.each([
  ['sw1y4jh', 'SW1Y 4JH'],
  [' sw1y 4jh ', 'SW1Y 4JH'],
  [' d02 af30 ', 'd02 af30'],
  ['', ''],
])('postcode %j is searched as %j', (typed, postCode) => {
  expect(completeCriteria(criteria({ postCode: typed, skuCode: ' LAMP ' }), new Date())).toEqual(
    criteria({ postCode, skuCode: 'LAMP' }),
  )
})

test('only a reference alone opens the order directly', () => {
  expect(isReferenceOnly(criteria({ orderRef: 'A1' }))).toBe(true)
  expect(isReferenceOnly(criteria({ orderRef: 'A1', status: ['N'] }))).toBe(false)
  expect(isReferenceOnly(criteria({ orderRef: 'A1', skuCode: 'LAMP' }))).toBe(false)
})

test('cancelled orders are left out unless requested', () => {
  expect(criteriaBody(criteria({ orderRef: 'A' }), false)).toEqual({
    orderRef: 'A',
    status: ['N', 'R', 'S', 'P', 'K', 'D', 'V'],
  })
  expect(criteriaBody(criteria({ orderRef: 'A' }), true)).toEqual({ orderRef: 'A' })
  expect(criteriaBody(criteria({ status: ['C'] }), false)).toEqual({ status: ['C'] })
})

test.each<[string, Partial<Criteria>]>([
  [
    'No Records were found matching your search criteria. Please check your search criteria and try again.',
    { email: 'a@b.co', dateFrom: '2024-01-01', dateTo: '2024-01-05' },
  ],
  ['No records found for postcode SW1Y 4JH', { postCode: 'SW1Y 4JH', status: ['N'] }],
  ['No records found for order, email or date range A1', { orderRef: 'A1', email: 'a@b.co' }],
  [
    'No records found for order, email or date range 1 January 2024 - 5 January 2024',
    { dateFrom: '2024-01-01', dateTo: '2024-01-05' },
  ],
])('message: %s', (message, fields) => {
  expect(emptyResultMessage(criteria(fields))).toBe(message)
})
