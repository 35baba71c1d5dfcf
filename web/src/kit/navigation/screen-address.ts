import { parseSearch, stringifySearch } from '../browser/search-text.ts'
import { session } from '../session/session-store.ts'

/** The search parameter that names the client of a screen, whichever is selected at the top: `?for=ACME`. */
export const CLIENT_PARAMETER = 'for'

/**
 * Creates the function that builds addresses of a screen from its search parameters, such as filters or the record to open.
 * Empty parameters are left out.
 */
export const screenAddress =
  <Search extends object>(path: string) =>
  (search: Search, hash = ''): string =>
    path + stringifySearch(search) + (hash && `#${hash}`)

/** The address of a screen for a client. */
export function addressFor(client: string, address: string): string {
  const { pathname, search, hash } = new URL(address, window.location.origin)
  return pathname + stringifySearch({ ...parseSearch(search), [CLIENT_PARAMETER]: client }) + hash
}

/** The address of a screen for the client that is selected at the top. */
export function addressForSelected(address: string): string {
  const { pathname, search, hash } = new URL(address, window.location.origin)
  return pathname + stringifySearch({ ...parseSearch(search), [CLIENT_PARAMETER]: undefined }) + hash
}

/** The address of a screen for the client in the address of the present screen, unless it names one itself. */
export function addressForSame(address: string): string {
  const { ofScreen } = session.store.get()
  if (!ofScreen || /[?&](?:for|client)=/.test(address)) return address
  return addressFor(ofScreen, address)
}

/** An address of a screen as props of the router's links. */
export function linkOf(address: string) {
  const { pathname, search, hash } = new URL(address, window.location.origin)
  return { to: pathname, search: parseSearch(search), ...(hash && { hash: hash.slice(1) }) }
}
