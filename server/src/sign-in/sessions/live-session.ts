import { ABSOLUTE_HOURS, IDLE_MINUTES } from '@despatch/domain/sign-in/sessions/limits'
import { type RawBuilder, sql } from 'kysely'

/** Whether a row of `sessions` is within the idle and the absolute limit. */
export function isLive(now: Date): RawBuilder<boolean> {
  const before = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  return sql`(sessions.last_used_at >= ${before(IDLE_MINUTES)} and sessions.created_at >= ${before(ABSOLUTE_HOURS * 60)})`
}
