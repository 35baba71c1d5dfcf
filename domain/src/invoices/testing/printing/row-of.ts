/** Builds a row of a layout from the cells of named columns; all others are empty. Repeated names take an array. */
export function rowOf(
  header: readonly string[],
  values: Readonly<Record<string, string | readonly string[]>>,
): string[] {
  const seen = new Map<string, number>()
  return header.map((name) => {
    const value = values[name]
    if (value === undefined || typeof value === 'string') return value ?? ''
    const nth = seen.get(name) ?? 0
    seen.set(name, nth + 1)
    return value[nth] ?? ''
  })
}
