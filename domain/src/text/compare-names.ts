const names = new Intl.Collator('en-GB', { numeric: true, sensitivity: 'base' })

/**
 * The order in which people look for names: 'Évri' beside 'evri', 'Band 2' before 'Band 10'. Below 0 where the first comes first.
 * Of two texts by `localeCompare` with options the same takes some hundred times as long.
 */
export const compareNames = (one: string, other: string): number => names.compare(one, other)
