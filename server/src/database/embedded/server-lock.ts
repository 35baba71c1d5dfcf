import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { type Endpoint, endpointShape } from './credentials.ts'
import { processIdentity } from './process-identity.ts'
import { StartError } from '../../process/start-error.ts'

const holderShape = z.object({
  pid: z.number().int(),
  identity: z.string(),
  /** Where its PostgreSQL listens; missing until that has started. */
  endpoint: endpointShape.optional(),
})
export type LockHolder = z.infer<typeof holderShape>

export interface ServerLock {
  /** Tells commands where the server's PostgreSQL listens. */
  publishEndpoint(endpoint: Endpoint): Promise<void>
  release(): Promise<void>
}

const EXIT_TIMEOUT_MS = 2000

/**
 * Locks a data folder for this process. Takes over a lock whose process has exited, even if another process reuses its pid. Throws
 * a StartError that names the holder if it is alive.
 *
 * @param use what is locked, for the error message
 */
export async function takeServerLock(file: string, use: string): Promise<ServerLock> {
  const identity = await processIdentity(process.pid)
  if (identity === undefined) throw new Error('This process cannot be told from others')
  const ours: LockHolder = { pid: process.pid, identity }
  const candidate = `${file}.${randomUUID()}`
  await writeFile(candidate, JSON.stringify(ours), { mode: 0o600 })
  try {
    // link() creates a complete file, and fails if there is one already.
    while (!(await link(candidate, file).then(() => true, isTaken))) await removeIfDead(file, use)
  } finally {
    await rm(candidate, { force: true })
  }
  return {
    async publishEndpoint(endpoint) {
      await writeFile(candidate, JSON.stringify({ ...ours, endpoint }), { mode: 0o600 })
      await rename(candidate, file)
    },
    release: () => rm(file, { force: true }),
  }
}

/** The live process that holds the lock, or undefined. */
export async function liveHolder(file: string): Promise<LockHolder | undefined> {
  const holder = parseHolder(await readFile(file, 'utf8').catch(() => ''))
  return holder && (await processIdentity(holder.pid)) === holder.identity ? holder : undefined
}

async function removeIfDead(file: string, use: string): Promise<void> {
  let holder = await liveHolder(file)
  // A process that has just been killed stays visible for a moment, longer on a busy machine.
  for (const end = Date.now() + EXIT_TIMEOUT_MS; holder && Date.now() < end; holder = await liveHolder(file))
    await sleep(100)
  if (holder) {
    throw new StartError(
      `Process ${holder.pid} already uses ${use}. Stop it first, or choose another folder with PORTAL_DATA.`,
    )
  }
  const aside = `${file}.${randomUUID()}`
  await rename(file, aside).catch(() => {})
  // Another start may have replaced the lock between the look and the rename: put its lock back.
  if (await liveHolder(aside)) await link(aside, file).catch(() => {})
  await rm(aside, { force: true })
}

function parseHolder(text: string): LockHolder | undefined {
  try {
    return holderShape.parse(JSON.parse(text))
  } catch {
    return undefined
  }
}

function isTaken(error: unknown): false {
  if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
  throw error
}
