import { parseSearch, stringifySearch } from '../../browser/search-text.ts'

/** What an address says of a list, as a saved view keeps it: the part after '?', names in order, the page left out. */
export function viewSearch(search: Readonly<Record<string, unknown>>): string {
  const kept = Object.entries(search)
    .filter(([name]) => name !== 'page')
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return stringifySearch(Object.fromEntries(kept)).slice(1)
}

/** Whether the address says what a view keeps; how either was written does not matter. */
export function isShown(view: string, search: Readonly<Record<string, unknown>>): boolean {
  return viewSearch(parseSearch(view)) === viewSearch(search)
}
