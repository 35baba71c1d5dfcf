import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { z } from 'zod'

/** Where a local PostgreSQL listens: a port of 127.0.0.1, and the folder of its Unix socket if it has one. */
export const endpointShape = z.object({ port: z.number().int(), socketFolder: z.string().optional() })
export type Endpoint = z.infer<typeof endpointShape>

/** The database, and the roles that may sign in. The cluster's superuser has no password, so nobody can sign in as it. */
export const databaseName = 'despatch'
export const ownerRole = 'despatch_owner'
export const appRole = 'despatch_app'

const shape = z.object({ ownerPassword: z.string().min(1), appPassword: z.string().min(1) })
export type Credentials = z.infer<typeof shape>

export function generateCredentials(): Credentials {
  const password = () => randomBytes(24).toString('base64url')
  return { ownerPassword: password(), appPassword: password() }
}

/** Reads the credentials file; undefined if there is none. Throws if it is unreadable or damaged. */
export async function readCredentials(file: string): Promise<Credentials | undefined> {
  try {
    return shape.parse(JSON.parse(await readFile(file, 'utf8')))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw new Error(`${file} cannot be read`, { cause: error })
  }
}

/** Writes the file atomically, readable by the server's own user only. */
export async function writeCredentials(file: string, credentials: Credentials): Promise<void> {
  const unfinished = `${file}.${process.pid}`
  await writeFile(unfinished, `${JSON.stringify(credentials)}\n`, { mode: 0o600, flush: true })
  await rename(unfinished, file)
}

/** Connection URLs. They use the Unix socket if there is one, which costs less processor time than TCP. */
export function databaseUrls(
  { port, socketFolder }: Endpoint,
  credentials: Credentials,
): { ownerUrl: string; appUrl: string } {
  const socket = socketFolder === undefined ? '' : `?host=${encodeURIComponent(socketFolder)}`
  const url = (role: string, password: string) =>
    `postgres://${role}:${password}@127.0.0.1:${port}/${databaseName}${socket}`
  return {
    ownerUrl: url(ownerRole, credentials.ownerPassword),
    appUrl: url(appRole, credentials.appPassword),
  }
}
