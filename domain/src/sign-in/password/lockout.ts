/** Failures in a row that cost nothing: mistyping is not an attack. Of one name from one network, or at a known device. */
export const FREE_FAILURES_OF_A_NAME = 3
/** Failures of one name from all networks together that cost nothing; they slow unknown devices alone. */
export const FREE_FAILURES_EVERYWHERE = 20
/** Different names that may fail from one network, which many people may share. One person's failures count as one name. */
export const FREE_NAMES_OF_A_NETWORK = 50
/** After so many minutes one failure of a name is forgotten. */
export const NAME_FORGETS_MINUTES = 60
/** The same for a network: the few slips a day of a large office must not add up until its newcomers are locked out. */
export const NETWORK_FORGETS_MINUTES = 10
const LONGEST_SECONDS = 15 * 60

/** Seconds for which sign-in waits after so many failures in a row: none while they are free, then 2, 4, 8 … 900. */
export function lockoutSeconds(failures: number, free: number): number {
  return failures <= free ? 0 : Math.min(2 ** Math.min(failures - free, 20), LONGEST_SECONDS)
}

/** A browser that was not signed in with for so long is a stranger again. */
export const KNOWN_DEVICE_DAYS = 180
/** The same for a network that a user signs in from. */
export const KNOWN_NETWORK_DAYS = 90
/** Known devices, and known networks, of one user; those unused for longest make room. */
export const MAX_KNOWN_OF_A_USER = 20
