/** Compares codes by character, independently of the locale. */
export function compareCodes(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
