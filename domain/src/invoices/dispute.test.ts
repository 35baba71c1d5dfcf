import { expect, test } from 'vitest'
import { addDays } from '../calendar/day.ts'
import {
  AGES,
  ageOf,
  canDo,
  disputeIdOf,
  disputeNumber,
  dueDaysOf,
  type RowChange,
  openAmount,
  effectOnDispute,
} from './dispute.ts'

test.each([
  ['D-000123', 123],
  ['d123', 123],
  ['D 123', 123],
  ['1234567', 1_234_567],
  ['INV-1', undefined],
  ['D-', undefined],
  ['0', undefined],
])('%s is the dispute %s', (text, id) => expect(disputeIdOf(text)).toBe(id))

test('a number of more than six digits keeps them all', () => {
  expect([disputeNumber(7), disputeNumber(1_234_567)]).toEqual(['D-000007', 'D-1234567'])
})

test.each([
  ['2026-03-31', 'not due'],
  ['2026-03-30', '0–30 days'],
  ['2026-03-01', '0–30 days'],
  ['2026-02-28', '31–60 days'],
  ['2026-01-29', '61–90 days'],
  ['2025-12-30', 'over 90 days'],
] as const)('due on %s it is %s on 31 March', (dueDay, age) => expect(ageOf(dueDay, '2026-03-31')).toBe(age))

test.each([
  ['send', 'open', false, true],
  ['send', 'partly credited', false, true],
  ['send', 'partly credited', true, false],
  ['send', 'refused', false, false],
  ['refuse', 'sent', true, true],
  ['refuse', 'credited', true, false],
  ['write-off', 'open', false, true],
  ['reopen', 'written off', true, true],
  ['reopen', 'sent', true, false],
] as const)('%s a dispute that is %s (sent: %s): %s', (act, state, isSent, can) =>
  expect(canDo(act, { state, isSent })).toBe(can),
)

test('a settled dispute has no open amount', () => {
  const amounts = { claimed: 100, credited: 40 }
  expect(openAmount({ state: 'partly credited', ...amounts })).toBe(60)
  expect(openAmount({ state: 'written off', ...amounts })).toBe(0)
})

test('each day is due within exactly one age', () => {
  const today = '2026-03-31'
  for (let days = -5; days < 120; days++) {
    const due = addDays(today, -days)
    const fitting = AGES.filter((age) => {
      const { from, to } = dueDaysOf(age, today)
      return (from === null || from <= due) && (to === null || due <= to)
    })
    expect(fitting).toEqual([ageOf(due, today)])
  }
})

test.each([
  ['open', false, false, 'take out', 'take out', 'take out'],
  ['partly credited', false, true, 'refuse', 'refuse', 'refuse'],
  ['sent', true, false, 'refuse', 'refuse', 'refuse'],
  ['partly credited', true, true, 'refuse', 'refuse', 'refuse'],
  ['credited', true, true, 'keep', 'refuse', 'refuse'],
  ['refused', true, false, 'keep', 'keep', 'refuse'],
  ['written off', true, false, 'keep', 'keep', 'refuse'],
  ['written off', false, false, 'keep', 'keep', 'take out'],
  ['refused', false, true, 'keep', 'keep', 'refuse'],
  ['written off', false, true, 'keep', 'keep', 'refuse'],
] as const)(
  'rows of a dispute that is %s (sent: %s, credited: %s): accept %s, undo %s, delete %s',
  (state, isSent, isCredited, ...expected) => {
    const leave = (rowChange: RowChange) => effectOnDispute(rowChange, { state, isSent, isCredited })
    expect((['accept', 'undo', 'delete'] as const).map(leave)).toEqual(expected)
  },
)
