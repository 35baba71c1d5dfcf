/** Failures in a row that cost nothing: mistyping is not an attack. */
export const FREE_FAILURES_OF_A_NAME = 3
/** The same for a network address, which many people may share. */
export const FREE_FAILURES_OF_AN_ADDRESS = 50
/** After so many minutes one failure of a name is forgotten. */
export const NAME_FORGETS_MINUTES = 60
/** The same for an address: the few slips a day of a large office must not add up until it is shut out. */
export const ADDRESS_FORGETS_MINUTES = 10
const LONGEST_SECONDS = 15 * 60

/** Seconds for which sign-in waits after so many failures in a row: none while they are free, then 2, 4, 8 … 900. */
export function lockoutSeconds(failures: number, free: number): number {
  return failures <= free ? 0 : Math.min(2 ** Math.min(failures - free, 20), LONGEST_SECONDS)
}
