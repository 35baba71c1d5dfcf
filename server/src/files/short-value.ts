const LONGEST_VALUE = 200

/**
 * Shortens a value for the report of a refused row. Returns a copy: a slice would keep the whole text in memory, and
 * thousands of refused rows may wait at a time.
 */
export function shortValue(value: string): string {
  return value.length > LONGEST_VALUE ? Buffer.from(`${value.slice(0, LONGEST_VALUE)}…`).toString() : value
}
