import { setTimeout as sleep } from 'node:timers/promises'
import type { Day } from '@despatch/domain/calendar/day'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/database.ts'
import { type ClientFigures, DAYS_A_TRANSACTION, markedDays, markedFigures, recountDays } from './recount.ts'

const LOOK_EVERY_MS = 1000
/** After a recount the figures rest for a multiple of the time it took, within bounds: a feed marks the same days for minutes. */
const REST = { times: 20, leastMs: 2000, mostMs: 10_000 }

/** For /metrics: how long this server has recounted, and how many days, since it started. */
export const recounted = { seconds: 0, days: 0 }

/** One pass over a client's stale days: the days left, the time taken so far, and when the next pass may begin. */
type Round = { days: Day[]; tookMs: number; restsUntil: number }

/**
 * Recounts stale days while the server runs: newest days first, clients in turn, some days of each. Several servers may run it at
 * once: each takes figures that no other is recounting. Returns a function that stops it after the current transaction.
 */
export function startRecounting(
  database: Database,
  { log }: { log: Pick<FastifyBaseLogger, 'warn'> },
): () => Promise<void> {
  const stopping = new AbortController()
  const rounds = new Map<string, Round>()

  /** Recounts the next days of a client's figures unless they rest. Returns whether more are left. */
  async function count(figures: ClientFigures): Promise<boolean> {
    const key = `${figures.kind} ${figures.client}`
    const round = rounds.get(key) ?? { days: [], tookMs: 0, restsUntil: 0 }
    rounds.set(key, round)
    const began = performance.now()
    if (round.restsUntil > began) return false
    try {
      if (round.days.length === 0) Object.assign(round, { days: await markedDays(database, figures), tookMs: 0 })
      const some = round.days.splice(0, DAYS_A_TRANSACTION)
      if (await recountDays(database, figures, some)) recounted.days += some.length
      else round.days = []
    } catch (error) {
      round.days = []
      round.tookMs = REST.mostMs
      log.warn({ err: error, ...figures }, 'figures were not counted')
    }
    const tookMs = performance.now() - began
    recounted.seconds += tookMs / 1000
    round.tookMs += tookMs
    if (round.days.length > 0) return true
    round.restsUntil = performance.now() + Math.min(Math.max(round.tookMs * REST.times, REST.leastMs), REST.mostMs)
    return false
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      let isUnderWay = false
      try {
        for (const figures of await markedFigures(database))
          if (!stopping.signal.aborted && (await count(figures))) isUnderWay = true
      } catch (error) {
        log.warn({ err: error }, 'it was not read which figures are to be counted')
      }
      if (!isUnderWay)
        await sleep(LOOK_EVERY_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  }
  const running = run()
  return async () => {
    stopping.abort()
    await running
  }
}
