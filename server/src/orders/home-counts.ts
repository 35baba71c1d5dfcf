import { orderCommands } from '@despatch/contract/orders/suspend-release-cancel/order-commands'
import { dayOf } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import { prepared } from '../database/prepared.ts'
import { db } from '../database/sql.ts'
import type { HomeCount } from '../figures/home-count.ts'
import { knownWork } from '../figures/known-work.ts'
import { countPartSent, countPickingLate } from './count-work.ts'

/** What waits of orders: those to release, the ones that go today first, those that lack something, and those that are behind. */
export const orderCounts: readonly HomeCount[] = [
  {
    name: 'orders-to-release',
    route: orderCommands.release,
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
    name: 'orders-lacking',
    route: orderCommands.release,
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
]
