import { browserStorage } from '../../kit/browser/storage.ts'

/** Per user and client: closing one warning must not hide another. */
const keyOf = (userId: string, client: string) => `despatch.key-warning-closed.${userId}.${client}`

/** The day on which a user last closed the warning of a client; '' if the browser has no storage. */
export const readClosedOn = (userId: string, client: string): string => browserStorage.readText(keyOf(userId, client))

export function saveClosedOn(userId: string, client: string, day: string): void {
  browserStorage.writeText(keyOf(userId, client), day)
}
