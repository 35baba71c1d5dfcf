import { NO_DAYS_OFF } from '../../calendar/day.ts'
import { expect, test } from 'vitest'
import { recalculateDespatchDay } from '../amend/recalculate-despatch-day.ts'
import type { DispatchService } from '../../routing/dispatch-service.ts'
import { ORDER_STATUS_CODES, type OrderStatus } from '../order-status.ts'
import { lackBits, type Lack } from '../needs-attention.ts'
import { goesAtOnce, MAX_AT_ONCE, type OrderCommand, orderVerdict } from './order-verdict.ts'

const LACKING_NOTHING = { lacks: 0, refusesUnmeasured: false }

const CANNOT: Record<OrderStatus, string> = {
  N: '',
  R: '',
  S: '',
  P: 'It is at Picking: on a pick note already',
  K: 'It is at Packed: on a pick note already',
  D: 'It is despatched already',
  V: 'It is delivered already',
  C: 'It is cancelled',
}

test.each([
  [
    'release',
    {
      N: 'Will be released',
      R: '- It is released already',
      S: 'Will be allocated and released if a carrier takes it',
    },
  ],
  [
    'suspend',
    {
      N: 'Will be suspended, carrier capacity released',
      R: 'Will be suspended, carrier capacity released',
      S: '- It is suspended already',
    },
  ],
  [
    'cancel',
    {
      N: 'Will be cancelled, carrier capacity released',
      R: 'Will be cancelled, carrier capacity released',
      S: 'Will be cancelled',
      C: '- It is cancelled already',
    },
  ],
] as [OrderCommand, Partial<Record<OrderStatus, string>>][])('to %s: every status', (action, words) => {
  for (const status of ORDER_STATUS_CODES) {
    const given = orderVerdict(action, {
      ...LACKING_NOTHING,
      status,
      service: 'STANDARD',
      isOverdue: false,
      isUntried: status === 'S',
    })
    expect(`${given.isAllowed ? '' : '- '}${given.text}`).toBe(words[status] ?? `- ${CANNOT[status]}`)
  }
})

const MOVED =
  'Will be allocated for the next working day, as its despatch day has passed, and released if a carrier takes it'
test.each([
  ['release', 'S', 'STANDARD', true, MOVED],
  ['release', 'N', 'NEXT DAY', true, MOVED],
  ['release', 'S', 'NAMED DAY', false, 'Its named day has passed: amend its day first'],
  ['suspend', 'N', 'NAMED DAY', true, 'Will be suspended, carrier capacity released'],
  ['cancel', 'S', 'NAMED DAY', true, 'Will be cancelled'],
  ['release', 'R', 'NAMED DAY', false, 'It is released already'],
] as [OrderCommand, OrderStatus, DispatchService, boolean, string][])(
  'to %s one of %s, %s, whose day has passed: %s',
  (action, status, service, isAllowed, words) => {
    // Whether or not a carrier has it on the day that has passed.
    for (const isUntried of status === 'S' ? [true] : [true, false])
      expect(orderVerdict(action, { ...LACKING_NOTHING, status, service, isOverdue: true, isUntried })).toEqual({
        isAllowed,
        text: words,
      })
  },
)

const STREET = 'It has no street: complete the address'
const UNMEASURED = 'The weight of a SKU is not known: open the order to see what to do'
test.each([
  ['N', ['name'], false, 'Will be released. Note that it has no recipient’s name'],
  ['N', ['street'], false, `- ${STREET}`],
  ['S', ['street'], false, `- ${STREET}`],
  ['N', ['name', 'street', 'postcode'], false, '- It has no street and it has no postcode: complete the address'],
  ['N', ['country'], false, '- Its country is unknown: complete the address'],
  ['N', ['town'], false, '- It has no town: complete the address'],
  [
    'N',
    ['weight', 'size'],
    false,
    'Will be released. Note that the weight of a SKU is not known and the size of a SKU is not known',
  ],
  ['N', ['weight'], true, `- ${UNMEASURED}`],
  ['S', ['weight'], true, `- ${UNMEASURED}`],
  ['S', ['carrier'], false, 'Will be allocated and released if a carrier takes it'],
  ['N', ['carrier'], false, expect.stringContaining('- No carrier takes it: open the order') as string],
] as [OrderStatus, Lack[], boolean, string][])(
  'to release one of %s that lacks %j (refused: %s): %s',
  (status, lacks, refusesUnmeasured, words) => {
    const order = { status, service: 'STANDARD', isOverdue: false, isUntried: status === 'S' } as const
    const given = orderVerdict('release', { ...order, lacks: lackBits(lacks), refusesUnmeasured })
    expect(`${given.isAllowed ? '' : '- '}${given.text}`).toEqual(words)
    // The other commands ask for nothing.
    expect(orderVerdict('cancel', { ...order, lacks: lackBits(lacks), refusesUnmeasured }).isAllowed).toBe(true)
  },
)

test('a new order for which no carrier has been looked for is allocated first', () => {
  const order = {
    status: 'N',
    service: 'STANDARD',
    isOverdue: false,
    isUntried: true,
    refusesUnmeasured: false,
  } as const
  expect(orderVerdict('release', { ...order, lacks: lackBits(['carrier', 'weight']) })).toEqual({
    isAllowed: true,
    text: 'Will be allocated and released if a carrier takes it. Note that the weight of a SKU is not known',
  })
})

// A Friday.
const TODAY = '2026-07-10'
test.each([
  ['STANDARD', '2026-07-10', '2026-07-10'],
  ['STANDARD', '2026-07-13', '2026-07-13'],
  ['STANDARD', '2026-07-09', '2026-07-13'],
  ['NEXT DAY', '2025-01-01', '2026-07-13'],
  ['NAMED DAY', '2026-07-10', '2026-07-10'],
  ['NAMED DAY', '2026-07-09', undefined],
] as [DispatchService, string, string | undefined][])('%s of %s goes on %s', (service, day, goes) => {
  expect(recalculateDespatchDay(service, day, TODAY, NO_DAYS_OFF)).toBe(goes)
})

test('what goes on another day goes on a working day of the client’s calendar', () => {
  expect(recalculateDespatchDay('STANDARD', '2026-07-09', TODAY, new Set(['2026-07-13']))).toBe('2026-07-14')
})

const AS_EXPECTED = {
  ...LACKING_NOTHING,
  status: 'N',
  service: 'STANDARD',
  isOverdue: false,
  isUntried: false,
  needsLook: false,
  count: 1,
} as const

test.each([
  ['one order of which all is as expected', [AS_EXPECTED], true],
  ['no order', [], false],
  ['as many as go at once', [{ ...AS_EXPECTED, count: MAX_AT_ONCE }], true],
  ['one more', [{ ...AS_EXPECTED, count: MAX_AT_ONCE }, AS_EXPECTED], false],
  ['one that is released already', [AS_EXPECTED, { ...AS_EXPECTED, status: 'R' as const }], false],
  ['one that still looks for a carrier', [AS_EXPECTED, { ...AS_EXPECTED, isUntried: true }], false],
  ['one past its despatch day', [AS_EXPECTED, { ...AS_EXPECTED, needsLook: true }], false],
  ['one of unknown weight', [AS_EXPECTED, { ...AS_EXPECTED, lacks: lackBits(['weight']) }], false],
])('released at once: %s', (_, orders, expected) => {
  expect(goesAtOnce(orders)).toBe(expected)
})
