import { feeds } from '@despatch/contract/feeds/feeds'
import { webhooks } from '@despatch/contract/feeds/webhooks/webhooks'
import { sql } from 'kysely'
import { prepared } from '../database/prepared.ts'
import { db, isOfClients } from '../database/sql.ts'
import type { HomeCount } from '../figures/home-count.ts'
import { countUnknownCodes } from './carrier-event-codes/event-code-queries.ts'

/** Home counts of feeds: unknown carrier codes and failing webhooks. */
export const feedCounts: readonly HomeCount[] = [
  {
    name: 'codes-unknown',
    route: feeds.setEventCode,
    isOperators: true,
    async count({ transaction }) {
      const unknown = await transaction.row(countUnknownCodes())
      return unknown && { count: unknown.codes, urgent: 0 }
    },
  },
  {
    name: 'webhooks-failing',
    route: webhooks.update,
    count: ({ transaction, clients }) =>
      transaction.row(
        prepared(
          sql<{ count: number }>`
          select count(*)::int as count from webhooks
          where ${isOfClients('client_code', clients)} and (failing_since is not null or off_reason <> '')`.compile(db),
        ),
      ),
  },
]
