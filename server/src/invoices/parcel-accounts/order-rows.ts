import type { Day } from '@despatch/domain/calendar/day'

/** Where a row of an invoice stands in the account of a parcel. */
export type Place = {
  readonly invoiceId: number
  readonly no: number
  readonly invoiceNumber: string
  readonly invoiceDay: Day
  /** Since when its invoice bills: since its import, or since its rejection as a whole was undone. */
  readonly billedSince: Date
  /** When somebody first decided on the row; null while nobody has. */
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
 * Rows in the order of their account: by their invoice's day, then number, then the row. But a row that somebody decided on counts
 * before those of invoices that came later, whatever their day: what is paid is billed.
 */
export function inOrder<Of extends Place>(rows: readonly Of[]): Of[] {
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

/** The rows that stand before a place, in order. */
export function rowsBefore<Of extends Place>(rows: readonly Of[], place: Place): Of[] {
  const others = rows.filter(({ invoiceId, no }) => invoiceId !== place.invoiceId || no !== place.no)
  if (others.length === 0) return []
  const order: (Of | Place)[] = inOrder<Of | Place>([...others, place])
  const before = new Set(order.slice(0, order.indexOf(place)))
  return inOrder(others).filter((row) => before.has(row))
}

/**
 * Whether what a place gives back can be for what another billed: that was billed, or decided, before it. Rows of one invoice are
 * never for each other.
 */
export const canBeFor = (credit: Omit<Place, 'firstDecidedAt'>, billed: Place) =>
  credit.invoiceId !== billed.invoiceId &&
  ((billed.firstDecidedAt !== null && billed.firstDecidedAt < credit.billedSince) || compareDays(billed, credit) < 0)
