/** Hours after which an undelivered delivery is given up. */
export const GIVE_UP_HOURS = 24
/** Days for which deliveries are stored, to look at and to deliver again. */
export const KEEP_DELIVERIES_DAYS = 30
/** Stored attempts of each delivery, newest first. A day of retries makes about fourteen, and users can add more. */
export const MAX_STORED_ATTEMPTS = 50
/** Hours for which deliveries are also signed with the old secret after a replacement. */
export const OLD_SECRET_HOURS = 24

const FIRST_WAIT_SECONDS = 30
const MAX_WAIT_SECONDS = 6 * 3600
const JITTER = 0.2

/**
 * Seconds until the next attempt: half a minute, doubling up to six hours, and up to a fifth more or less by `chance`
 * (0 to 1), so that deliveries that failed together are not retried together.
 */
export function retrySeconds(attempts: number, chance: number): number {
  const wait = Math.min(FIRST_WAIT_SECONDS * 2 ** Math.min(attempts - 1, 20), MAX_WAIT_SECONDS)
  return wait * (1 + JITTER * (2 * chance - 1))
}

const MIN_PAUSE_SECONDS = 5
const MAX_PAUSE_SECONDS = 300

/**
 * Seconds without deliveries to a receiver after a failed one: as long as it has been failing, within limits. So a
 * receiver that is down is not called for each of a thousand deliveries, and one that recovers gets them soon.
 */
export function pauseSeconds(failingForSeconds: number): number {
  return Math.min(Math.max(failingForSeconds, MIN_PAUSE_SECONDS), MAX_PAUSE_SECONDS)
}
