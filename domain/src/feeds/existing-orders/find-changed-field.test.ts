import { describe, expect, test } from 'vitest'
import { findChangedField } from './find-changed-field.ts'
import { type OrderHeader, REPEATED_FIELDS } from '../rows/order-header.ts'

const KEPT = {
  customerAccount: '',
  customerFirstName: 'Jo',
  customerLastName: 'Ex',
  email: 'jo@example.com',
  phone: '07700 900123',
  country: 'GB',
  addressLine1: '1 High Street',
  addressLine2: '',
  addressLine3: '',
  addressLine4: '',
  postCode: 'LS1 4AP',
  dispatchService: 'STANDARD',
  despatchDate: '2026-11-30',
} as const
const header = (fields: Partial<OrderHeader>): OrderHeader => {
  const whole = { orderedAt: '', isDayGiven: false, ...KEPT, ...fields }
  const texts: Readonly<Record<string, unknown>> = whole
  return { ...whole, cells: REPEATED_FIELDS.map((field) => (typeof texts[field] === 'string' ? texts[field] : '')) }
}
const changedField = (fields: Partial<OrderHeader>, options: Partial<Parameters<typeof findChangedField>[2]> = {}) =>
  findChangedField(
    header(fields),
    { ...KEPT, status: 'N' },
    { changes: [], hasField: () => true, isFurther: false, ...options },
  )

describe('a file compared with a stored order', () => {
  test.each<[string, Partial<OrderHeader>, string | undefined]>([
    ['the same', {}, undefined],
    [
      'in other case, blanks and phone signs',
      { customerFirstName: 'JO', addressLine1: '1  high street', phone: '+44 7700-900123' },
      undefined,
    ],
    ['another address', { addressLine1: '2 High Street' }, 'addressLine1'],
    ['another day, where it names one', { isDayGiven: true, despatchDate: '2026-12-01' }, 'date'],
    ['the day before it was released late', { isDayGiven: true, despatchDate: '2026-11-27' }, undefined],
    [
      'another named day, also before',
      { dispatchService: 'NAMED DAY', isDayGiven: true, despatchDate: '2026-11-27' },
      'dispatchService',
    ],
    ['a postcode in another writing', { postCode: 'ls14ap' }, undefined],
    ['another day that is reckoned', { despatchDate: '2026-12-01' }, undefined],
    ['that it has left', { state: { status: 'D', despatchedOn: '2026-11-30', deliveredOn: '' } }, 'status'],
    ['that it is still to go', { state: { status: 'N', despatchedOn: '', deliveredOn: '' } }, undefined],
    ['an address line that is gone', { addressLine1: '' }, 'addressLine1'],
  ])('%s', (_what, fields, field) => expect(changedField(fields)).toBe(field))
  test('ignores fields without a column in the file', () =>
    expect(changedField({ email: '' }, { hasField: (field) => field !== 'email' })).toBeUndefined())
  test('ignores empty cells of further rows', () =>
    expect(changedField({ addressLine1: '' }, { isFurther: true })).toBeUndefined())
})

test('an amended field differs only if the file’s value is new', () => {
  const changes = [{ addressLine1: { before: '9 Low Street', after: '1 High Street' } }]
  expect(changedField({ addressLine1: '9 low street' }, { changes })).toBe('amended')
  expect(changedField({ addressLine1: '3 New Street' }, { changes })).toBe('addressLine1')
  expect(changedField({ addressLine1: '9 Low Street', email: 'al@example.com' }, { changes })).toBe('email')
})
