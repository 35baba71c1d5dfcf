const LONGEST_VALUE = 200

/**
 * A value as it is told of a refused row. It is a text of its own: a part of a longer one would keep all of that in memory,
 * and thousands of refused rows wait at a time.
 */
export function shortValue(value: string): string {
  return value.length > LONGEST_VALUE ? Buffer.from(`${value.slice(0, LONGEST_VALUE)}…`).toString() : value
}
