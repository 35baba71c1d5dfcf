import { describe, expect, test } from 'vitest'
import { otherThanKept } from './kept-header.ts'
import { type OrderHeader, SAID_FIELDS } from '../rows/order-header.ts'

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
const header = (said: Partial<OrderHeader>): OrderHeader => {
  const whole = { orderedAt: '', isDayGiven: false, ...KEPT, ...said }
  const texts: Readonly<Record<string, unknown>> = whole
  return { ...whole, said: SAID_FIELDS.map((field) => (typeof texts[field] === 'string' ? texts[field] : '')) }
}
const found = (said: Partial<OrderHeader>, given: Partial<Parameters<typeof otherThanKept>[2]> = {}) =>
  otherThanKept(
    header(said),
    { ...KEPT, status: 'N' },
    { changes: [], hasField: () => true, isFurther: false, ...given },
  )

describe('what a file says of an order that is there', () => {
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
  ])('%s', (_what, said, field) => expect(found(said)).toBe(field))
  test('counts for nothing where the file has no such column', () =>
    expect(found({ email: '' }, { hasField: (field) => field !== 'email' })).toBeUndefined())
  test('counts for nothing where further rows leave it empty', () =>
    expect(found({ addressLine1: '' }, { isFurther: true })).toBeUndefined())
})

test('what people have amended stands against what the file said before, and not against what is new', () => {
  const changes = [{ addressLine1: { before: '9 Low Street', after: '1 High Street' } }]
  expect(found({ addressLine1: '9 low street' }, { changes })).toBe('amended')
  expect(found({ addressLine1: '3 New Street' }, { changes })).toBe('addressLine1')
  expect(found({ addressLine1: '9 Low Street', email: 'al@example.com' }, { changes })).toBe('email')
})
