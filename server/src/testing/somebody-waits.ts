import { expect, vi } from 'vitest'
import type { TestDatabase } from './test-database.ts'

const WAITING = 'select from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))'

/** Settles when at least so many others wait for what the transaction of `asOwner` holds. Throws where that does not come about. */
export async function somebodyWaits({ asOwner }: TestDatabase, many = 1): Promise<void> {
  await vi.waitFor(async () => expect((await asOwner(WAITING)).length).toBeGreaterThanOrEqual(many), 120_000)
}

const MIGRATION_WAITS = `select from pg_stat_activity
  where datname = current_database() and wait_event_type in ('Lock', 'Timeout') and pid <> pg_backend_pid()`

/** Settles when someone, as a migration does, waits for a transaction, by a lock or by looking again and again whether it has ended. */
export async function migrationWaits({ asOwner }: TestDatabase): Promise<void> {
  await vi.waitFor(async () => expect(await asOwner(MIGRATION_WAITS)).not.toEqual([]), 120_000)
}
