import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openThrowawayPostgres } from '../database/embedded/open-throwaway-postgres.ts'
import { migrate } from '../database/migrate/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL whose database `despatch` is migrated and empty. Every test portal gets a copy of it. */
    postgres: { ownerUrl: string; appUrl: string }
  }
}

/** Starts one PostgreSQL for all tests of a project. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const removeCache = await shareCompileCache()
  const postgres = await openThrowawayPostgres()
  await migrate({ ownerUrl: postgres.ownerUrl })
  project.provide('postgres', { ownerUrl: postgres.ownerUrl, appUrl: postgres.appUrl })
  return async () => {
    await postgres.stop()
    await removeCache()
  }
}

/** Shares compiled modules between the servers, commands and threads that tests start, which halves their start-up time. */
async function shareCompileCache(): Promise<() => Promise<void>> {
  if (process.env['NODE_COMPILE_CACHE']) return async () => undefined
  const folder = await mkdtemp(join(tmpdir(), 'despatch-compiled-'))
  process.env['NODE_COMPILE_CACHE'] = folder
  // A process that is about to end may still write there.
  return () => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}
