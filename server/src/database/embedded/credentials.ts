import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { z } from 'zod'

/** Where a PostgreSQL of this machine listens: on a port of 127.0.0.1, and in a folder that holds its Unix socket, if any. */
export const endpointShape = z.object({ port: z.number().int(), socketFolder: z.string().optional() })
export type Endpoint = z.infer<typeof endpointShape>

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

/**
 * The addresses to connect to. They go by the Unix socket where there is one, which costs both sides less of the processor
 * than TCP; without their `host` they go by TCP.
 */
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
