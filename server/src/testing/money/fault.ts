import type { Check } from './checks.ts'
import type { Step, Tables } from './history.ts'
import { PLAIN_TABLES } from './steps.ts'

/** A former fault of the product, with the smallest history that shows it. */
export type Fault = {
  /** Its number in the list of faults. */
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
