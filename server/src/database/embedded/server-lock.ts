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
  /** Where the PostgreSQL that it runs listens; missing until that is up. */
  endpoint: endpointShape.optional(),
})
export type LockHolder = z.infer<typeof holderShape>

export interface ServerLock {
  /** Lets commands beside the server know where its PostgreSQL listens. */
  publishEndpoint(endpoint: Endpoint): Promise<void>
  release(): Promise<void>
}

const dyingPatience = 2000

/**
 * Takes a data folder for this process. A lock whose process is gone, or whose number another process has been given
 * since, is taken over. Throws a StartError that names the holder when it is alive.
 * @param use What is locked, in the words of the refusal.
 */
export async function takeServerLock(file: string, use: string): Promise<ServerLock> {
  const identity = await processIdentity(process.pid)
  if (identity === undefined) throw new Error('This process cannot be told from others')
  const ours: LockHolder = { pid: process.pid, identity }
  const candidate = `${file}.${randomUUID()}`
  await writeFile(candidate, JSON.stringify(ours), { mode: 0o600 })
  try {
    // A link appears whole or not at all, and only where there is none yet.
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

/** Gives the live process that holds the lock, or undefined. */
export async function liveHolder(file: string): Promise<LockHolder | undefined> {
  const holder = parseHolder(await readFile(file, 'utf8').catch(() => ''))
  return holder && (await processIdentity(holder.pid)) === holder.identity ? holder : undefined
}

async function removeIfDead(file: string, use: string): Promise<void> {
  let holder = await liveHolder(file)
  // A process that was just killed is seen for a moment more, longer on a busy machine.
  for (const end = Date.now() + dyingPatience; holder && Date.now() < end; holder = await liveHolder(file))
    await sleep(100)
  if (holder) {
    throw new StartError(
      `Process ${holder.pid} already uses ${use}. Stop it first, or choose another folder with PORTAL_DATA.`,
    )
  }
  const aside = `${file}.${randomUUID()}`
  await rename(file, aside).catch(() => {})
  // Between looking and moving, another start may have put its own lock there: that one goes back.
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
