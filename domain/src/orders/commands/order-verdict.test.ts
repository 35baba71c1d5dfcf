import { NO_DAYS_OFF } from '../../calendar/day.ts'
import { expect, test } from 'vitest'
import { recalculateDespatchDay } from '../amend/recalculate-despatch-day.ts'
import type { DispatchService } from '../../routing/dispatch-service.ts'
import { ORDER_STATUS_CODES, type OrderStatus } from '../order-status.ts'
import { lackBits, type Lack } from '../needs-attention.ts'
import { canSkipPreflight, MAX_WITHOUT_PREFLIGHT, type OrderCommand, orderVerdict } from './order-verdict.ts'

const LACKING_NOTHING = { isAfterCutOff: false, lacks: 0, refusesUnmeasured: false }

const CANNOT: Record<OrderStatus, string> = {
  N: '',
  R: '',
  S: '',
  P: 'It is already at picking',
  K: 'It is already at packed',
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
      S: 'Will be allocated and released if a carrier is available',
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
] as [OrderCommand, Partial<Record<OrderStatus, string>>][])('%s in every status', (action, words) => {
  for (const status of ORDER_STATUS_CODES) {
    const verdict = orderVerdict(action, {
      ...LACKING_NOTHING,
      status,
      service: 'STANDARD',
      isOverdue: false,
      isUntried: status === 'S',
    })
    expect(`${verdict.isAllowed ? '' : '- '}${verdict.text}`).toBe(words[status] ?? `- ${CANNOT[status]}`)
  }
})

const MOVED = 'Will be allocated for the next working day and released if a carrier is available'
test.each([
  ['release', 'S', 'STANDARD', true, MOVED],
  ['release', 'N', 'NEXT DAY', true, MOVED],
  ['release', 'S', 'NAMED DAY', false, 'Its named day has passed. Choose another despatch date first'],
  ['suspend', 'N', 'NAMED DAY', true, 'Will be suspended, carrier capacity released'],
  ['cancel', 'S', 'NAMED DAY', true, 'Will be cancelled'],
  ['release', 'R', 'NAMED DAY', false, 'It is released already'],
] as [OrderCommand, OrderStatus, DispatchService, boolean, string][])(
  '%s of %s, %s, after its despatch day: %s',
  (action, status, service, isAllowed, words) => {
    // With or without a carrier for the day that has passed.
    for (const isUntried of status === 'S' ? [true] : [true, false])
      expect(orderVerdict(action, { ...LACKING_NOTHING, status, service, isOverdue: true, isUntried })).toEqual({
        isAllowed,
        text: words,
      })
  },
)

const STREET = 'Street missing'
const UNMEASURED = 'SKU weight missing – open order'
test.each([
  ['N', ['name'], false, 'Will be released. Note: recipient name missing'],
  ['N', ['street'], false, `- ${STREET}`],
  ['S', ['street'], false, `- ${STREET}`],
  ['N', ['name', 'street', 'postcode'], false, '- Street and postcode missing'],
  ['N', ['country'], false, '- Country unknown'],
  ['N', ['town'], false, '- Town missing'],
  ['N', ['weight', 'size'], false, 'Will be released. Note: SKU weight and SKU size missing'],
  ['N', ['weight'], true, `- ${UNMEASURED}`],
  ['S', ['weight'], true, `- ${UNMEASURED}`],
  ['S', ['carrier'], false, 'Will be allocated and released if a carrier is available'],
  ['N', ['carrier'], false, expect.stringContaining('- No carrier available – open order') as string],
] as [OrderStatus, Lack[], boolean, string][])(
  'release of %s lacking %j (refused: %s): %s',
  (status, lacks, refusesUnmeasured, words) => {
    const order = {
      ...LACKING_NOTHING,
      status,
      service: 'STANDARD',
      isOverdue: false,
      isUntried: status === 'S',
    } as const
    const verdict = orderVerdict('release', { ...order, lacks: lackBits(lacks), refusesUnmeasured })
    expect(`${verdict.isAllowed ? '' : '- '}${verdict.text}`).toEqual(words)
    // The other commands have no such conditions.
    expect(orderVerdict('cancel', { ...order, lacks: lackBits(lacks), refusesUnmeasured }).isAllowed).toBe(true)
  },
)

test('a new order without an allocation is allocated on release', () => {
  const order = {
    ...LACKING_NOTHING,
    status: 'N',
    service: 'STANDARD',
    isOverdue: false,
    isUntried: true,
  } as const
  expect(orderVerdict('release', { ...order, lacks: lackBits(['carrier', 'weight']) })).toEqual({
    isAllowed: true,
    text: 'Will be allocated and released if a carrier is available. Note: SKU weight missing',
  })
})

test('a new order whose cut-off has passed is allocated again on release, and looked at before', () => {
  const late = { ...LACKING_NOTHING, status: 'N', service: 'STANDARD', isOverdue: false, isUntried: false } as const
  const order = { ...late, isAfterCutOff: true }
  expect(orderVerdict('release', order)).toEqual({
    isAllowed: true,
    text: 'Its cut-off has passed: will be allocated again and released if a carrier is available',
  })
  expect(canSkipPreflight([{ ...order, needsLook: false, count: 1 }])).toBe(false)
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
] as [DispatchService, string, string | undefined][])('%s of %s is despatched on %s', (service, day, goes) => {
  expect(recalculateDespatchDay(service, day, TODAY, NO_DAYS_OFF)).toBe(goes)
})

test('a moved despatch day is a working day of the client', () => {
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
  ['as many as go at once', [{ ...AS_EXPECTED, count: MAX_WITHOUT_PREFLIGHT }], true],
  ['one more', [{ ...AS_EXPECTED, count: MAX_WITHOUT_PREFLIGHT }, AS_EXPECTED], false],
  ['one that is released already', [AS_EXPECTED, { ...AS_EXPECTED, status: 'R' as const }], false],
  ['one that still looks for a carrier', [AS_EXPECTED, { ...AS_EXPECTED, isUntried: true }], false],
  ['one past its despatch day', [AS_EXPECTED, { ...AS_EXPECTED, needsLook: true }], false],
  ['one of unknown weight', [AS_EXPECTED, { ...AS_EXPECTED, lacks: lackBits(['weight']) }], false],
])('immediate release: %s', (_, orders, expected) => {
  expect(canSkipPreflight(orders)).toBe(expected)
})
