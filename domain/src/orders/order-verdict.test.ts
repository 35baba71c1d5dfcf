import { NO_DAYS_OFF } from '../calendar/day.ts'
import { expect, test } from 'vitest'
import { despatchDayAnew } from './despatch-anew.ts'
import type { DispatchService } from './dispatch-service.ts'
import { ORDER_STATUS_CODES, type OrderStatus } from './order-status.ts'
import { type OrderCommand, orderVerdict } from './order-verdict.ts'

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
      S: 'Will be released and allocated',
    },
  ],
  [
    'suspend',
    {
      N: 'Will be suspended, and its capacity given back',
      R: 'Will be suspended, and its capacity given back',
      S: '- It is suspended already',
    },
  ],
  [
    'cancel',
    {
      N: 'Will be cancelled, and its capacity given back',
      R: 'Will be cancelled, and its capacity given back',
      S: 'Will be cancelled',
      C: '- It is cancelled already',
    },
  ],
] as [OrderCommand, Partial<Record<OrderStatus, string>>][])('to %s: every status', (action, words) => {
  for (const status of ORDER_STATUS_CODES) {
    const given = orderVerdict(action, { status, service: 'STANDARD', isOverdue: false })
    expect(`${given.isAllowed ? '' : '- '}${given.words}`).toBe(words[status] ?? `- ${CANNOT[status]}`)
  }
})

test.each([
  ['release', 'S', 'STANDARD', true, 'Will be released, and go on the next working day: its despatch day has passed'],
  ['release', 'N', 'NEXT DAY', true, 'Will be released, and go on the next working day: its despatch day has passed'],
  ['release', 'S', 'NAMED DAY', false, 'Its named day has passed: amend its day first'],
  ['suspend', 'N', 'NAMED DAY', true, 'Will be suspended, and its capacity given back'],
  ['cancel', 'S', 'NAMED DAY', true, 'Will be cancelled'],
  ['release', 'R', 'NAMED DAY', false, 'It is released already'],
] as [OrderCommand, OrderStatus, DispatchService, boolean, string][])(
  'to %s one of %s, %s, whose day has passed: %s',
  (action, status, service, isAllowed, words) => {
    expect(orderVerdict(action, { status, service, isOverdue: true })).toEqual({ isAllowed, words })
  },
)

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
  expect(despatchDayAnew(service, day, TODAY, NO_DAYS_OFF)).toBe(goes)
})

test('what goes on another day goes on a working day of the client’s calendar', () => {
  expect(despatchDayAnew('STANDARD', '2026-07-09', TODAY, new Set(['2026-07-13']))).toBe('2026-07-14')
})
