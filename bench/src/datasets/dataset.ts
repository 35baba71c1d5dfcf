import { moneyText } from '@despatch/domain/money/money'
import type { OrderStatus } from '@despatch/domain/orders/order-status'
import { type Random, seededRandom } from '@despatch/server/demo/seeded-random'

const DAY = 86_400_000
const MONTHS_18 = 548 * DAY
const CLIENTS = 20
const SKUS = 200

/** The clients, from B01, which has some 12 % of the orders, to B20, which has 2.5 %. */
export const CLIENT_CODES = Array.from({ length: CLIENTS }, (_, index) => `B${String(index + 1).padStart(2, '0')}`)
const shares = CLIENT_CODES.map((_, index) => 1 / (index + 5))
const allShares = shares.reduce((sum, share) => sum + share, 0)

/** Shares a number of orders among the clients. */
export function ordersOfClients(orders: number): number[] {
  const whole = shares.slice(1).map((share) => Math.round((orders * share) / allShares))
  return [orders - whole.reduce((sum, one) => sum + one, 0), ...whole]
}

export type BenchSku = { code: string; description: string; price: string }

/** The SKUs that every client has. */
export const BENCH_SKUS: readonly BenchSku[] = Array.from({ length: SKUS }, (_, index) => ({
  code: `SKU-${String(index + 1).padStart(5, '0')}`,
  description: `Thing of many uses, number ${index + 1}`,
  price: moneyText(BigInt(199 + index * 37) * 100n),
}))

export function orderNumber(client: string, running: number): string {
  return `${client}-${100_000 + running}`
}

export type BenchOrder = {
  client: string
  number: string
  at: Date
  status: OrderStatus
  random: Random
}

/**
 * The orders, oldest first, spread evenly over the eighteen months up to `now`. The same for the same count and `now`,
 * so that orders, lines and history can be written one table after the other.
 */
export function* benchOrders(count: number, now: number): Generator<BenchOrder> {
  const running = CLIENT_CODES.map(() => 0)
  for (let index = 0; index < count; index++) {
    const random = seededRandom(index)
    const chosen = drawClient(random)
    const at = now - MONTHS_18 + ((index + random.next()) / count) * MONTHS_18
    const client = CLIENT_CODES[chosen] ?? 'B01'
    running[chosen] = (running[chosen] ?? 0) + 1
    yield {
      client,
      number: orderNumber(client, running[chosen] ?? 0),
      at: new Date(at),
      status: statusOf(random, now - at),
      random,
    }
  }
}

function drawClient(random: Random): number {
  let left = random.next() * allShares
  const found = shares.findIndex((share) => (left -= share) < 0)
  return Math.max(found, 0)
}

function statusOf(random: Random, age: number): OrderStatus {
  if (random.happens(0.05)) return random.happens(0.6) ? 'C' : 'S'
  return age > 10 * DAY ? 'V' : random.of(['N', 'R', 'P', 'K', 'D'] as const)
}

export type BenchLine = { sku: BenchSku; quantity: number }

/** The lines of an order: 1.6 on average. */
export function benchLines(random: Random): BenchLine[] {
  const count = random.of([1, 1, 1, 1, 1, 1, 2, 2, 2, 4])
  const first = random.whole(0, SKUS - 5)
  return BENCH_SKUS.slice(first, first + count).map((sku) => ({ sku, quantity: random.whole(1, 3) }))
}
