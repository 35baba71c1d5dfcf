import { expect, test } from 'vitest'
import { canReusePlan } from './can-reuse-plan.ts'

const PAGE = { page: 1, limit: 50, sort: 'orderDate', desc: true } as const
const WEEK = { dateFrom: '2026-01-05', dateTo: '2026-01-11' }

test.each([
  ['all orders, however sorted', { sort: 'totalValue' }, true],
  ['those of one status', { status: ['S'], sort: 'despatchDate' }, true],
  ['from a place of the list on', { from: 'ACME 1 X' }, true],
  ['those of a week', WEEK, true],
  ['those of a week in some statuses', { ...WEEK, status: ['C', 'S'] }, true],
  ['those since a day', { dateFrom: '2024-01-01' }, true],
  ['some statuses, which may all be rare', { status: ['C', 'S'] }, false],
  [
    'a status of two years, in which it may be rare',
    { dateFrom: '2024-01-01', dateTo: '2025-12-31', status: ['C'] },
    false,
  ],
  ['a status since a day', { dateFrom: '2024-01-01', status: ['C'] }, false],
  ['a week by value', { ...WEEK, sort: 'totalValue' }, false],
  ['those of an email, whatever their days and statuses', { email: 'a@example.com', status: ['C', 'S'] }, true],
  ['those of an email by value', { email: 'a@example.com', sort: 'totalValue' }, false],
  ['whatever else narrows it', { postCode: 'LS1 1UR' }, false],
  ['a choice', { country: ['FR'] }, false],
] as const)('%s', (_what, list, is) => {
  expect(canReusePlan({ ...PAGE, ...list } as Parameters<typeof canReusePlan>[0])).toBe(is)
})
