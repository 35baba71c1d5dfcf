import type { OrderStatus } from '@despatch/domain/orders/order-status'
import { addDays, type Day, startOfDay } from '@despatch/domain/calendar/day'
import type { Random } from '@despatch/server/demo/seeded-random'
import { BENCH_SKUS, orderNumber } from '../datasets/dataset.ts'
import { askRead, type Read, READS } from './reads.ts'

/** The product; the floor, with the product's statements; and the lean floor, with one fast statement per answer. */
export type Side = 'product' | 'floor' | 'lean'
/** Requests that are compared with the floor. */
export const KINDS = ['list', 'detail', 'create', 'total', ...READS] as const
export type Kind = (typeof KINDS)[number]

/** Input of a load process. `run` is part of the numbers of created orders, so that no two runs make the same. */
export type Load = {
  side: Side
  kind: Kind
  url: string
  connections: number
  seconds: number
  seed: number
  run: string
  /** Each client with a session's token and its number of orders. */
  clients: { code: string; token: string; orders: number }[]
  firstDay: Day
  days: number
}

/** A request, with a check of its answer. */
export type Ask = {
  client: Load['clients'][number]
  /** By default POST, to the path of the kind. */
  method?: 'GET'
  path?: string
  body: Record<string, unknown>
  problemOf(answer: Record<string, unknown>): string | undefined
}

/** The path of a kind; the floor has the same paths. */
const PATHS = {
  list: '/api/orders/consolidated',
  total: '/api/orders/consolidated/total',
  detail: '/api/orders/search-order-by-order-number',
  create: '/api/orders/create',
} as const satisfies Record<Exclude<Kind, Read>, string>

const isRead = (kind: Kind): kind is Read => (READS as readonly string[]).includes(kind)

type Row = { orderNumber?: string; order_number?: string; Status?: string; status?: string }

/** The path of a request. */
export function pathOf(load: Load, request: Ask): string {
  return request.path ?? (isRead(load.kind) ? '/' : PATHS[load.kind])
}

/** Makes the next request of a load. The same seed makes the same sequence for each side. */
export function ask(load: Load, random: Random, running: number): Ask {
  if (isRead(load.kind)) return askRead(load.kind, load, random)
  const client = random.of(load.clients)
  if (load.kind === 'detail') return askDetail(load, random, client)
  if (load.kind === 'create') return askCreate(load, random, client, running)
  // Two thirds ask for one common status, the rest for two rare ones in a longer period.
  const isCommon = random.happens(0.67)
  const status: OrderStatus[] = isCommon ? ['V'] : ['C', 'S']
  const length = isCommon ? 14 : 60
  const from = addDays(load.firstDay, random.whole(0, load.days - length - 12))
  const to = addDays(from, length)
  const days = load.side === 'product' ? { dateFrom: from, dateTo: to } : instants(from, to)
  if (load.kind === 'total') return { client, body: { ...days, status }, problemOf: totalProblem }
  return {
    client,
    body: { ...days, status, ...(load.side === 'product' ? { limit: 50 } : { clients: [client.code] }) },
    problemOf: (answer) => listProblem(answer['Orders'] as Row[], status),
  }
}

function instants(from: Day, to: Day) {
  return { from: startOfDay(from), until: startOfDay(addDays(to, 1)) }
}

function listProblem(rows: Row[], status: OrderStatus[]): string | undefined {
  // A small client of a small database may have no order with a rare status.
  if ((rows.length === 0 && status.length === 1) || rows.length > 51) return `${rows.length} rows`
  const other = rows.find((row) => !status.includes((row.Status ?? row.status) as OrderStatus))
  return other && `a row of another status: ${JSON.stringify(other)}`
}

function totalProblem(answer: Record<string, unknown>): string | undefined {
  return typeof answer['total'] === 'number' && answer['total'] >= 0 ? undefined : 'no total'
}

function askDetail(load: Load, random: Random, client: Ask['client']): Ask {
  const number = orderNumber(client.code, random.whole(1, client.orders))
  return {
    client,
    body: { orderNumber: number, ...(load.side !== 'product' && { clients: [client.code] }) },
    problemOf(answer) {
      const [order] = answer['Orders'] as (Row & { items: unknown[]; history: unknown[] })[]
      if ((order?.orderNumber ?? order?.order_number) !== number) return 'another order'
      return order?.items.length && order.history.length ? undefined : 'no lines or no history'
    },
  }
}

function askCreate(load: Load, random: Random, client: Ask['client'], running: number): Ask {
  const number = `BENCH-${load.run}-${running}`
  const first = random.whole(0, BENCH_SKUS.length - 3)
  const items = BENCH_SKUS.slice(first, first + random.whole(1, 2)).map(({ code }) => ({
    SKU: code,
    quantity: random.whole(1, 4),
  }))
  const body = {
    orderNo: number,
    customerFirstName: 'Chris',
    customerLastName: `Name${running}`,
    email: `name.${running}@example.com`,
    phone: '07700 900123',
    addressLine1: `${random.whole(1, 300)} Station Road`,
    addressLine3: 'Leeds',
    postCode: 'LS1 1UR',
    items,
  }
  return {
    client,
    body: load.side === 'product' ? body : { ...body, client: client.code },
    problemOf: (answer) => (answer['orderNumber'] === number ? undefined : 'another order number'),
  }
}
