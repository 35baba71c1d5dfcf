import { type RawBuilder, sql } from 'kysely'
import { isOfClients } from '../database/sql.ts'
import type { FactSet } from './deltas.ts'

/** What waits: open orders by what they may be narrowed to, and routing exceptions by cause. */
export const workCountFacts: FactSet = {
  name: 'work',
  fold: 'fold_work_deltas',
  rebuild: 'rebuild_work_counts',
  wrong: 'wrong_work_counts',
}

/** What waits of clients, folded and not, as a table to select from. */
export const knownWork = (clients: readonly string[]): RawBuilder<unknown> =>
  sql`(select * from known_work where ${isOfClients('client_code', clients)}) known`
