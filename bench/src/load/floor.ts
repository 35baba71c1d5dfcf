// The floor that the product is compared with: bare Fastify and pg, with the same SQL on the same database, but without
// session, row-level security (it signs in as the owner, to whom that does not apply in the benchmark's database),
// validation and presentation.
import assert from 'node:assert/strict'
import { startOfDay } from '@despatch/domain/calendar/day'
import type { OrderStatus } from '@despatch/domain/orders/order-status'
import { db } from '@despatch/server/database/sql'
import { ordersPage } from '@despatch/server/orders/orders-page'
import { historyOf, linesOf, orderByNumber } from '@despatch/server/orders/queries'
import Fastify from 'fastify'
import { openFloorPool } from './floor-pool.ts'
import { createOrder, type FloorOrder } from './floor-create.ts'
import { FLOOR_READS } from './reads.ts'

const pool = openFloorPool()

/** The product's own statement of the list, for one status and for several. */
const listText = { one: listOf(['V']), many: listOf(['C', 'S']) }
const texts = {
  order: textOf(orderByNumber(['B01'], 'X').compile(), ['B01', 'X']),
  lines: textOf(linesOf(['B01'], 'X', { offset: 0, limit: 100 }).compile(), ['B01', 'X', 100, 0]),
  history: textOf(historyOf('B01', 'X').compile(), ['B01', 'X']),
}

const app = Fastify({ keepAliveTimeout: 72_000 })

type ListBody = { clients: string[]; from: string; until: string; status: OrderStatus[] }
app.post<{ Body: ListBody }>('/api/orders/consolidated', async ({ body }) => {
  const text = body.status.length === 1 ? listText.one : listText.many
  const { rows } = await pool.query(text, listParameters(body))
  return { Orders: rows }
})

app.post<{ Body: { clients: string[]; orderNumber: string } }>(
  '/api/orders/search-order-by-order-number',
  async ({ body: { clients, orderNumber } }) => {
    const client = await pool.connect()
    try {
      const [orders, lines, history] = await Promise.all([
        client.query<object>(texts.order, [clients[0], orderNumber]),
        client.query<object>(texts.lines, [clients[0], orderNumber, 100, 0]),
        client.query<object>(texts.history, [clients[0], orderNumber]),
      ])
      return { Orders: orders.rows.map((order) => ({ ...order, items: lines.rows, history: history.rows })) }
    } finally {
      client.release()
    }
  },
)

app.post<{ Body: FloorOrder }>('/api/orders/create', async ({ body }) => {
  await createOrder(pool, body)
  return { message: 'Data has been added', orderNumber: body.orderNo, version: 1 }
})

for (const [kind, { name, sql, values }] of Object.entries(FLOOR_READS))
  app.post<{ Body: { client: string } }>(`/reads/${kind}`, async ({ body }) => {
    const { rows } = await pool.query(sql, [body.client, ...values(body)])
    return kind === 'exceptions' ? rows : { [name]: rows }
  })

function listOf(status: OrderStatus[]): string {
  const filter = { dateFrom: '2026-01-05', dateTo: '2026-01-19', status }
  const page = { page: 1, limit: 50, sort: 'orderDate', desc: true } as const
  const compiled = ordersPage(['B01'], filter, page).compile(db)
  const until = startOfDay('2026-01-20').toISOString()
  const mine = listParameters({ clients: ['B01'], from: startOfDay(filter.dateFrom).toISOString(), until, status })
  assertSame(compiled.parameters, mine)
  return compiled.sql
}

function listParameters({ clients, from, until, status }: ListBody): unknown[] {
  return status.length === 1
    ? [clients[0], from, until, status[0], 51, 0]
    : // The orders of each status are read separately, up to a page of each.
      [status, clients[0], from, until, 51, 51, 0]
}

function textOf({ sql, parameters }: { sql: string; parameters: readonly unknown[] }, mine: unknown[]): string {
  assertSame(parameters, mine)
  return sql
}

/** Throws if the product's queries have changed: then adapt the floor's parameters. */
function assertSame(theirs: readonly unknown[], mine: unknown[]): void {
  assert.deepEqual(JSON.parse(JSON.stringify(theirs)), mine)
}

console.log(await app.listen({ port: 0, host: 'localhost' }))
