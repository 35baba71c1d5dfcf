import { parseSearch, stringifySearch } from '../browser/search-text.ts'

/**
 * Creates the function that builds addresses of a screen from its search parameters, such as filters or the record to open.
 * Empty parameters are left out.
 */
export const screenAddress =
  <Search extends object>(path: string) =>
  (search: Search, hash = ''): string =>
    path + stringifySearch(search) + (hash && `#${hash}`)

/** An address of a screen as props of the router's links. */
export function linkOf(address: string) {
  const { pathname, search, hash } = new URL(address, window.location.origin)
  return { to: pathname, search: parseSearch(search), ...(hash && { hash: hash.slice(1) }) }
}
