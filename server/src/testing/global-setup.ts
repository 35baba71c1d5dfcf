import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openThrowawayPostgres } from '../database/embedded/open-throwaway-postgres.ts'
import { migrate } from '../database/migrate/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL whose database `despatch` is migrated and empty: every test portal has a copy of it. */
    postgres: { ownerUrl: string; appUrl: string }
  }
}

/** One real PostgreSQL for all tests of a project, gone when they end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const forgetCode = await keepCompiledCode()
  const postgres = await openThrowawayPostgres()
  await migrate({ ownerUrl: postgres.ownerUrl })
  project.provide('postgres', { ownerUrl: postgres.ownerUrl, appUrl: postgres.appUrl })
  return async () => {
    await postgres.stop()
    await forgetCode()
  }
}

/**
 * The servers, commands and threads that tests start load the same modules again and again: compiled once, they begin in
 * half the time.
 */
async function keepCompiledCode(): Promise<() => Promise<void>> {
  if (process.env['NODE_COMPILE_CACHE']) return async () => undefined
  const folder = await mkdtemp(join(tmpdir(), 'despatch-compiled-'))
  process.env['NODE_COMPILE_CACHE'] = folder
  // The process that ends last may still be writing there.
  return () => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
}
