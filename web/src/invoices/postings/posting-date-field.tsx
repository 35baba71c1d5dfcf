import { isDay } from '@despatch/domain/calendar/day'
import { futureDateProblem } from '@despatch/domain/invoices/postings/posting-date'
import { DayField } from '../../kit/form/day-field.tsx'
import { operatorToday } from '../../kit/browser/clock.ts'

type PostingDateFieldProps = {
  readonly value: string
  readonly onChange: (value: string) => void
}

/** The date that a posting gets in the ledger. */
export function PostingDateField({ value, onChange }: PostingDateFieldProps) {
  return <DayField label="Posting date" value={value} error={dateProblem(value)} onChange={onChange} />
}

const dateProblem = (value: string) =>
  isDay(value) ? futureDateProblem({ date: value, today: operatorToday() }) : undefined

/** Why nothing can be posted with what stands in the field; undefined where something can. */
export const postingDateReason = (value: string) =>
  isDay(value) && dateProblem(value) === undefined ? undefined : 'Choose a posting date up to today.'
