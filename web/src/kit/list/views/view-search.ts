import { parseSearch, stringifySearch } from '../../browser/search-text.ts'

/** The search part of an address as a saved view stores it: without '?' and page, sorted by name. */
export function viewSearch(search: Readonly<Record<string, unknown>>): string {
  const saved = Object.entries(search)
    .filter(([name]) => name !== 'page')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return stringifySearch(Object.fromEntries(saved)).slice(1)
}

/** Whether the address has the parameters of a view, in any order. */
export function isShown(view: string, search: Readonly<Record<string, unknown>>): boolean {
  return viewSearch(parseSearch(view)) === viewSearch(search)
}
