import { isDay } from '@despatch/domain/calendar/day'
import { DayField } from '../../kit/form/day-field.tsx'

type PostingDateFieldProps = {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly description?: string
}

/** The date that a posting gets in the ledger. */
export function PostingDateField(props: PostingDateFieldProps) {
  return <DayField label="Posting date" {...props} />
}

/** Why nothing is posted with what stands in the field. */
export const postingDateMissing = (value: string) => (isDay(value) ? undefined : 'Choose a posting date.')
