import type { Config } from '../process/config.ts'
import { checkServer } from './check-server.ts'
import { appRole } from './embedded/credentials.ts'
import { attachOrOpenEmbeddedPostgres, openEmbeddedPostgres } from './embedded/open-embedded-postgres.ts'

export type OpenPostgres = {
  /** As whom the schema is changed. */
  readonly ownerUrl: string
  /** As whom the application works. */
  readonly appUrl: string
  /** The role that the application takes on in each transaction, where its user has another. */
  readonly role: typeof appRole | undefined
  /** Settles when the database is lost for good. */
  readonly lost: Promise<Error>
  /** Why it is not there at present, where it waits for something; undefined else. */
  trouble(): string | undefined
  stop(): Promise<void>
}

/**
 * The PostgreSQL that the configuration names: one's own, or the embedded one. A command beside the server `attaches` to
 * the one that the server has open, and opens it itself only when there is none. Throws a StartError when it cannot be had.
 */
export async function openPostgres(
  { databaseUrl, dataDirectory }: Config,
  { report, attaches }: { report: (line: string) => void; attaches: boolean },
): Promise<OpenPostgres> {
  if (databaseUrl === undefined) {
    const open = attaches ? attachOrOpenEmbeddedPostgres : openEmbeddedPostgres
    return { ...(await open({ dataDirectory, report })), role: undefined }
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
