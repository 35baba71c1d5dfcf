import type { Check } from './checks.ts'
import type { Step, Tables } from './history.ts'
import { PLAIN_TABLES } from './say.ts'

/** A way in which money went wrong, with the smallest history that shows it. */
export type Fault = {
  /** As the list of faults numbers them. */
  readonly fault: string
  readonly title: string
  readonly breaks: Check
  readonly steps: readonly Step[]
  readonly tables?: Tables
}

export const WITH_FUEL: Tables = { ...PLAIN_TABLES, terms: { ...PLAIN_TABLES.terms, fuelPercent: 10 } }
export const WITH_TOLERANCE: Tables = {
  ...PLAIN_TABLES,
  terms: { ...PLAIN_TABLES.terms, tolerance: 10, toleranceOfInvoice: 12 },
}
