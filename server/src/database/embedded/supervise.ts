import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from './cluster.ts'
import type { Endpoint } from './credentials.ts'
import { fullDisk } from './full-disk.ts'
import { clearStray, type Postmaster, type PostmasterOptions, startPostmaster, stopPostmaster } from './postmaster.ts'

const mostRestarts = 5
const restartWindow = 10 * 60_000
/** Between tries to start on a full disk: twice as long each time, up to the longest. */
const firstWaitMs = 1000
const longestWaitMs = 15_000

/** A PostgreSQL that is started again, at the same place, when it dies. */
export interface Supervised {
  readonly endpoint: Endpoint
  /** Settles when it has died too often, or cannot be started again. */
  readonly lost: Promise<Error>
  /** Why it is not there at present, where it waits for something; undefined else. */
  trouble(): string | undefined
  stop(): Promise<void>
}

/** Throws where there were too many deaths of late. */
function countDeath(deaths: number[], how: string): void {
  deaths.push(Date.now())
  const recent = deaths.filter((at) => at > Date.now() - restartWindow).length
  if (recent > mostRestarts) throw new Error(`PostgreSQL died ${recent} times (${how})`)
}

export async function supervise(cluster: Cluster, options: PostmasterOptions): Promise<Supervised> {
  const first = await startPostmaster(cluster, options)
  let stopping = false
  const deaths: number[] = []
  const lost = Promise.withResolvers<Error>()
  const stopRequested = new AbortController()
  let trouble: string | undefined

  /** Starts it again; on a full disk, as often as it takes. Undefined when it is to stop meanwhile. */
  const restart = async (): Promise<Postmaster | undefined> => {
    for (let wait = firstWaitMs; !stopping; wait = Math.min(2 * wait, longestWaitMs)) {
      try {
        await clearStray(cluster, options.report)
        return await startPostmaster(cluster, { ...options, endpoint: first.endpoint })
      } catch (error) {
        trouble = await fullDisk(cluster.folder, error)
        if (trouble === undefined) throw error
        options.report(`${trouble}. Free some space; it is tried again in ${wait / 1000} s.`)
        await sleep(wait, undefined, { signal: stopRequested.signal }).catch(() => undefined)
      }
    }
    return undefined
  }

  const watch = async (running: Postmaster): Promise<void> => {
    for (let current = running; ;) {
      const how = await current.ended
      if (stopping) return
      // A full disk is waited for: that is no reason to give up.
      if (!(await fullDisk(cluster.folder, ''))) countDeath(deaths, how)
      options.report(`PostgreSQL died (${how}); starting it again`)
      const started = await restart()
      if (!started) return
      current = started
      trouble = undefined
      options.report('PostgreSQL is back')
      // stop() waits for this very restart and finds nothing running in its beginning.
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
