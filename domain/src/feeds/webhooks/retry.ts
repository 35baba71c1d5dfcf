/** A delivery that nobody has taken for so long is given up. */
export const GIVE_UP_HOURS = 24
/** Deliveries are kept so long, to look at and to deliver again. */
export const KEEP_DELIVERIES_DAYS = 30
/** Of each delivery so many tries are kept, the newest: a day of trying has some fourteen, and each that is asked for more. */
export const KEEP_ATTEMPTS = 50
/** When a secret is replaced, deliveries are signed with the one before as well for so long. */
export const OVERLAP_HOURS = 24

const FIRST_WAIT_SECONDS = 30
const LONGEST_WAIT_SECONDS = 6 * 3600
const JITTER = 0.2

/**
 * How long a delivery that was not taken waits for its next try: half a minute, doubling, to six hours; a fifth more or
 * less by `chance` (0 to 1), so that what failed together does not come again together.
 */
export function retrySeconds(attempts: number, chance: number): number {
  const wait = Math.min(FIRST_WAIT_SECONDS * 2 ** Math.min(attempts - 1, 20), LONGEST_WAIT_SECONDS)
  return wait * (1 + JITTER * (2 * chance - 1))
}

const SHORTEST_REST_SECONDS = 5
const LONGEST_REST_SECONDS = 300

/**
 * How long a receiver is left alone after a delivery that it did not take: the longer it has failed the longer, so that
 * one that is down is not asked for each of a thousand deliveries, and one that is back gets them soon.
 */
export function restSeconds(failingForSeconds: number): number {
  return Math.min(Math.max(failingForSeconds, SHORTEST_REST_SECONDS), LONGEST_REST_SECONDS)
}
