/** Each user closes the warning of each client for themselves: one may be closed while another is still to be read. */
const keyOf = (userId: string, client: string) => `despatch.key-warning-closed.${userId}.${client}`

/** The day on which a user closed the warning of a client last; '' in a browser that keeps nothing for this site. */
export function readClosedOn(userId: string, client: string): string {
  try {
    return localStorage.getItem(keyOf(userId, client)) ?? ''
  } catch {
    return ''
  }
}

export function keepClosedOn(userId: string, client: string, day: string): void {
  try {
    localStorage.setItem(keyOf(userId, client), day)
  } catch {
    // The warning is back with the next page.
  }
}
