import { claims } from '@despatch/contract/claims/claims'
import { dayOf } from '@despatch/domain/calendar/day'
import { sql } from 'kysely'
import { prepared } from '../database/prepared.ts'
import { db, isOfClients } from '../database/sql.ts'
import type { HomeCount } from '../figures/home-count.ts'
import { endOfWeek, openCandidates } from './search/claimable-rows.ts'

/** Counts on Home: parcels to claim within seven days; those due today are urgent. */
export const claimCounts: readonly HomeCount[] = [
  {
    name: 'claims-due',
    route: claims.prepare,
    count({ transaction, clients, now }) {
      const today = dayOf(now)
      return transaction.row(
        prepared(
          sql<{ count: number; urgent: number }>`
          select count(*)::int as count, (count(*) filter (where c.deadline = ${today}::date))::int as urgent
          from claim_candidates c
          where ${isOfClients('c.client_code', clients)} and ${openCandidates({ today, until: endOfWeek(now) })}`.compile(
            db,
          ),
        ),
      )
    },
  },
]
