import { randomUUID } from 'node:crypto'
import type { OrderCommand } from '@despatch/domain/orders/commands/order-verdict'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seededRandom } from '../../demo/seeded-random.ts'
import { commandedOrders, named } from '../../testing/commanded-orders.ts'
import { inNumber } from '../../testing/in-number.ts'
import { openTestPortal, type TestPortal } from '../../testing/test-portal.ts'

let portal: TestPortal
let on: ReturnType<typeof commandedOrders>
beforeAll(async () => {
  portal = await openTestPortal()
  on = commandedOrders(portal)
})
afterAll(() => portal.close())

const numbers = (count: number) => Array.from({ length: count }, (_, index) => `O-${String(index).padStart(3, '0')}`)

describe('commands at once', () => {
  test('two on the same orders: each order is done exactly once', async () => {
    const as = await on.shop()
    const all = numbers(60)
    await on.create(as, ...all)
    const [one, other] = await Promise.all([on.act(as, 'suspend', all), on.act(as, 'suspend', all.toReversed())])
    expect(one.done + other.done).toBe(60)
    expect(one.refused + other.refused).toBe(60)
    const [histories] = await on.rows(
      `select count(*)::int as count from order_history where client_code = $1 and act = 'Suspended'`,
      as.client,
    )
    expect(histories).toEqual({ count: 60 })
    expect(await on.capacityTaken(as.client)).toBe(0)
  })

  test('several on all that match a filter: what one has done matches for the others no more', async () => {
    const as = await on.shop()
    await on.create(as, ...numbers(60))
    const matching = { status: ['N'] }
    const answers = await Promise.all(Array.from({ length: 4 }, () => on.act(as, 'cancel', { matching, most: 60 })))
    expect(answers.reduce((sum, { done }) => sum + done, 0)).toBe(60)
    expect(answers.map(({ refused }) => refused)).toEqual([0, 0, 0, 0])
  })

  test('one sent eight times: the same receipts each time, and nothing twice', async () => {
    const as = await on.shop()
    const all = numbers(30)
    await on.create(as, ...all)
    for (const [action, body] of [
      ['suspend', { matching: {} }],
      ['release', { orders: named(as.client, ...all, 'none') }],
    ] as const) {
      const commandId = randomUUID()
      const answers = await Promise.all(Array.from({ length: 8 }, () => on.act(as, action, { ...body, commandId })))
      expect(answers.at(-1)).toMatchObject({ done: 30, refused: action === 'release' ? 1 : 0 })
      for (const answer of answers) expect(answer).toEqual(answers[0])
    }
    const [histories] = await on.rows(
      'select count(*)::int as count from order_history where client_code = $1',
      as.client,
    )
    expect(histories).toEqual({ count: 90 })
    expect(await on.capacityTaken(as.client)).toBe(30)
  })

  test('one that breaks off in the middle goes on when it is sent again', async () => {
    const as = await on.shop()
    const all = numbers(250)
    await on.create(as, ...all)
    await on.act(as, 'suspend', { matching: {} })
    const body = { commandId: randomUUID(), matching: { status: ['S'] }, most: 250 }
    await on.rows(
      `alter table order_receipts add constraint not_that check (action <> 'release' or order_number < 'O-230') not valid`,
    )
    expect((await on.send(as, 'release', body)).status).toBe(500)
    const statuses = async () => Object.values(await on.statuses(as.client))
    // Two pieces of a hundred are done, the third is as it was.
    expect((await statuses()).filter((status) => status === 'R')).toHaveLength(200)
    expect(await on.capacityTaken(as.client)).toBe(200)
    await on.rows('alter table order_receipts drop constraint not_that')
    expect(await on.act(as, 'release', body)).toMatchObject({ message: '250 orders released.' })
    expect((await statuses()).every((status) => status === 'R')).toBe(true)
    expect(await on.capacityTaken(as.client)).toBe(250)
    const [twice] = await on.rows(
      `select count(*)::int as count from order_history where client_code = $1 and act = 'Released'`,
      as.client,
    )
    expect(twice).toEqual({ count: 250 })
  })

  test('of someone whose access is taken away stops before it writes', async () => {
    const as = await on.shop()
    await on.create(as, 'A')
    await on.rows(
      `create function lock_out() returns trigger language plpgsql security definer as $$
       begin update users set locked = true where user_id = ${as.userId}; return null; end $$`,
    )
    await on.rows(
      'create trigger lock_out after insert on work_progress for each statement execute function lock_out()',
    )
    const { status } = await on.send(as, 'cancel', { orders: named(as.client, 'A') })
    await on.rows('drop trigger lock_out on work_progress')
    expect(status).toBe(403)
    expect(await on.statuses(as.client)).toEqual({ A: 'N' })
  })

  test('hundreds of all kinds, and undoing, eight at a time: capacity, histories and receipts agree to the last order', async () => {
    const as = await on.shop()
    const all = numbers(40)
    await on.create(as, ...all)
    const random = seededRandom(5)
    const commands: { action: OrderCommand | 'undo'; orders: string[] }[] = Array.from(
      { length: inNumber(120, 1000) },
      () => ({
        action: random.of(['release', 'suspend', 'release', 'suspend', 'undo', 'undo', 'cancel']),
        orders: Array.from({ length: random.whole(1, 5) }, () => random.of(all)),
      }),
    )
    const given: string[] = []
    const counts: Record<string, number> = {}
    const work = async () => {
      for (let next = commands.pop(); next; next = commands.pop()) {
        const { action, orders } = next
        const before = action === 'undo' ? given.pop() : undefined
        if (action === 'undo' && !before) continue
        const kind = action === 'cancel' && commands.length > 30 ? 'suspend' : action
        const answer = kind === 'undo' ? await on.undo(as, before ?? '') : await on.act(as, kind, orders)
        if (kind !== 'undo') given.push(answer.commandId)
        counts[kind] = (counts[kind] ?? 0) + answer.done
      }
    }
    await Promise.all(Array.from({ length: 8 }, work))
    process.stdout.write(`orders done by commands at once: ${JSON.stringify(counts)}\n`)
    const taken = await on.capacityTaken(as.client)
    const orders = await on.rows(
      `select o.order_number, o.status, o.version,
         (select count(*) from order_history h where h.client_code = o.client_code and h.order_number = o.order_number)::int as entries,
         (select count(*) + count(undone_at) from order_receipts r where r.client_code = o.client_code
            and r.order_number = o.order_number and r.outcome = 'done')::int as done,
         (select count(*) from consignments c where c.client_code = o.client_code and c.order_number = o.order_number
            and ended_at is null)::int as standing
       from orders o where client_code = $1`,
      as.client,
    )
    expect(orders).toHaveLength(40)
    for (const { status, version, entries, done, standing } of orders) {
      expect([version, done]).toEqual([entries, Number(entries) - 1])
      expect(standing).toBe(status === 'N' || status === 'R' ? 1 : 0)
    }
    expect(taken).toBe(orders.filter(({ standing }) => standing === 1).length)
  }, 120_000)
})
