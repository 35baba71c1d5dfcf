import { orderCommands } from '@despatch/contract/orders/suspend-release-cancel/order-commands'
import { dayOf } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import { db } from '../database/sql.ts'
import type { HomeCount } from '../figures/home-count.ts'
import { NEEDS_ATTENTION } from './order-lacks.ts'

/** What waits of orders: those to release, the ones that go today first, and those that lack something. */
export const orderCounts: readonly HomeCount[] = [
  {
    name: 'orders-to-release',
    route: orderCommands.release,
    count: ({ transaction, clients, now }) =>
      transaction.row(
        sql<{ count: number; urgent: number }>`
          select count(*)::int as count, count(*) filter (where despatch_date <= ${dayOf(now)}::date)::int as urgent
          from orders where client_code = any (${clients}::text[]) and status = 'N'`.compile(db),
      ),
  },
  {
    name: 'orders-lacking',
    route: orderCommands.release,
    count: ({ transaction, clients }) =>
      transaction.row(
        sql<{ count: number }>`
          select count(*)::int as count from orders
          where client_code = any (${clients}::text[]) ${NEEDS_ATTENTION}`.compile(db),
      ),
  },
]
