import { CLIENT_PARAMETER } from '../../navigation/screen-address.ts'
import { parseSearch, stringifySearch } from '../../browser/search-text.ts'

/** The search part of an address as a saved view stores it: without '?', page and the screen's client, sorted by name. */
export function viewSearch(search: Readonly<Record<string, unknown>>): string {
  const saved = Object.entries(search)
    .filter(([name]) => name !== 'page' && name !== CLIENT_PARAMETER)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return stringifySearch(Object.fromEntries(saved)).slice(1)
}

/** Whether the address has the parameters of a view, in any order. */
export function isShown(view: string, search: Readonly<Record<string, unknown>>): boolean {
  return viewSearch(parseSearch(view)) === viewSearch(search)
}
