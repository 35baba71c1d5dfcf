import type { Cluster } from './cluster.ts'
import { clearStray, type Postmaster, type PostmasterOptions, startPostmaster, stopPostmaster } from './postmaster.ts'

const mostRestarts = 5
const restartWindow = 10 * 60_000

/** A PostgreSQL that is started again, on the same port, when it dies. */
export interface Supervised {
  readonly port: number
  /** Settles when it has died too often, or cannot be started again. */
  readonly lost: Promise<Error>
  stop(): Promise<void>
}

export async function supervise(cluster: Cluster, options: PostmasterOptions): Promise<Supervised> {
  const first = await startPostmaster(cluster, options)
  let stopping = false
  const deaths: number[] = []
  const lost = Promise.withResolvers<Error>()

  const watch = async (running: Postmaster): Promise<void> => {
    for (let current = running; ;) {
      const how = await current.ended
      if (stopping) return
      deaths.push(Date.now())
      const recent = deaths.filter((at) => at > Date.now() - restartWindow).length
      if (recent > mostRestarts) throw new Error(`PostgreSQL died ${recent} times (${how})`)
      options.report(`PostgreSQL died (${how}); starting it again`)
      await clearStray(cluster, options.report)
      current = await startPostmaster(cluster, { ...options, port: first.port })
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
    port: first.port,
    lost: lost.promise,
    stop() {
      stopped ??= (async () => {
        stopping = true
        await stopPostmaster(cluster, 'fast')
        await watching
      })()
      return stopped
    },
  }
}
