import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/database.ts'
import { type ClientFigures, markedFigures, recountMarked } from './recount.ts'

const LOOK_EVERY_MS = 1000
/** Figures rest for so many times as long as counting them took, within these bounds: a feed marks the same days for minutes. */
const REST = { times: 20, leastMs: 2000, mostMs: 10_000 }

/** How long this server has counted figures, and of how many days, since it started: for /metrics. */
export const recounted = { seconds: 0, days: 0 }

/**
 * Counts marked days again as long as the server runs, client by client. Several servers may: each counts what no other is
 * counting. Gives what stops it.
 */
export function startRecounting(
  database: Database,
  { log }: { log: Pick<FastifyBaseLogger, 'warn'> },
): () => Promise<void> {
  const stopping = new AbortController()
  const rests = new Map<string, number>()
  const isRested = ({ kind, client }: ClientFigures) => (rests.get(`${kind} ${client}`) ?? 0) <= performance.now()

  async function recountEach(): Promise<void> {
    for (const figures of (await markedFigures(database)).filter(isRested)) {
      if (stopping.signal.aborted) return
      const began = performance.now()
      const { days } = await recountMarked(database, figures)
      const ended = performance.now()
      recounted.seconds += (ended - began) / 1000
      recounted.days += days
      const restMs = Math.min(Math.max((ended - began) * REST.times, REST.leastMs), REST.mostMs)
      rests.set(`${figures.kind} ${figures.client}`, ended + restMs)
    }
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await recountEach().catch((error: unknown) => log.warn({ err: error }, 'figures were not counted'))
      await sleep(LOOK_EVERY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  }
  const running = run()
  return async () => {
    stopping.abort()
    await running
  }
}
