import { inBrowser } from '../../kit/browser/storage.ts'

/** Each user closes the warning of each client for themselves: one may be closed while another is still to be read. */
const keyOf = (userId: string, client: string) => `despatch.key-warning-closed.${userId}.${client}`

/** The day on which a user closed the warning of a client last; '' in a browser that keeps nothing for this site. */
export const readClosedOn = (userId: string, client: string): string => inBrowser.readText(keyOf(userId, client))

export function keepClosedOn(userId: string, client: string, day: string): void {
  inBrowser.keepText(keyOf(userId, client), day)
}
