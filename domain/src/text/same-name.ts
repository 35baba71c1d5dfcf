const ASCII = /^[\x20-\x7E]*$/

/**
 * A name as names are compared: SKUs and order numbers are the same in any case, as the database's collation `any_case` has
 * it. domain.md: 'Names in any case: SKUs, order numbers and tracking numbers are kept as written and are the same in any
 * case'.
 */
export function sameName(name: string): string {
  return ASCII.test(name) ? name.toLowerCase() : name.normalize('NFKC').toUpperCase().toLowerCase()
}

/**
 * How names are written where they are kept: as `kept` has them, else as the first of them that are the same. Gives the
 * writing of each.
 */
export function firstWritten(names: Iterable<string>, kept: ReadonlyMap<string, string>): (name: string) => string {
  const byName = new Map<string, string>()
  const writing = new Map<string, string>()
  for (const name of names) {
    if (writing.has(name)) continue
    const key = sameName(name)
    const first = kept.get(name) ?? byName.get(key) ?? name
    if (!byName.has(key)) byName.set(key, first)
    writing.set(name, first)
  }
  return (name) => writing.get(name) ?? name
}
