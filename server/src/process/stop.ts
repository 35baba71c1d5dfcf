import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Readiness } from './observe.ts'

/** Why the server stops. A failure exits with code 1, a request with 0. */
export interface StopReason {
  readonly why: string
  readonly failure?: Error
}

/**
 * Settles with the first reason to stop: Ctrl-C, a supervisor's signal, the end of the parent process, or, until
 * `surviveErrors` is called, an uncaught error. Later signals change nothing, because one Ctrl-C often arrives more than once.
 */
export function watchForStop(): {
  readonly requested: Promise<StopReason>
  isRequested(): boolean
  stop(reason: StopReason): void
  /** From now on an uncaught error is only logged: it belongs to one request or job, and the others continue. */
  surviveErrors(log: Pick<FastifyBaseLogger, 'error'>): void
} {
  const { promise, resolve: settle } = Promise.withResolvers<StopReason>()
  let isRequested = false
  let log: Pick<FastifyBaseLogger, 'error'> | undefined
  const resolve = (reason: StopReason) => {
    isRequested = true
    settle(reason)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => resolve({ why: signal }))
  }
  process.on('disconnect', () => resolve({ why: 'npm start has ended' }))
  // A closed terminal accepts no output. That must not prevent a clean stop.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      const failure = error instanceof Error ? error : new Error(String(error))
      if (log) log.error({ err: failure }, 'nobody caught an error: the server goes on')
      else resolve({ why: `an unexpected error: ${failure.message}`, failure })
    })
  }
  return { requested: promise, isRequested: () => isRequested, stop: resolve, surviveErrors: (to) => (log = to) }
}

const DRAIN_SECONDS = 10

/**
 * Stops serving: turns readiness off, accepts nothing new after `noticeMs`, and gives running requests ten seconds. The notice
 * is for a balancer, which checks /readyz every second or two; until then everything is answered as usual.
 */
export async function drain(app: FastifyInstance, readiness: Readiness, noticeMs: number): Promise<void> {
  readiness.isOn = false
  await sleep(noticeMs)
  const drained = new AbortController()
  const bound = sleep(DRAIN_SECONDS * 1000, undefined, { signal: drained.signal }).then(
    () => app.server.closeAllConnections(),
    () => {},
  )
  await app.close()
  drained.abort()
  await bound
}
