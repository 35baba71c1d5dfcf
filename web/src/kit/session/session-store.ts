import { browserStorage, windowStorage } from '../browser/storage.ts'
import type { CurrentUser } from '@despatch/contract/sign-in/session'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { createStore } from '../browser/store.ts'
import {
  writeText,
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
  /** The client that the screen and its calls are for: a code, or 'All_client'. */
  readonly client: string
}

type WindowSession = Session & {
  /** The client selected at the top of the window: a code, or 'All_client'. */
  readonly selected: string
  /** The client that the screen's address names (`?for=ACME`), known or not; '' if none. */
  readonly ofScreen: string
}

/** The client of this window. The client stored for the browser is the one with which a new window begins. */
const WINDOW_CLIENT = 'despatch.client'
const readClient = () => windowStorage.readText(WINDOW_CLIENT) || readText(STORAGE_KEYS.client)

/** The client in the screen's address if an internal user may see it, else the selected one. */
function withClient(of: Omit<WindowSession, 'client'>): WindowSession {
  const isOwn = of.user?.role.iforce_user === true && of.clients.some(({ code }) => code === of.ofScreen)
  return { ...of, client: isOwn ? of.ofScreen : of.selected }
}

const store = createStore<WindowSession>(
  withClient({ user: readUser(), clients: readClients(), selected: readClient(), ofScreen: '' }),
)
// If the browser stores nothing for this site, the session lasts as long as the page.
const hasStorage = browserStorage.isAvailable()
let tokenInPage = ''

/** The session of this browser. Other windows share it through local storage; the selected client is this window's own. */
export const session = {
  store,
  token: () => (hasStorage ? readText(STORAGE_KEYS.token) : tokenInPage),
  saveToken(token: string) {
    tokenInPage = token
    writeText(STORAGE_KEYS.token, token)
  },
  client: () => store.get().client,
  selected: () => store.get().selected,
  isSignedIn: () => session.token() !== '',
  /** Who is signed in as far as this browser's storage says: another window may have changed it. */
  storedUserId: () => readUser()?._id,

  /** Stores the user as the server answers it. If the selected client is not one of the user's, selects one that is. */
  storeUser({ client: clients, ...user }: CurrentUser) {
    const { selected: before, ofScreen } = store.get()
    const selected = allowedClient(user, clients, before || readClient())
    writeText(STORAGE_KEYS.user, JSON.stringify(user))
    writeText(STORAGE_KEYS.clients, JSON.stringify(clients))
    windowStorage.writeText(WINDOW_CLIENT, selected)
    // Another window may have selected a client since: new windows begin with it.
    const first = readText(STORAGE_KEYS.client)
    if (allowedClient(user, clients, first) !== first) writeText(STORAGE_KEYS.client, selected)
    writeText(STORAGE_KEYS.associatedClient, user.role.iforce_user ? '' : (clients[0]?.code ?? ''))
    store.set(withClient({ user, clients, selected, ofScreen }))
  },

  /** Selects a client. The caller must clear what the screen shows for the previous one. */
  selectClient(client: string) {
    windowStorage.writeText(WINDOW_CLIENT, client)
    writeText(STORAGE_KEYS.client, client)
    store.set(withClient({ ...store.get(), selected: client }))
  },

  /** Sets the client in the address of the screen; '' if it names none. The selected client stays. */
  showFor(ofScreen: string) {
    if (store.get().ofScreen !== ofScreen) store.set(withClient({ ...store.get(), ofScreen }))
  },

  /** Specification 4: 'Logout clears the stored current user, access token, client list and current client.' */
  clear() {
    session.saveToken('')
    for (const key of [STORAGE_KEYS.user, STORAGE_KEYS.clients, STORAGE_KEYS.client]) writeText(key, '')
    windowStorage.writeText(WINDOW_CLIENT, '')
    store.set({ user: undefined, clients: [], selected: '', ofScreen: '', client: '' })
  },
}

/** The wanted client if the user has it, else the default: all clients for internal users, the first client for others. */
function allowedClient(user: StoredUser, clients: readonly SessionClient[], wanted: string): string {
  if (clients.some(({ code }) => code === wanted)) return wanted
  return user.role.iforce_user ? ALL_CLIENTS : (clients[0]?.code ?? '')
}
