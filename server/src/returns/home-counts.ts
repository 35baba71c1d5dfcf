import { announcedReturns } from '@despatch/contract/returns/portal/announced-returns'
import { dayOf } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import { prepared } from '../database/prepared.ts'
import { db, isOfClients } from '../database/sql.ts'
import type { HomeCount } from '../figures/home-count.ts'
import { IN_REVIEW, isOverdue } from './portal/list-returns.ts'

/** Return counts on Home: returns to review, and overdue refunds. */
export const returnCounts: readonly HomeCount[] = [
  {
    name: 'returns-to-review',
    route: announcedReturns.review,
    list: announcedReturns.list,
    count: ({ transaction, clients }) =>
      transaction.row(
        prepared(
          sql<{ count: number }>`
          select count(*)::int as count from announced_returns r
          where ${isOfClients('r.client_code', clients)} and ${IN_REVIEW}`.compile(db),
        ),
      ),
  },
  {
    name: 'refunds-overdue',
    route: announcedReturns.review,
    list: announcedReturns.list,
    count: ({ transaction, clients, now }) =>
      transaction.row(
        prepared(
          sql<{ count: number }>`
          select count(*)::int as count from announced_returns r
          where ${isOfClients('r.client_code', clients)} and ${isOverdue(dayOf(now))}`.compile(db),
        ),
      ),
  },
]
