import { addDays, startOfDay } from '@despatch/domain/calendar/day'
import type { Random } from '@despatch/server/demo/seeded-random'
import { orderNumber } from '../datasets/dataset.ts'
import type { Ask, Load } from './workload.ts'

/** What people look up of orders and parcels, beside the list, one order and its total. */
export const READS = [
  'by-email',
  'by-name',
  'by-dates',
  'page-1000',
  'timeline',
  'parcel-status',
  'exceptions',
] as const
export type Read = (typeof READS)[number]

const LIST = '/api/orders/consolidated'
const PAGE = 50
const DEEP = 1000

type Answer = Record<string, unknown>
const isList = (answer: Answer, name: string, least: number) => {
  const rows = answer[name]
  if (!Array.isArray(rows)) return `no ${name}`
  return rows.length >= least ? undefined : `${rows.length} ${name}`
}

/** The next of these requests. The floor answers each at a path of its own, from the same facts. */
export function askRead(kind: Read, load: Load, random: Random): Ask {
  const client = random.of(kind === 'page-1000' ? large(load) : load.clients)
  const asked = requestOf(kind, load, random, client)
  if (load.side === 'product') return { client, ...asked }
  const path = `/reads/${kind}`
  return { client, path, body: { client: client.code, ...asked.floor }, problemOf: asked.problemOf }
}

/** Clients that have a page so deep. */
function large({ clients }: Load): Load['clients'] {
  const found = clients.filter(({ orders }) => orders >= DEEP * PAGE)
  return found.length ? found : clients
}

type Request = Pick<Ask, 'method' | 'path' | 'body' | 'problemOf'> & { floor: Answer }

function requestOf(kind: Read, load: Load, random: Random, client: Ask['client']): Request {
  const from = addDays(load.firstDay, random.whole(0, load.days - 45))
  const days = (length: number) => ({ from: startOfDay(from), until: startOfDay(addDays(from, length)) })
  const number = orderNumber(client.code, random.whole(1, client.orders))
  switch (kind) {
    case 'by-email': {
      const email = `name.${random.whole(1, 200_000)}@example.com`
      return { path: LIST, body: { email }, floor: { email }, problemOf: (answer) => isList(answer, 'Orders', 0) }
    }
    case 'by-name': {
      const name = `name${random.whole(1, 200_000)}`
      return {
        method: 'GET',
        path: `/api/enquiries/reference?text=${encodeURIComponent(`Chris ${name}`)}`,
        body: {},
        floor: { words: `'chris':* & '${name}':*` },
        problemOf: (answer) => isList(answer, 'matches', 0),
      }
    }
    case 'by-dates': {
      const body = { dateFrom: from, dateTo: addDays(from, 6), limit: PAGE }
      return { path: LIST, body, floor: days(7), problemOf: (answer) => isList(answer, 'Orders', 1) }
    }
    case 'page-1000': {
      const body = { page: DEEP, limit: PAGE }
      return { path: LIST, body, floor: {}, problemOf: (answer) => isList(answer, 'Orders', 0) }
    }
    case 'timeline':
      return {
        method: 'GET',
        path: `/api/enquiries/timeline?orderNumber=${encodeURIComponent(number)}`,
        body: {},
        floor: { number },
        problemOf: (answer) => isList(answer, 'entries', 1),
      }
    case 'parcel-status': {
      const body = { despatchedFrom: from, despatchedTo: addDays(from, 6), limit: PAGE }
      return { path: '/api/parcels', body, floor: days(7), problemOf: (answer) => isList(answer, 'rows', 1) }
    }
    case 'exceptions': {
      const Show_Orders = random.of(['undelivered', 'late delivered'])
      const body = { Client_Code: client.code, Order_Date_From: from, Order_Date_To: addDays(from, 29), Show_Orders }
      return {
        path: '/api/carrier/delivery/exceptions',
        body,
        floor: { ...days(30), isLate: Show_Orders === 'late delivered' },
        problemOf: (answer) => (Array.isArray(answer) ? undefined : 'no list'),
      }
    }
  }
}

/** The floor's SQL of each: $1 the client, then what `floor` of the request says, in its order. */
export const FLOOR_READS: Record<Read, { name: string; sql: string; values: (asked: Answer) => unknown[] }> = {
  'by-email': {
    name: 'Orders',
    sql: `select * from orders where client_code = $1 and email <> '' and email collate any_case = $2
      order by ordered_at desc, order_number desc limit 51`,
    values: ({ email }) => [email],
  },
  'by-name': {
    name: 'matches',
    // The policy of the index of words, which binds the owner too, takes what is looked for from a setting.
    sql: `with asked as materialized (
        select set_config('app.words', format('''=%s'' & %s', $1::text, $2::text), false) as words
      )
      select o.* from asked cross join lateral (
        select client_code, order_number, ordered_at from order_search where words @@ asked.words::tsquery
        order by ordered_at desc, order_number limit 51
      ) found join orders o using (client_code, order_number) order by found.ordered_at desc, order_number`,
    values: ({ words }) => [words],
  },
  'by-dates': {
    name: 'Orders',
    sql: `select * from orders where client_code = $1 and ordered_at >= $2 and ordered_at < $3
      order by ordered_at desc, order_number desc limit 51`,
    values: ({ from, until }) => [from, until],
  },
  'page-1000': {
    name: 'Orders',
    sql: `select o.* from (
        select client_code, order_number from orders where client_code = $1
        order by ordered_at desc, order_number desc limit 51 offset ${(DEEP - 1) * PAGE}
      ) page join orders o using (client_code, order_number) order by ordered_at desc, order_number desc`,
    values: () => [],
  },
  timeline: {
    name: 'entries',
    sql: `select at, act as title, note as detail from order_history where client_code = $1 and order_number = $2
      union all select at, state, why from consignments where client_code = $1 and order_number = $2
      union all select despatched_at, 'parcel', tracking_number from parcels where client_code = $1 and order_number = $2
      union all select e.occurred_at, e.state, e.description from parcels p
        join delivery_events e using (client_code, tracking_number) where p.client_code = $1 and p.order_number = $2
      union all select occurred_at, state, note from return_events where client_code = $1 and order_number = $2
      order by 1 desc limit 501`,
    values: ({ number }) => [number],
  },
  'parcel-status': {
    name: 'rows',
    sql: `select * from parcels where client_code = $1 and despatched_at >= $2 and despatched_at < $3
      order by despatched_at desc, tracking_number desc limit 51`,
    values: ({ from, until }) => [from, until],
  },
  exceptions: {
    name: 'rows',
    sql: `select carrier, carrier_service, count(*), count(distinct order_number)
      from parcels where client_code = $1 and ordered_at >= $2 and ordered_at < $3
        and case when $4 then delivered_on > promised_date else delivered_on is null and promised_date < current_date end
      group by 1, 2`,
    values: ({ from, until, isLate }) => [from, until, isLate],
  },
}
