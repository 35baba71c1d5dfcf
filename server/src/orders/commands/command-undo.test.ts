import { contract } from '@despatch/contract/contract'
import { addDays, dayOf, nextWorkingDay } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandedOrders } from '../../testing/commanded-orders.ts'
import { openTestPortal, type TestPortal } from '../../testing/test-portal.ts'

const { receipts } = contract.orders
const TODAY = dayOf(new Date())

let portal: TestPortal
let on: ReturnType<typeof commandedOrders>
beforeAll(async () => {
  portal = await openTestPortal()
  on = commandedOrders(portal)
})
afterAll(() => portal.close())

describe('undoing', () => {
  test('a suspension restores and allocates orders, except those changed since', async () => {
    const as = await on.shop()
    await on.create(as, 'A', 'B', 'C')
    await on.act(as, 'release', ['B'])
    const { commandId } = await on.act(as, 'suspend', ['A', 'B', 'C'])
    await on.act(as, 'cancel', ['C'])
    expect(await on.capacityTaken(as.client)).toBe(0)
    const undone = await on.undo(as, commandId)
    expect(undone.message).toBe('2 orders restored, 1 failed.')
    expect(undone.receipts.map(({ outcome, message, undoneAt }) => [outcome, message, undoneAt !== null])).toEqual([
      ['refused', 'It has changed since, so it was left unchanged', false],
      ['done', 'Order A is new again.', true],
      ['done', 'Order B is released again.', true],
    ])
    expect(await on.statuses(as.client)).toEqual({ A: 'N', B: 'R', C: 'C' })
    expect(await on.capacityTaken(as.client)).toBe(2)
    expect((await on.historyOf(as.client, 'B')).at(-1)).toEqual({
      version: 4,
      act: 'Undone',
      status: 'R',
      note: 'It is no longer suspended',
    })
    const suspended = await on.rows(`select suspended_for from orders where client_code = $1`, as.client)
    expect(suspended.every((row) => row['suspended_for'] === '')).toBe(true)
    const { body } = await portal.call(receipts, { params: { commandId }, query: {} }, as)
    expect(body.rows.map(({ orderNumber, undoneAt }) => [orderNumber, undoneAt !== null])).toEqual([
      ['A', true],
      ['B', true],
      ['C', false],
    ])
    const [audited] = await on.rows(
      `select object, after from audit where client_code = $1 and act = 'order.undone'`,
      as.client,
    )
    expect(audited).toEqual({
      object: '2 orders',
      after: { command: commandId, action: 'suspend', done: 2, refused: 1 },
    })
  })

  test('happens once, even if repeated or requested eight times at once', async () => {
    const as = await on.shop()
    await on.create(as, 'A', 'B')
    const { commandId } = await on.act(as, 'suspend', ['A', 'B'])
    const answers = await Promise.all(Array.from({ length: 8 }, () => on.undo(as, commandId)))
    expect(new Set(answers.map(({ message }) => message))).toEqual(new Set(['2 orders restored.']))
    await on.act(as, 'suspend', ['A'])
    expect(await on.undo(as, commandId)).toMatchObject({ done: 2, refused: 0 })
    expect(await on.statuses(as.client)).toEqual({ A: 'S', B: 'N' })
    expect((await on.historyOf(as.client, 'B')).map(({ act }) => act)).toEqual(['Created', 'Suspended', 'Undone'])
    expect(await on.capacityTaken(as.client)).toBe(1)
  })

  test('prevents a repeated command from doing anything', async () => {
    const as = await on.shop()
    await on.create(as, 'A', 'B')
    const body = { matching: { status: ['N'] } }
    const { commandId } = await on.act(as, 'suspend', body)
    await on.undo(as, commandId)
    await on.create(as, 'C')
    expect(await on.act(as, 'suspend', { ...body, commandId })).toMatchObject({ done: 2 })
    expect(await on.statuses(as.client)).toEqual({ A: 'N', B: 'N', C: 'N' })
  })

  test('a release keeps new orders allocated and suspends suspended ones again', async () => {
    const as = await on.shop()
    await on.create(as, 'A', 'B')
    await on.act(as, 'suspend', ['B'])
    const { commandId } = await on.act(as, 'release', ['A', 'B'])
    expect(await on.capacityTaken(as.client)).toBe(2)
    expect(await on.undo(as, commandId)).toMatchObject({ done: 2 })
    expect(await on.statuses(as.client)).toEqual({ A: 'N', B: 'S' })
    expect(await on.capacityTaken(as.client)).toBe(1)
    const [row] = await on.rows(
      `select suspended_for from orders where client_code = $1 and order_number = 'B'`,
      as.client,
    )
    expect(row).toEqual({ suspended_for: 'Customer asked' })
  })

  test('a cancellation restores the suspension, and allocates only what was allocated', async () => {
    const as = await on.shop()
    await on.create(as, 'A', 'B', 'C')
    await on.act(as, 'suspend', ['B'])
    await on.rows(
      `update orders set despatch_date = $2 where client_code = $1 and order_number <> 'B'`,
      as.client,
      addDays(TODAY, -9),
    )
    await on.rows(`delete from consignments where client_code = $1 and order_number = 'C'`, as.client)
    await on.rows('update capacity_usage set parcels = 1 where client_code = $1', as.client)
    const { commandId } = await on.act(as, 'cancel', ['A', 'B', 'C'])
    expect(await on.undo(as, commandId)).toMatchObject({ message: '3 orders restored.' })
    expect(await on.statuses(as.client)).toEqual({ A: 'N', B: 'S', C: 'N' })
    const days = await on.rows(
      `select order_number, despatch_date::text as day from orders where client_code = $1 and order_number <> 'B' order by 1`,
      as.client,
    )
    expect(days).toEqual([
      { order_number: 'A', day: nextWorkingDay(TODAY) },
      { order_number: 'C', day: addDays(TODAY, -9) },
    ])
    const standing = await on.rows(
      'select order_number from consignments where client_code = $1 and ended_at is null',
      as.client,
    )
    expect(standing).toEqual([{ order_number: 'A' }])
    expect(await on.capacityTaken(as.client)).toBe(1)
  })

  test('is refused after a quarter of an hour, and for unknown commands', async () => {
    const as = await on.shop()
    await on.create(as, 'A')
    const { commandId } = await on.act(as, 'suspend', ['A'])
    const ask = (id: string) => portal.call(contract.orders.undo, { params: { commandId: id } }, as)
    expect((await ask(commandId.replace(/^......../, '00000000'))).status).toBe(404)
    await on.rows(
      `update order_receipts set at = at - interval '15 minutes 1 second' where client_code = $1`,
      as.client,
    )
    const { status, body } = await ask(commandId)
    expect([status, body.message]).toEqual([
      409,
      'The 15 minutes for undoing this have passed. Change the orders directly instead.',
    ])
    expect(await on.statuses(as.client)).toEqual({ A: 'S' })
  })
})
