import { Select } from '@mantine/core'
import { DATE_FORMATS, type DateFormat, dayOrderOf } from '@despatch/domain/calendar/date-format'
import { DATE_FIELDS, type DateField, type Feed } from '@despatch/domain/feeds/feed-fields'
import { fieldTitle } from './feed-text.ts'
import type { FileHead } from './file-head.ts'
import type { MappingDraft } from './mapping-draft.ts'
import styles from './feeds.module.css'

const LABELS: Record<DateFormat, string> = {
  'day-first': `Day first: ${DATE_FORMATS['day-first']}, 27-8-14 14:05`,
  'month-first': `Month first: ${DATE_FORMATS['month-first']}, 08/27/2014 2:05 PM`,
  'year-first': `Year first: ${DATE_FORMATS['year-first']}, 2014/08/27 14:05`,
  'day-month-name': `Day and month name: ${DATE_FORMATS['day-month-name']}, 27 August 2014`,
  'month-name-day': `Month name and day: ${DATE_FORMATS['month-name-day']}`,
}
const FORMATS = Object.entries(LABELS).map(([value, label]) => ({ value, label }))

type MappingDatesProps = {
  feed: Feed
  columns: MappingDraft['columns']
  formats: MappingDraft['dateFormats']
  head: FileHead | undefined
  onChange: (formats: MappingDraft['dateFormats']) => void
}

/** Date formats of columns. */
export function MappingDates({ feed, columns, formats, head, onChange }: MappingDatesProps) {
  const fields = DATE_FIELDS[feed].filter((field: DateField) => columns[field])
  if (fields.length === 0) return null
  return (
    <>
      <h2>Dates</h2>
      <div className={styles.fields}>
        {fields.map((field: DateField) => (
          <Select
            key={field}
            label={`Format of ${fieldTitle(feed, field)}`}
            placeholder="Not set – day first"
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            description="A time may follow"
            error={formatProblem(formats[field], columns[field] ?? '', head)}
            clearable
            data={FORMATS}
            value={formats[field] ?? null}
            onChange={(format) => onChange({ ...formats, [field]: (format as DateFormat | null) ?? undefined })}
          />
        ))}
      </div>
    </>
  )
}

/** Warns if the first rows of the chosen file do not fit a format. */
function formatProblem(format: DateFormat | undefined, column: string, head: FileHead | undefined): string | undefined {
  const place = head?.columns.indexOf(column) ?? -1
  const texts = place === -1 ? [] : (head?.rows ?? []).map((row) => row[place]?.trim() ?? '')
  const odd = texts.find((text) => {
    const order = dayOrderOf(text)
    if (order === undefined) return false
    if (format !== undefined && format !== 'day-first' && format !== 'month-first') return true
    return order !== 'either' && order !== (format ?? 'day-first')
  })
  return odd === undefined ? undefined : `The file contains ${odd}, which does not fit this format.`
}
