const NORMAL = /^[0-9A-Z]*$/
/** Blanks and hyphens of every kind that labels, spreadsheets and web pages put between the groups of a number. */
const BETWEEN_GROUPS = /[\s\u00AD\u2010-\u2015\u2212-]+/g

/**
 * A tracking number as it is compared and looked up: without its blanks and hyphens, in capitals. domain.md: tracking
 * numbers 'are the same in any case … also without their blanks and hyphens'. Letters beyond A to Z stay as they are, as the
 * database has them. '' where nothing is left of it.
 */
export function normaliseTrackingNumber(written: string): string {
  // Most are so already, and feeds have millions of them.
  if (NORMAL.test(written)) return written
  return written.replaceAll(BETWEEN_GROUPS, '').replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase())
}

/** The writing of a number that is kept beside it for people; null where it says no more. */
export function writingOf(written: string): string | null {
  return written === normaliseTrackingNumber(written) ? null : written
}

/**
 * What a parcel that someone names is looked for by: its number, and as it is written, by which the few are kept that
 * cannot be renamed (`normalise-tracking-numbers` on the server).
 */
export function trackingNumbersToFind(written: string): readonly string[] {
  return [...new Set([normaliseTrackingNumber(written), written])].filter((text) => text !== '')
}
