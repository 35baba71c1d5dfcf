import type { Day } from '@despatch/domain/calendar/day'

/** The place of a row in the order of a parcel's account. */
export type Place = {
  readonly invoiceId: number
  readonly no: number
  readonly invoiceNumber: string
  readonly invoiceDay: Day
  /** When its invoice was imported, or when its rejection as a whole was undone. */
  readonly billedSince: Date
  /** When the row was first decided; null for an undecided row. */
  readonly firstDecidedAt: Date | null
}

type ByDay = Omit<Place, 'firstDecidedAt' | 'billedSince'>
const compareTexts = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
const compareDays = (one: ByDay, other: ByDay) =>
  compareTexts(one.invoiceDay, other.invoiceDay) ||
  compareTexts(one.invoiceNumber, other.invoiceNumber) ||
  one.invoiceId - other.invoiceId ||
  one.no - other.no

/**
 * Sorts rows in the order of their account: by invoice day, invoice number and row. A decided row comes before rows
 * of invoices that arrived after the decision, whatever their day, because what is paid counts as billed.
 */
export function sortByAccount<Of extends Place>(rows: readonly Of[]): Of[] {
  const byDay = rows.toSorted(compareDays)
  if (!rows.some(({ firstDecidedAt }) => firstDecidedAt)) return byDay
  const placed: Of[] = []
  for (const row of byDay.toSorted((one, other) => one.billedSince.getTime() - other.billedSince.getTime())) {
    const first = 1 + placed.findLastIndex(({ firstDecidedAt }) => firstDecidedAt && firstDecidedAt < row.billedSince)
    const next = placed.findIndex((one, index) => index >= first && compareDays(row, one) < 0)
    placed.splice(next < 0 ? placed.length : next, 0, row)
  }
  return placed
}

/** The rows before a place, in the order of the account. */
export function rowsBefore<Of extends Place>(rows: readonly Of[], place: Place): Of[] {
  const others = rows.filter(({ invoiceId, no }) => invoiceId !== place.invoiceId || no !== place.no)
  if (others.length === 0) return []
  const order: (Of | Place)[] = sortByAccount<Of | Place>([...others, place])
  const before = new Set(order.slice(0, order.indexOf(place)))
  return sortByAccount(others).filter((row) => before.has(row))
}

/**
 * Whether a credit can be for a billed row: only for one that was billed or decided before it, and never for one of
 * its own invoice.
 */
export const canSettle = (credit: Omit<Place, 'firstDecidedAt'>, billed: Place) =>
  credit.invoiceId !== billed.invoiceId &&
  ((billed.firstDecidedAt !== null && billed.firstDecidedAt < credit.billedSince) || compareDays(billed, credit) < 0)
