import type { Cell } from '../../exports/exported-report.ts'

/** A share, or how much a figure has changed: empty of nothing. */
export const shareOf = (hits: number, of: number): Cell => (of > 0 ? { share: hits / of } : null)

/** An average with one decimal, as screens show it. */
export const averageOf = (sum: number, of: number): Cell => (of > 0 ? Math.round((sum / of) * 10) / 10 : null)
