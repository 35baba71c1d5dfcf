import type { TestProject } from 'vitest/node'
import { openThrowawayPostgres } from '../database/embedded/open-throwaway-postgres.ts'
import { migrate } from '../database/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL whose database `despatch` is migrated and empty: every test portal has a copy of it. */
    postgres: { ownerUrl: string; appUrl: string }
  }
}

/** One real PostgreSQL for all tests of a project, gone when they end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await openThrowawayPostgres()
  await migrate({ ownerUrl: postgres.ownerUrl })
  project.provide('postgres', { ownerUrl: postgres.ownerUrl, appUrl: postgres.appUrl })
  return () => postgres.stop()
}
