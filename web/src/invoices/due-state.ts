import type { InvoiceSummary } from '@despatch/contract/invoices/invoice'
import { type Day, daysBetween } from '@despatch/domain/calendar/day'

const SOON_DAYS = 7

type DueState = { readonly kind: 'late' | 'soon'; readonly word: string; readonly text: string }

/** Whether an undecided invoice is late or due within a week; undefined otherwise. */
export function dueState(
  { dueDay, status }: Pick<InvoiceSummary, 'dueDay' | 'status'>,
  today: Day,
): DueState | undefined {
  if (dueDay === null || status !== 'Imported') return undefined
  const left = daysBetween(today, dueDay)
  const days = `${Math.abs(left)} ${Math.abs(left) === 1 ? 'day' : 'days'}`
  if (left < 0) return { kind: 'late', word: 'late', text: `Payment was due ${days} ago` }
  if (left === 0) return { kind: 'soon', word: 'today', text: 'Payment is due today' }
  if (left <= SOON_DAYS) return { kind: 'soon', word: 'soon', text: `Payment is due in ${days}` }
  return undefined
}
