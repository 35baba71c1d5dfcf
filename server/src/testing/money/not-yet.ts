/**
 * Faults that are not fixed yet. Delete a number when its fault is fixed: a fault that no longer fails makes the test
 * fail.
 */
export const NOT_YET: ReadonlySet<string> = new Set()
