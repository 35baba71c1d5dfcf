import { setTimeout as sleep } from 'node:timers/promises'
import type { Day } from '@despatch/domain/calendar/day'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/database.ts'
import { type ClientFigures, DAYS_A_TRANSACTION, markedDays, markedFigures, recountDays } from './recount.ts'

const LOOK_EVERY_MS = 1000
/** Figures rest for so many times as long as counting them took, within these bounds: a feed marks the same days for minutes. */
const REST = { times: 20, leastMs: 2000, mostMs: 10_000 }

/** How long this server has counted figures, and of how many days, since it started: for /metrics. */
export const recounted = { seconds: 0, days: 0 }

/** Marked days of a client's figures, which a server counts before these rest: those that are left, and how long it has taken. */
type Round = { days: Day[]; tookMs: number; restsUntil: number }

/**
 * Counts marked days again as long as the server runs: the newest days first, clients in turn, some days of each. Several servers
 * may: each counts what no other is counting. Gives what stops it, within a transaction.
 */
export function startRecounting(
  database: Database,
  { log }: { log: Pick<FastifyBaseLogger, 'warn'> },
): () => Promise<void> {
  const stopping = new AbortController()
  const rounds = new Map<string, Round>()

  /** Counts the next days of a client's figures, unless they rest. Gives whether there are more. */
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
