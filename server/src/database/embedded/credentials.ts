import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { z } from 'zod'

/** The database, and the roles that may sign in to it. The superuser of the cluster has no password: nobody signs in as it. */
export const databaseName = 'despatch'
export const ownerRole = 'despatch_owner'
export const appRole = 'despatch_app'

const shape = z.object({ ownerPassword: z.string().min(1), appPassword: z.string().min(1) })
export type Credentials = z.infer<typeof shape>

export function generateCredentials(): Credentials {
  const password = () => randomBytes(24).toString('base64url')
  return { ownerPassword: password(), appPassword: password() }
}

/** Gives what the file holds, or undefined when there is none. Throws when it is there and unreadable or damaged. */
export async function readCredentials(file: string): Promise<Credentials | undefined> {
  try {
    return shape.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new Error(`${file} cannot be read`, { cause: error })
  }
}

/** Writes them so that only the server's own user reads them, whole or not at all. */
export async function writeCredentials(file: string, credentials: Credentials): Promise<void> {
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, `${JSON.stringify(credentials)}\n`, { mode: 0o600, flush: true })
  await rename(unfinished, file)
}

/** The addresses to connect to on a port of this machine. */
export function databaseUrls(port: number, credentials: Credentials): { ownerUrl: string; appUrl: string } {
  const url = (role: string, password: string) => `postgres://${role}:${password}@127.0.0.1:${port}/${databaseName}`
  return {
    ownerUrl: url(ownerRole, credentials.ownerPassword),
    appUrl: url(appRole, credentials.appPassword),
  }
}
