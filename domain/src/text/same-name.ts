const ASCII = /^[\x20-\x7E]*$/

/** Whether a name is ASCII, so that {@link sameName} agrees exactly with the database. */
export const isPlainName = (name: string): boolean => ASCII.test(name)

/**
 * Normalises a name for comparison: SKUs and order numbers are equal in any case. Approximates the database collation
 * `any_case`, which also equates hiragana with katakana and ignores invisible characters. domain.md: 'Names in any
 * case: SKUs, order numbers and tracking numbers are kept as written and are the same in any case'.
 */
export function sameName(name: string): string {
  return ASCII.test(name) ? name.toLowerCase() : name.normalize('NFKC').toUpperCase().toLowerCase()
}

/**
 * Maps each name to the spelling to store: the one in `stored`, else the first of the equal names. `sameAs` overrides the
 * comparison.
 */
export function chooseSpellings(
  names: Iterable<string>,
  stored: ReadonlyMap<string, string>,
  sameAs: (name: string) => string = sameName,
): (name: string) => string {
  const byName = new Map<string, string>()
  const writing = new Map<string, string>()
  for (const name of names) {
    if (writing.has(name)) continue
    const key = sameAs(name)
    const first = stored.get(name) ?? byName.get(key) ?? name
    if (!byName.has(key)) byName.set(key, first)
    writing.set(name, first)
  }
  return (name) => writing.get(name) ?? name
}
