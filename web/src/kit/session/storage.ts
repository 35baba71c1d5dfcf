import type { CurrentUser } from '@despatch/contract/sign-in/session'
import { browserStorage } from '../browser/storage.ts'

/** Specification 3: 'Browser storage keys: user, access_token, clients, client, associatedSMaRTClient.' See device.ts for `device`. */
export const STORAGE_KEYS = {
  user: 'user',
  token: 'access_token',
  clients: 'clients',
  client: 'client',
  associatedClient: 'associatedSMaRTClient',
  device: 'despatch.device',
} as const
type StorageKey = (typeof STORAGE_KEYS)[keyof typeof STORAGE_KEYS]

/** The signed-in user as stored: the clients have their own key. */
export type StoredUser = Omit<CurrentUser, 'client'>
export type SessionClient = CurrentUser['client'][number]

export const readText = (key: StorageKey): string => browserStorage.readText(key)

/** Stores a text; an empty one removes the key. */
export const writeText = (key: StorageKey, text: string): boolean => browserStorage.writeText(key, text)

/** The stored user; undefined if there is none, or if another version wrote it in a different shape. */
export function readUser(): StoredUser | undefined {
  const user = browserStorage.read(STORAGE_KEYS.user)
  const isUser = isRecord(user) && typeof user['_id'] === 'string' && isRecord(user['role'])
  if (!isUser || !isRecord((user['role'] as Record<string, unknown>)['permissions'])) return undefined
  const stored = user as StoredUser
  return { ...stored, otp_enabled: stored.otp_enabled === true, mfa_required: stored.mfa_required === true }
}

/** The stored clients. A client written by an older version withholds and switches off nothing until the server answers. */
export function readClients(): readonly SessionClient[] {
  const clients = browserStorage.read(STORAGE_KEYS.clients)
  if (!Array.isArray(clients)) return []
  return clients
    .filter((client): client is SessionClient => isRecord(client) && typeof client['code'] === 'string')
    .map((client) => ({
      ...client,
      withheld: Array.isArray(client.withheld) ? client.withheld : [],
      switchedOff: Array.isArray(client.switchedOff) ? client.switchedOff : [],
    }))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
