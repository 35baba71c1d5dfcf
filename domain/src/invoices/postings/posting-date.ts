import { type Day, formatDayShort } from '../../calendar/day.ts'

type DatedInvoice = {
  readonly invoiceNumber: string
  readonly invoiceDay: Day
  /** The latest posting date of the invoice, including reversals and corrections; null if it was never posted. */
  readonly lastPostedOn: Day | null
}

/**
 * Explains why nothing can be posted with a date; undefined if something can. The date may be before other postings'
 * dates, because a month is closed in the days after it.
 */
export const futureDateProblem = ({ date, today }: { date: Day; today: Day }): string | undefined =>
  date > today
    ? `A posting date cannot be in the future. Choose ${formatDayShort(today)} or an earlier day.`
    : undefined

/**
 * Explains why an invoice cannot be posted, corrected or reversed with a date: it is before the invoice's own date or
 * its last posting. Today is always possible, because carriers date some invoices ahead. Undefined if the date is
 * possible.
 */
export function postingDateProblem(
  { invoiceNumber, invoiceDay, lastPostedOn }: DatedInvoice,
  { date, today }: { date: Day; today: Day },
): string | undefined {
  if (lastPostedOn !== null && date < lastPostedOn)
    return `Invoice ${invoiceNumber} was last posted on ${formatDayShort(lastPostedOn)}. Choose that date or a later one.`
  if (date < invoiceDay && date !== today)
    return `Invoice ${invoiceNumber} is dated ${formatDayShort(invoiceDay)}. Choose that date, a later one or today.`
  return undefined
}
