import { type RawBuilder, sql } from 'kysely'
import { isOfClients } from '../database/sql.ts'
import type { FactSet } from './deltas.ts'

/** Counts of open work: open orders by filter value, and routing exceptions by cause. */
export const workCountFacts: FactSet = {
  name: 'work',
  title: 'counts of open work',
  fold: 'fold_work_deltas',
  rebuild: 'rebuild_work_counts',
  wrong: 'wrong_work_counts',
}

/** Counts of open work of clients, including deltas that are not folded yet, as a derived table. */
export const knownWork = (clients: readonly string[]): RawBuilder<unknown> =>
  sql`(select * from known_work where ${isOfClients('client_code', clients)}) known`
