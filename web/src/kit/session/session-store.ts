import { inBrowser, inWindow } from '../browser/storage.ts'
import type { CurrentUser } from '@despatch/contract/sign-in/session'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { createStore } from '../browser/store.ts'
import {
  keepText,
  readClients,
  readText,
  readUser,
  type SessionClient,
  STORAGE_KEYS,
  type StoredUser,
} from './storage.ts'

export type Session = {
  /** Who is signed in; undefined before sign-in, and until the first answer of `GET /api/session`. */
  readonly user: StoredUser | undefined
  readonly clients: readonly SessionClient[]
  /** The code of the selected client, or 'All_client'. */
  readonly client: string
}

/** The client of this window; that of the browser is what a new window begins with. */
const WINDOW_CLIENT = 'despatch.client'
const readClient = () => inWindow.readText(WINDOW_CLIENT) || readText(STORAGE_KEYS.client)

const store = createStore<Session>({ user: readUser(), clients: readClients(), client: readClient() })
// In a browser that keeps nothing for this site, the session lasts as long as the page.
const keeps = inBrowser.canKeep()
let tokenInPage = ''

/** The session of this browser. Other windows share it through local storage; the selected client is this window's own. */
export const session = {
  store,
  token: () => (keeps ? readText(STORAGE_KEYS.token) : tokenInPage),
  saveToken(token: string) {
    tokenInPage = token
    keepText(STORAGE_KEYS.token, token)
  },
  client: () => store.get().client,
  isSignedIn: () => session.token() !== '',
  /** Who is signed in as far as this browser's storage says: another window may have changed it. */
  storedUserId: () => readUser()?._id,

  /** Keeps the user as the server answers it, and sees to it that the selected client is one of theirs. */
  keepUser({ client: clients, ...user }: CurrentUser) {
    const client = allowedClient(user, clients, store.get().client || readClient())
    keepText(STORAGE_KEYS.user, JSON.stringify(user))
    keepText(STORAGE_KEYS.clients, JSON.stringify(clients))
    inWindow.keepText(WINDOW_CLIENT, client)
    // What another window chose since stays what a new one begins with.
    const first = readText(STORAGE_KEYS.client)
    if (allowedClient(user, clients, first) !== first) keepText(STORAGE_KEYS.client, client)
    keepText(STORAGE_KEYS.associatedClient, user.role.iforce_user ? '' : (clients[0]?.code ?? ''))
    store.set({ user, clients, client })
  },

  /** Selects a client. What is on the screen for another one has to be cleared by the caller. */
  selectClient(client: string) {
    inWindow.keepText(WINDOW_CLIENT, client)
    keepText(STORAGE_KEYS.client, client)
    store.set({ ...store.get(), client })
  },

  /** Specification 4: 'Logout clears the stored current user, access token, client list and current client.' */
  clear() {
    session.saveToken('')
    for (const key of [STORAGE_KEYS.user, STORAGE_KEYS.clients, STORAGE_KEYS.client]) keepText(key, '')
    inWindow.keepText(WINDOW_CLIENT, '')
    store.set({ user: undefined, clients: [], client: '' })
  },
}

/** Internal users may work for all clients and begin so; others begin with the first that they belong to. */
function allowedClient(user: StoredUser, clients: readonly SessionClient[], wanted: string): string {
  if (clients.some(({ code }) => code === wanted)) return wanted
  return user.role.iforce_user ? ALL_CLIENTS : (clients[0]?.code ?? '')
}
