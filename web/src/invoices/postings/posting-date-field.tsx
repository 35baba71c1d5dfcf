import { isDay } from '@despatch/domain/calendar/day'
import { futureDateProblem } from '@despatch/domain/invoices/postings/posting-date'
import { DayField } from '../../kit/form/typed/day-field.tsx'
import { operatorToday } from '../../kit/browser/clock.ts'

type PostingDateFieldProps = {
  readonly value: string
  readonly onChange: (value: string) => void
}

/** The ledger date of a posting. */
export function PostingDateField({ value, onChange }: PostingDateFieldProps) {
  return <DayField label="Posting date" value={value} error={dateProblem(value)} onChange={onChange} />
}

const dateProblem = (value: string) =>
  isDay(value) ? futureDateProblem({ date: value, today: operatorToday() }) : undefined

/** Explains why the entered date cannot be used; undefined if it can. */
export const postingDateReason = (value: string) =>
  isDay(value) && dateProblem(value) === undefined ? undefined : 'Choose a posting date up to today.'
