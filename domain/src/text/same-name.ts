const ASCII = /^[\x20-\x7E]*$/

/** Whether a name is of plain letters, of which {@link sameName} says all that the database does. */
export const isPlainName = (name: string): boolean => ASCII.test(name)

/**
 * A name as names are compared: SKUs and order numbers are the same in any case, nearly as the database's collation
 * `any_case` has it, to which hiragana and katakana are the same as well, and signs that are not to be seen are nothing.
 * domain.md: 'Names in any case: SKUs, order numbers and tracking numbers are kept as written and are the same in any
 * case'.
 */
export function sameName(name: string): string {
  return ASCII.test(name) ? name.toLowerCase() : name.normalize('NFKC').toUpperCase().toLowerCase()
}

/**
 * How names are written where they are kept: as `kept` has them, else as the first of them that are the same (by
 * `sameAs`, where someone knows better). Gives the writing of each.
 */
export function firstWritten(
  names: Iterable<string>,
  kept: ReadonlyMap<string, string>,
  sameAs: (name: string) => string = sameName,
): (name: string) => string {
  const byName = new Map<string, string>()
  const writing = new Map<string, string>()
  for (const name of names) {
    if (writing.has(name)) continue
    const key = sameAs(name)
    const first = kept.get(name) ?? byName.get(key) ?? name
    if (!byName.has(key)) byName.set(key, first)
    writing.set(name, first)
  }
  return (name) => writing.get(name) ?? name
}
