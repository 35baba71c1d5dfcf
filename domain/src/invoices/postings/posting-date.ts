import { type Day, formatDayShort } from '../../calendar/day.ts'

type DatedInvoice = {
  readonly invoiceNumber: string
  readonly invoiceDay: Day
  /** The newest posting date of the invoice, of reversals and corrections as well; null where it was never posted. */
  readonly lastPostedOn: Day | null
}

/**
 * Why nothing can be posted with a date; undefined where something can. It may be before the dates of other postings: a month is
 * closed in the days after it.
 */
export const futureDateProblem = ({ date, today }: { date: Day; today: Day }): string | undefined =>
  date > today
    ? `A posting date cannot be in the future. Choose ${formatDayShort(today)} or an earlier day.`
    : undefined

/**
 * Why an invoice cannot be posted, corrected or reversed with a date: it is before the invoice's own, or before what was posted of
 * it last. Today is always possible, for carriers date some invoices ahead. Undefined where the date will do.
 */
export function postingDateProblem(
  { invoiceNumber, invoiceDay, lastPostedOn }: DatedInvoice,
  { date, today }: { date: Day; today: Day },
): string | undefined {
  if (lastPostedOn !== null && date < lastPostedOn)
    return `Invoice ${invoiceNumber} was last posted on ${formatDayShort(lastPostedOn)}. Choose that day or a later one as the posting date.`
  if (date < invoiceDay && date !== today)
    return `Invoice ${invoiceNumber} is dated ${formatDayShort(invoiceDay)}. Choose that day, a later one or today as the posting date.`
  return undefined
}
