import type { Cell } from '../../exports/exported-report.ts'

/** Empty if the denominator is 0. */
export const shareOf = (hits: number, of: number): Cell => (of > 0 ? { share: hits / of } : null)

/** One decimal, as on screens. */
export const averageOf = (sum: number, of: number): Cell => (of > 0 ? Math.round((sum / of) * 10) / 10 : null)
