const NORMAL = /^[0-9A-Z]*$/
/** Every kind of space and hyphen that labels, spreadsheets and web pages put between groups of a number. */
const BETWEEN_GROUPS = /[\s\u00AD\u2010-\u2015\u2212-]+/g

/**
 * Normalises a tracking number for comparison: without spaces and hyphens, in capitals; '' if nothing is left. Letters
 * beyond A to Z are unchanged, as in the database. Source: domain.md, tracking numbers 'are the same in any case … also
 * without their blanks and hyphens'.
 */
export function normaliseTrackingNumber(written: string): string {
  // Most are normalised already, and feeds have millions.
  if (NORMAL.test(written)) return written
  return written.replaceAll(BETWEEN_GROUPS, '').replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase())
}

/** The spelling to store beside a normalised number; null if it is the same. */
export function originalSpelling(written: string): string | null {
  return written === normaliseTrackingNumber(written) ? null : written
}

/**
 * The numbers to search for: normalised, and as written, because a few parcels are stored unnormalised
 * (`normalise-tracking-numbers` on the server).
 */
export function trackingNumbersToFind(written: string): readonly string[] {
  return [...new Set([normaliseTrackingNumber(written), written])].filter((text) => text !== '')
}
