/**
 * The search part of an address as texts, without JSON or numbers: an order number must stay text. A repeated name gives a
 * list. Each screen parses the texts with its own schema.
 */
export function parseSearch(text: string): Record<string, string | string[]> {
  const search: Record<string, string | string[]> = {}
  for (const name of new Set(new URLSearchParams(text).keys())) {
    const values = new URLSearchParams(text).getAll(name)
    search[name] = values.length === 1 ? (values[0] ?? '') : values
  }
  return search
}

/** The reverse of parseSearch, without undefined, empty texts and empty lists. Begins with '?' unless it is empty. */
export function stringifySearch(search: object): string {
  const text = new URLSearchParams()
  for (const [name, value] of Object.entries<unknown>({ ...search })) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== '') text.append(name, String(one))
    }
  }
  return text.size > 0 ? `?${text}` : ''
}
