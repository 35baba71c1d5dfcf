import type { CurrentUser } from '@despatch/contract/sign-in/session'
import { inBrowser } from '../browser/storage.ts'

/**
 * Specification 3: 'Browser storage keys: user, access_token, clients, client, associatedSMaRTClient.' `device` is beside
 * it: see device.ts.
 */
export const STORAGE_KEYS = {
  user: 'user',
  token: 'access_token',
  clients: 'clients',
  client: 'client',
  associatedClient: 'associatedSMaRTClient',
  device: 'despatch.device',
} as const
type StorageKey = (typeof STORAGE_KEYS)[keyof typeof STORAGE_KEYS]

/** The signed-in user as it is kept: the clients have a key of their own. */
export type StoredUser = Omit<CurrentUser, 'client'>
export type SessionClient = CurrentUser['client'][number]

export const readText = (key: StorageKey): string => inBrowser.readText(key)

/** Keeps a text, or takes the key away when it is empty. A browser that keeps nothing loses it with the page. */
export const keepText = (key: StorageKey, text: string): boolean => inBrowser.keepText(key, text)

/** The user who is kept, or undefined when there is none or it is not one (another version wrote it). */
export function readUser(): StoredUser | undefined {
  const user = inBrowser.read(STORAGE_KEYS.user)
  const isUser = isRecord(user) && typeof user['_id'] === 'string' && isRecord(user['role'])
  if (!isUser || !isRecord((user['role'] as Record<string, unknown>)['permissions'])) return undefined
  const stored = user as StoredUser
  return { ...stored, otp_enabled: stored.otp_enabled === true, mfa_required: stored.mfa_required === true }
}

/** The clients that are kept; one that an older version wrote withholds and switches off nothing until the server has been asked. */
export function readClients(): readonly SessionClient[] {
  const clients = inBrowser.read(STORAGE_KEYS.clients)
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
