/** Failures in a row without a wait, of one name from one network or at a known device: mistyping is not an attack. */
export const FREE_FAILURES_OF_A_NAME = 3
/** Failures of one name over all networks without a wait. Beyond it only unknown devices wait. */
export const FREE_FAILURES_EVERYWHERE = 20
/**
 * Different names that may fail from one network, which many people may share. One person's failures count as one name.
 */
export const FREE_NAMES_OF_A_NETWORK = 50
/** Minutes after which one failure of a name is forgotten. */
export const NAME_FORGETS_MINUTES = 60
/** The same for a network: a large office's few slips a day must not add up until newcomers are locked out. */
export const NETWORK_FORGETS_MINUTES = 10
const LONGEST_SECONDS = 15 * 60

/** Seconds to wait after a number of failures in a row: 0 while they are free, then 2, 4, 8 … 900. */
export function lockoutSeconds(failures: number, free: number): number {
  return failures <= free ? 0 : Math.min(2 ** Math.min(failures - free, 20), LONGEST_SECONDS)
}

/** A browser without a sign-in for so long becomes unknown. */
export const KNOWN_DEVICE_DAYS = 180
/** A network without a sign-in of the user for so long becomes unknown. */
export const KNOWN_NETWORK_DAYS = 90
/** Known devices, and known networks, per user. The least recently used are dropped. */
export const MAX_KNOWN_OF_A_USER = 20
