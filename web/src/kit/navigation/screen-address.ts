import { parseSearch, stringifySearch } from '../browser/search-text.ts'

/**
 * Makes the addresses of a screen, by what the screen reads of them: filters, the record that it opens. What is empty is
 * left out.
 */
export const screenAddress =
  <Search extends object>(path: string) =>
  (search: Search, hash = ''): string =>
    path + stringifySearch(search) + (hash && `#${hash}`)

/** An address of a screen as the router's links take it. */
export function linkOf(address: string) {
  const { pathname, search, hash } = new URL(address, window.location.origin)
  return { to: pathname, search: parseSearch(search), ...(hash && { hash: hash.slice(1) }) }
}
