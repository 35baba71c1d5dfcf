import { randomUUID } from 'node:crypto'
import { contract } from '@despatch/contract/contract'
import type { OrderCommand } from '@despatch/domain/orders/commands/order-verdict'
import { expect } from 'vitest'
import { makeSession, makeSku } from './factories.ts'
import { orderBody } from './order-body.ts'
import { carrierItem, makeRuleBook, methodItem } from './rule-books.ts'
import type { Answer, SignedIn, TestPortal } from './test-portal.ts'

type Mine = SignedIn & { client: string; userId: number; SKU: string }
type Body = {
  commandId?: string
  orders?: { clientCode: string; orderNumber: string; version?: number }[]
  matching?: object
  except?: { clientCode: string; orderNumber: string }[]
  most?: number
  asOf?: string
  reason?: string
  note?: string
}

/** What tests of commands on orders do and look at, on one portal. */
export function commandedOrders(portal: TestPortal) {
  const rows: AskRows = (sql, ...values) => portal.testDatabase.asOwner(sql, values)

  /** Someone of a client whose rule book has one carrier, DPD. */
  async function shop(): Promise<Mine> {
    const as = await makeSession(portal.testDatabase)
    await makeRuleBook(portal.testDatabase, as.client, [
      carrierItem('DPD', { name: 'DPD UK' }),
      methodItem('M1', 'DPD'),
    ])
    return { ...as, SKU: await makeSku(portal.testDatabase, { client: as.client }) }
  }

  /** Creates orders of one parcel each, by their numbers. */
  async function create(as: Mine, ...orderNumbers: string[]): Promise<void> {
    for (const orderNo of orderNumbers) {
      const answer = await portal.call(contract.orders.create, { body: orderBody({ SKU: as.SKU, orderNo }) }, as)
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    }
  }

  /** Sends a command whatever comes of it. */
  async function send(as: SignedIn, action: OrderCommand, body: Body) {
    const whole = { commandId: randomUUID(), ...(action === 'suspend' && { reason: 'Customer asked' }), ...body }
    const route = contract.orders[action] as typeof contract.orders.suspend
    return (await portal.send(route, { body: whole }, as)) as Answer<{
      message: string
      commandId: string
      done: number
      refused: number
      receipts: { clientCode: string; orderNumber: string; outcome: string; message: string; undoneAt: string | null }[]
    }>
  }

  /** Sends one that is answered, about orders of the caller's client where numbers are given. */
  async function act(as: SignedIn & { client: string }, action: OrderCommand, given: Body | string[]) {
    const body = Array.isArray(given) ? { orders: named(as.client, ...given) } : given
    const answer = await send(as, action, body)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body
  }

  async function undo(as: SignedIn, commandId: string) {
    const answer = await portal.call(contract.orders.undo, { params: { commandId } }, as)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body
  }

  return { rows, shop, create, send, act, undo, ...whatBecameOfOrders(rows) }
}

type AskRows = (sql: string, ...values: unknown[]) => Promise<Record<string, unknown>[]>

function whatBecameOfOrders(rows: AskRows) {
  const statuses = async (client: string) =>
    Object.fromEntries(
      (await rows('select order_number, status from orders where client_code = $1 order by 1', client)).map((row) => [
        row['order_number'],
        row['status'],
      ]),
    ) as Record<string, string>

  /** What is counted as taken of a client's carriers, having been found to be what its standing consignments come to. */
  async function capacityTaken(client: string): Promise<number> {
    const [usage] = await rows(
      `select coalesce(sum(parcels), 0)::int as parcels from capacity_usage where client_code = $1`,
      client,
    )
    const differing = await rows(
      `select * from (select carrier, despatch_day, sum(parcels)::int as parcels from consignments
         where client_code = $1 and ended_at is null and carrier is not null group by 1, 2) c
       full join (select carrier, despatch_day, parcels from capacity_usage where client_code = $1 and parcels > 0) u
         using (carrier, despatch_day) where c.parcels is distinct from u.parcels`,
      client,
    )
    expect(differing).toEqual([])
    return usage?.['parcels'] as number
  }

  const historyOf = (client: string, orderNumber: string) =>
    rows(
      'select version, act, status, note from order_history where client_code = $1 and order_number = $2 order by version',
      client,
      orderNumber,
    )

  return { statuses, capacityTaken, historyOf }
}

/** Orders of a client, as commands name them. */
export function named(clientCode: string, ...orderNumbers: string[]) {
  return orderNumbers.map((orderNumber) => ({ clientCode, orderNumber }))
}
