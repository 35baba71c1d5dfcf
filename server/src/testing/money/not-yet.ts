/** Faults that are not mended yet. Who mends one deletes its number: one that does not fail any more fails the test. */
export const NOT_YET: ReadonlySet<string> = new Set()
