import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { call } from '../../kit/server/call.ts'
import { session } from '../../kit/session/session-store.ts'
import {
  type ReallocationReceipt,
  reallocationRun,
  reallocationText,
  allocateAgain,
  ordersOf,
  ownRun,
} from './allocate-again.ts'

vi.mock('../../kit/server/call.ts', () => ({ call: vi.fn<typeof call>() }))
afterAll(() => vi.doUnmock('../../kit/server/call.ts'))

const receipts = (...outcomes: ReallocationReceipt['outcome'][]) =>
  outcomes.map((outcome) => ({ clientCode: 'ACME', orderNumber: '1', outcome, message: '' }))

test('each order is allocated once, even with several selected consignments', () => {
  const row = (clientCode: string, orderNumber: string, number: number) => ({ clientCode, orderNumber, number })
  expect(ordersOf([row('ACME', 'A', 1), row('BIRCH', 'A', 1), row('ACME', 'A', 2)])).toEqual([
    { clientCode: 'ACME', orderNumber: 'A' },
    { clientCode: 'BIRCH', orderNumber: 'A' },
  ])
})

test.each([
  [receipts('allocated'), '1 allocated.'],
  [receipts('allocated', 'allocated'), '2 allocated.'],
  [receipts('exception'), '0 allocated, 1 still has no carrier.'],
  [receipts('allocated', 'exception', 'exception', 'refused'), '1 allocated, 2 still have no carrier, 1 failed.'],
  [receipts('refused', 'refused'), '0 allocated, 2 failed.'],
])('what became of %j', (given, words) => {
  expect(reallocationText(given)).toBe(words)
})

describe('a run over many orders', () => {
  const orders = Array.from({ length: 450 }, (_one, index) => ({ clientCode: 'ACME', orderNumber: `A-${index}` }))
  type Body = { body: { orders: typeof orders } }
  const answer = (_route: unknown, { body }: Body) =>
    Promise.resolve({
      receipts: body.orders.map((order) => ({ ...order, outcome: 'allocated' as const, message: '' })),
    })
  const called = vi.mocked(call)
  beforeEach(() => {
    reallocationRun.set(undefined)
    called.mockReset()
  })

  test('runs in batches of 200 and counts progress', async () => {
    called.mockImplementation(answer as typeof call)
    const counted: number[] = []
    const unwatch = reallocationRun.subscribe(() => counted.push(reallocationRun.get()?.done ?? -1))
    await allocateAgain(orders)
    unwatch()
    expect(called.mock.calls.map(([, given]) => (given as Body).body.orders.length)).toEqual([200, 200, 50])
    expect(counted).toEqual([0, 200, 400, 450, 450])
    expect(reallocationRun.get()).toMatchObject({ state: 'ended', done: 450, total: 450, problem: undefined })
    expect(reallocationRun.get()?.receipts.map(({ orderNumber }) => orderNumber)).toEqual(
      orders.map(({ orderNumber }) => orderNumber),
    )
  })

  test('finishes the current batch after a stop and skips the rest', async () => {
    called.mockImplementation(((route: unknown, given: Body) => {
      reallocationRun.get()?.stop()
      return answer(route, given)
    }) as typeof call)
    await allocateAgain(orders)
    expect(called).toHaveBeenCalledTimes(1)
    expect(reallocationRun.get()).toMatchObject({ state: 'ended', done: 200, total: 450 })
  })

  test('reports a failure and keeps earlier receipts', async () => {
    called
      .mockImplementationOnce(answer as typeof call)
      .mockRejectedValueOnce(new Error('The server cannot be reached.'))
    await allocateAgain(orders)
    expect(reallocationRun.get()).toMatchObject({ state: 'ended', done: 200, problem: 'The server cannot be reached.' })
    expect(reallocationRun.get()?.receipts).toHaveLength(200)
  })

  test('cannot start while another is running', async () => {
    called.mockImplementation(answer as typeof call)
    await Promise.all([allocateAgain(orders), allocateAgain(orders)])
    expect(called).toHaveBeenCalledTimes(3)
  })

  test('is hidden and stops if the user switches clients', async () => {
    const { store } = session
    called.mockImplementation(((route: unknown, given: Body) => {
      store.set({ ...store.get(), selected: 'BIRCH', client: 'BIRCH' })
      return answer(route, given)
    }) as typeof call)
    await allocateAgain(orders)
    expect(called).toHaveBeenCalledTimes(1)
    expect(ownRun(reallocationRun.get())).toBeUndefined()
    store.set({ ...store.get(), selected: '', client: '' })
    expect(ownRun(reallocationRun.get())).toMatchObject({ state: 'ended', done: 200 })
  })

  test('goes on for its client if the user goes to a screen of another one', async () => {
    const { store } = session
    store.set({ ...store.get(), client: 'ACME' })
    called.mockImplementation(((route: unknown, given: Body) => {
      store.set({ ...store.get(), client: 'BIRCH' })
      return answer(route, given)
    }) as typeof call)
    await allocateAgain(orders)
    expect(called.mock.calls.map(([, , options]) => options)).toEqual([
      { client: 'ACME' },
      { client: 'ACME' },
      { client: 'ACME' },
    ])
    expect(ownRun(reallocationRun.get())).toMatchObject({ state: 'ended', done: 450 })
    store.set({ ...store.get(), client: '' })
  })
})
