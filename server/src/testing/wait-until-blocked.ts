import { expect, vi } from 'vitest'
import type { TestDatabase } from './test-database.ts'

const WAITING = 'select from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))'

/** Settles when at least this many transactions wait for locks of the transaction of `asOwner`. Throws if they do not. */
export async function waitUntilBlocked({ asOwner }: TestDatabase, many = 1): Promise<void> {
  await vi.waitFor(async () => expect((await asOwner(WAITING)).length).toBeGreaterThanOrEqual(many), 120_000)
}
