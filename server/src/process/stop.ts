import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Readiness } from './observe.ts'

/** Why the server is to end. A failure ends with exit code 1, a wish with 0. */
export interface StopReason {
  readonly why: string
  readonly failure?: Error
}

/**
 * Settles with the first reason to stop: Ctrl-C, a supervisor's signal, the end of the process that started us, or, until
 * `surviveErrors` is called, an error that nobody caught. Further signals change nothing: one Ctrl-C often arrives more than once.
 */
export function stopRequest(): {
  readonly requested: Promise<StopReason>
  isRequested(): boolean
  stop(reason: StopReason): void
  /** From now on an error that nobody caught is logged: it is one request's or job's, and the others go on. */
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
  // A terminal that has gone takes no more output; that must not keep the rest from ending well.
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

const drainSeconds = 10

/**
 * Stops answering: readiness goes off, `noticeMs` later nothing new is accepted, what is being answered gets ten seconds.
 * The notice is for a balancer, which looks at /readyz every second or two; until it has, everything is answered as ever.
 */
export async function drain(app: FastifyInstance, readiness: Readiness, noticeMs: number): Promise<void> {
  readiness.isOn = false
  await sleep(noticeMs)
  const given = new AbortController()
  const bound = sleep(drainSeconds * 1000, undefined, { signal: given.signal }).then(
    () => app.server.closeAllConnections(),
    () => {},
  )
  await app.close()
  given.abort()
  await bound
}
