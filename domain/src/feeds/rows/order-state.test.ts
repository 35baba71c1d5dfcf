import { expect, test } from 'vitest'
import { isFault } from '../fault.ts'
import { isStateDifferent, isStatusContradicted, readOrderState } from './order-state.ts'

const read = (row: { status?: string; despatchedOn?: string; deliveredOn?: string }, due = '2026-03-03') =>
  readOrderState({
    textOf: (field) => row[field] ?? '',
    readDespatched: (text) => text,
    readDelivered: (text) => text,
    ordered: '2026-03-02',
    isDated: true,
    due,
    today: '2026-11-28',
  })
const open = { status: 'N', despatchedOn: '', deliveredOn: '' } as const
const left = { status: 'D', despatchedOn: '2026-03-03', deliveredOn: '' } as const
const there = { status: 'V', despatchedOn: '2026-03-03', deliveredOn: '2026-03-03' } as const

test.each([
  [{}, undefined],
  [{ status: 'New' }, open],
  [{ status: 'PROCESSING' }, open],
  [{ status: 'Despatched' }, left],
  [{ status: 'dispatched' }, left],
  [{ status: 'Shipped' }, left],
  [
    { status: 'Fulfilled', despatchedOn: '2026-03-06' },
    { ...left, despatchedOn: '2026-03-06' },
  ],
  [{ status: 'Completed' }, left],
  [
    { status: 'complete', deliveredOn: '2026-03-05' },
    { ...there, deliveredOn: '2026-03-05' },
  ],
  [{ status: 'Picking' }, open],
  [{ status: 'Delivered' }, there],
  [{ status: 'closed' }, there],
  [
    { status: 'Delivered', deliveredOn: '2026-03-05' },
    { ...there, deliveredOn: '2026-03-05' },
  ],
  [
    { status: 'Delivered', deliveredOn: '2026-03-02' },
    { ...there, despatchedOn: '2026-03-02', deliveredOn: '2026-03-02' },
  ],
  [{ despatchedOn: '2026-03-04' }, { ...left, despatchedOn: '2026-03-04' }],
  [{ deliveredOn: '2026-03-04' }, { ...there, deliveredOn: '2026-03-04' }],
  [{ status: 'Cancelled' }, { ...open, status: 'C' }],
  [
    { status: 'canceled', despatchedOn: '2026-03-04' },
    { ...open, status: 'C' },
  ],
] as const)('an order of %j is %j', (row, state) => expect(read(row)).toEqual(state))

test('a despatched order due later was despatched today at the latest', () =>
  expect(read({ status: 'Despatched' }, '2026-12-24')).toEqual({ ...left, despatchedOn: '2026-11-28' }))

test.each([
  [{ status: 'On its way?' }, 'status'],
  [{ status: 'New', despatchedOn: '2026-03-04' }, 'status'],
  [{ status: 'Despatched', despatchedOn: '2026-11-29' }, 'despatchedOn'],
  [{ status: 'Despatched', despatchedOn: '2026-03-01' }, 'despatchedOn'],
  [{ status: 'Delivered', deliveredOn: '2026-11-29' }, 'deliveredOn'],
  [{ status: 'Delivered', despatchedOn: '2026-03-05', deliveredOn: '2026-03-04' }, 'deliveredOn'],
] as const)('an order of %j is refused for its %s', (row, field) => {
  const state = read(row)
  expect(state && isFault(state) && state).toMatchObject({ field })
})

test.each([
  [left, left, false],
  [left, undefined, false],
  [undefined, undefined, false],
  [undefined, open, false],
  [undefined, left, true],
  [left, open, true],
  [left, { ...left, despatchedOn: '2026-03-04' }, true],
] as const)('after a row of %j, one of %j says another state: %s', (first, further, isFieldDifferent) =>
  expect(isStateDifferent(first, further)).toBe(isFieldDifferent),
)

test.each([
  [undefined, 'N', false],
  [open, 'D', false],
  [left, 'N', true],
  [left, 'V', false],
  [there, 'D', false],
  [there, 'R', true],
  [{ ...open, status: 'C' }, 'N', true],
  [{ ...open, status: 'C' }, 'C', false],
] as const)('a file that says %j of an order at %s says something else: %s', (fed, stored, isFieldDifferent) =>
  expect(isStatusContradicted(fed, stored)).toBe(isFieldDifferent),
)

test('a past order without an order date is refused for it', () => {
  const undated = readOrderState({
    textOf: (field) => (field === 'status' ? 'Despatched' : field === 'despatchedOn' ? '2026-03-04' : ''),
    readDespatched: (text) => text,
    readDelivered: (text) => text,
    ordered: '2026-11-28',
    isDated: false,
    due: '2026-11-30',
    today: '2026-11-28',
  })
  expect(undated).toMatchObject({ field: 'orderDate', fault: 'Order date is required for a past order' })
})
