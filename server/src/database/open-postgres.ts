import type { Config } from '../process/config.ts'
import { checkServer } from './check-server.ts'
import { appRole } from './embedded/credentials.ts'
import { attachOrOpenEmbeddedPostgres, openEmbeddedPostgres } from './embedded/open-embedded-postgres.ts'

export type OpenPostgres = {
  /** Connects as the owner, who may change the schema. */
  readonly ownerUrl: string
  /** Connects as the application. */
  readonly appUrl: string
  /** The role that each transaction must switch to, if the application's user is another. */
  readonly role: typeof appRole | undefined
  /** Settles when the database has stopped for good. */
  readonly lost: Promise<Error>
  /** Why the database is unavailable at present, or undefined. */
  trouble(): string | undefined
  stop(): Promise<void>
}

/**
 * Opens the PostgreSQL that the configuration names: an external one, or the embedded one. With `attaches` it uses the embedded one
 * that a running server has open, and starts it only if there is none. Throws a StartError if that fails.
 */
export async function openPostgres(
  { databaseUrl, dataDirectory, databaseMemory }: Config,
  { report, attaches }: { report: (line: string) => void; attaches: boolean },
): Promise<OpenPostgres> {
  if (databaseUrl === undefined) {
    const open = attaches ? attachOrOpenEmbeddedPostgres : openEmbeddedPostgres
    return { ...(await open({ dataDirectory, memory: databaseMemory, report })), role: undefined }
  }
  await checkServer(databaseUrl)
  return {
    ownerUrl: databaseUrl,
    appUrl: databaseUrl,
    role: appRole,
    lost: new Promise(() => {}),
    trouble: () => undefined,
    stop: () => Promise.resolve(),
  }
}
