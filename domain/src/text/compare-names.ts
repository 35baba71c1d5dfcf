const names = new Intl.Collator('en-GB', { numeric: true, sensitivity: 'base' })

/**
 * Compares names as people sort them: 'Évri' beside 'evri', 'Band 2' before 'Band 10'. Uses a shared collator:
 * `localeCompare` with options takes some hundred times as long.
 */
export const compareNames = (one: string, other: string): number => names.compare(one, other)
