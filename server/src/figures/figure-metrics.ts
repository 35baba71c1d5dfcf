import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../database/database.ts'
import { db } from '../database/sql.ts'
import { forAllClients } from './clients.ts'
import { proved } from './prove.ts'
import { recounted } from './start-recounting.ts'

/** Registers the metrics of figures. Returns the function that updates them. */
export function addFigureMetrics(registry: Registry, database: Database): () => Promise<void> {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  const marks = gauge('figures_marks', 'Marks of days whose figures are still to be counted')
  const oldest = gauge('figures_oldest_mark_seconds', 'How long the oldest of them has waited; 0 where there is none')
  const seconds = gauge('figures_recount_seconds', 'How long this server has counted figures since it started')
  const days = gauge('figures_recounted_days', 'How many days of figures this server has counted since it started')
  const wrong = gauge('figures_wrong_days', 'Days whose figures this server found wrong since it started')
  return async () => {
    seconds.set(recounted.seconds)
    days.set(recounted.days)
    wrong.set(proved.wrongDays)
    const row = await forAllClients(database, (transaction) =>
      transaction.row(
        sql<{ marks: number; oldest: number }>`
          select count(*)::int as marks, coalesce(extract(epoch from now() - min(marked_at)), 0)::float8 as oldest
          from stale_days`.compile(db),
      ),
    )
    marks.set(row?.marks ?? 0)
    oldest.set(row?.oldest ?? 0)
  }
}
