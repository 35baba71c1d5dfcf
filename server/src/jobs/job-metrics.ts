import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../database/database.ts'
import { loadFigures } from './job-runs.ts'

/** Registers the metrics of recurring jobs. Returns the function that updates them; every server reports the same values. */
export function addJobMetrics(registry: Registry, database: Database): () => Promise<void> {
  const gauge = (name: string, help: string) => new Gauge({ name, help, labelNames: ['job'], registers: [registry] })
  const succeededAt = gauge('job_last_success_timestamp_seconds', 'When the last successful run ended, by job')
  const seconds = gauge('job_last_duration_seconds', 'How long the last finished run took, by job')
  const failures = gauge('job_failures', 'How many runs have failed or were cut short so far, by job')
  return async () => {
    for (const { name: job, ...last } of await loadFigures(database)) {
      if (last.succeeded_at) succeededAt.set({ job }, last.succeeded_at.getTime() / 1000)
      if (last.seconds !== null) seconds.set({ job }, last.seconds)
      failures.set({ job }, last.failures)
    }
  }
}
