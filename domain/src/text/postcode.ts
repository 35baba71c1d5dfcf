import { isValid, toNormalised } from 'postcode'

/**
 * A postcode in the form it is kept in, or undefined when it is none of that country's.
 * GB postcodes are checked and set as 'SW1A 1AA'; those of other countries are upper-cased and trimmed.
 */
export function normalPostcode(country: string, text: string): string | undefined {
  const trimmed = text.trim().replace(/\s+/g, ' ').toUpperCase()
  if (country !== 'GB') return trimmed || undefined
  return isValid(trimmed) ? (toNormalised(trimmed) ?? undefined) : undefined
}
