import { orderCommands } from '@despatch/contract/orders/commands/order-commands'
import { carrierStops } from '@despatch/contract/orders/carrier-stops/carrier-stops'
import { planTheDay } from '@despatch/contract/orders/plan-the-day/plan-the-day'
import { dayOf } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import { prepared } from '../database/prepared.ts'
import { db, isOfClients } from '../database/sql.ts'
import type { HomeCount } from '../figures/home-count.ts'
import { knownWork } from '../figures/known-work.ts'
import {
  type CutOffToday,
  hasCutOff,
  loadCutOffsToday,
  missedCutOffs,
  nearCutOffs,
} from '../routing/cut-offs/cut-offs-today.ts'
import { loadOff } from './carrier-stops/list-stops.ts'
import { countToPlan } from './plan-the-day/count-to-plan.ts'
import { countPartSent, countPickingLate, countShort } from './count-work.ts'
import { toOrderFilter } from './list-orders-to-act-on.ts'
import { ordersTotal } from './queries.ts'

/** Counts of waiting orders on Home: to release, without a carrier, incomplete, late and short of stock. */
export const orderCounts: readonly HomeCount[] = [
  {
    name: 'orders-to-release',
    route: orderCommands.release,
    list: orderCommands.list,
    count: ({ transaction, clients, now }) =>
      transaction.row(
        prepared(
          sql<{ count: number; urgent: number }>`
            select coalesce(sum(new_orders), 0)::int as count,
              coalesce(sum(new_orders) filter (where day <= ${dayOf(now)}::date), 0)::int as urgent
            from ${knownWork(clients)} where facet = 'despatch'`.compile(db),
        ),
      ),
  },
  {
    name: 'orders-without-carrier',
    route: orderCommands.list,
    async count({ transaction, clients, now }) {
      const counted = await transaction.row(
        prepared(
          sql<{ count: number }>`
            select coalesce(sum(orders), 0)::int as count from ${knownWork(clients)} where facet = 'noCarrier'`.compile(
            db,
          ),
        ),
      )
      if (!counted?.count) return undefined
      const filter = toOrderFilter({ noCarrier: true, despatchTo: dayOf(now) }, dayOf(now))
      const due = filter && (await transaction.row(ordersTotal(clients, filter).compile(db)))
      return { ...counted, urgent: due?.total ?? 0 }
    },
  },
  {
    name: 'orders-lacking',
    route: orderCommands.release,
    list: orderCommands.list,
    count: ({ transaction, clients }) =>
      transaction.row(
        prepared(
          sql<{ count: number }>`
            select coalesce(sum(orders), 0)::int as count from ${knownWork(clients)} where facet = 'needsAttention'`.compile(
            db,
          ),
        ),
      ),
  },
  {
    name: 'orders-of-off-carriers',
    route: carrierStops.move,
    isOperators: true,
    async count(context) {
      const count = (await loadOff(context)).reduce((sum, { orders }) => sum + orders, 0)
      return { count, urgent: count }
    },
  },
  {
    name: 'carrier-stops',
    route: carrierStops.end,
    isOperators: true,
    count: ({ transaction }) =>
      transaction.row(
        prepared(
          sql<{ count: number }>`select count(*)::int as count from carrier_stops where ended_at is null`.compile(db),
        ),
      ),
  },
  {
    name: 'orders-cut-off-soon',
    route: orderCommands.list,
    count: (context) => countCutOffs(context, nearCutOffs),
  },
  {
    name: 'orders-past-cut-off',
    route: orderCommands.list,
    count: (context) => countCutOffs(context, missedCutOffs),
  },
  {
    name: 'orders-to-plan',
    route: planTheDay.apply,
    count: async (context) => ({ count: await countToPlan(context) }),
  },
  {
    name: 'orders-past-despatch',
    route: orderCommands.list,
    count: ({ transaction, clients, now }) =>
      transaction.row(
        prepared(
          sql<{ count: number }>`
            select coalesce(sum(orders), 0)::int as count from ${knownWork(clients)}
            where facet = 'despatch' and day < ${dayOf(now)}::date`.compile(db),
        ),
      ),
  },
  {
    name: 'orders-picking-late',
    route: orderCommands.list,
    count: async (context) => ({ count: await countPickingLate(context) }),
  },
  {
    name: 'orders-part-sent',
    route: orderCommands.list,
    count: async (context) => ({ count: await countPartSent(context) }),
  },
  {
    name: 'orders-short',
    route: orderCommands.list,
    count: async (context) => ({ count: await countShort(context) }),
  },
]

type CountContext = Parameters<HomeCount['count']>[0]

/** The new and released orders that have to reach some of today's cut-offs. */
async function countCutOffs(context: CountContext, of: (all: readonly CutOffToday[]) => CutOffToday[]) {
  const { transaction, clients, services, now } = context
  const cutOffs = of(await loadCutOffsToday({ transaction, clients, books: services.books, now }))
  if (cutOffs.length === 0) return undefined
  const row = await transaction.row(
    sql<{ count: number }>`select count(*)::int as count from orders
      where ${isOfClients('client_code', clients)} and ${hasCutOff(cutOffs)}`.compile(db),
  )
  const first = Math.min(...cutOffs.map(({ startBy }) => startBy.getTime()))
  return { count: row?.count ?? 0, urgent: row?.count ?? 0, by: new Date(first).toISOString() }
}
