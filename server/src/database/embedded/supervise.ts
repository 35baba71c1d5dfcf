import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import type { Endpoint } from './credentials.ts'
import { fullDisk } from './full-disk.ts'
import { clearStray, type Postmaster, type PostmasterOptions, startPostmaster, stopPostmaster } from './postmaster.ts'

const MAX_RESTARTS = 5
const RESTART_WINDOW_MS = 10 * 60_000
/** Pause between tries to start on a full disk. It doubles each time, up to the longest. */
const FIRST_PAUSE_MS = 1000
const MAX_PAUSE_MS = 15_000

/** A PostgreSQL that is restarted at the same endpoint when it dies. */
export interface Supervised {
  readonly endpoint: Endpoint
  /** Settles when it has died too often or cannot be restarted. */
  readonly lost: Promise<Error>
  /** Why it is unavailable at present, or undefined. */
  trouble(): string | undefined
  stop(): Promise<void>
}

/** Throws after too many deaths within the window. */
function countDeath(deaths: number[], how: string): void {
  deaths.push(Date.now())
  const recent = deaths.filter((at) => at > Date.now() - RESTART_WINDOW_MS).length
  if (recent > MAX_RESTARTS) throw new Error(`PostgreSQL died ${recent} times (${how})`)
}

export async function supervise(cluster: Cluster, options: PostmasterOptions): Promise<Supervised> {
  const first = await startPostmaster(cluster, options)
  let stopping = false
  const deaths: number[] = []
  const lost = Promise.withResolvers<Error>()
  const stopRequested = new AbortController()
  let trouble: string | undefined

  /** Restarts it, and retries while the disk is full. Returns undefined if stop() is called meanwhile. */
  const restart = async (): Promise<Postmaster | undefined> => {
    for (let pause = FIRST_PAUSE_MS; !stopping; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
      try {
        await clearStray(cluster, options.report)
        return await startPostmaster(cluster, { ...options, endpoint: first.endpoint })
      } catch (error) {
        trouble = await fullDisk(cluster.folder, error)
        if (trouble === undefined) throw error
        options.report(`${trouble}. Free some space; it is tried again in ${pause / 1000} s.`)
        await sleep(pause, undefined, { signal: stopRequested.signal }).catch(() => undefined)
      }
    }
    return undefined
  }

  const watch = async (running: Postmaster): Promise<void> => {
    for (let current = running; ;) {
      const how = await current.ended
      if (stopping) return
      // Deaths on a full disk do not count: space may be freed.
      if (!(await fullDisk(cluster.folder, ''))) countDeath(deaths, how)
      options.report(`PostgreSQL died (${how}); starting it again`)
      const started = await restart()
      if (!started) return
      current = started
      trouble = undefined
      options.report('PostgreSQL is back')
      // stop() found nothing running when it was called, and waits for this restart.
      if (stopping) await stopPostmaster(cluster, 'fast')
    }
  }
  const watching = watch(first).catch((error: unknown) => {
    lost.resolve(error instanceof Error ? error : new Error(String(error)))
  })

  let stopped: Promise<void> | undefined
  return {
    endpoint: first.endpoint,
    lost: lost.promise,
    trouble: () => trouble,
    stop() {
      stopped ??= (async () => {
        stopping = true
        stopRequested.abort()
        await stopPostmaster(cluster, 'fast')
        await watching
      })()
      return stopped
    },
  }
}
