import { type RawBuilder, sql } from 'kysely'
import type { FactSet } from './facts.ts'

/** What waits: open orders by what they may be narrowed to, and routing exceptions by cause. */
export const workCountFacts: FactSet = {
  name: 'work',
  fold: 'fold_work_deltas',
  rebuild: 'rebuild_work_counts',
  wrong: 'wrong_work_counts',
}

/**
 * What waits of clients, folded and not, as a table to select from. Of one client the text names it by `=`, so that its plan may
 * be kept.
 */
export const knownWork = (clients: readonly string[]): RawBuilder<unknown> =>
  clients.length === 1
    ? sql`(select * from known_work where client_code = ${clients[0]}::text) known`
    : sql`(select * from known_work where client_code = any (${clients}::text[])) known`
