import { Autocomplete, Select, TextInput } from '@mantine/core'
import { DATE_FORMATS } from '@despatch/domain/calendar/date-format'
import { useQuery } from '@tanstack/react-query'
import { invoiceCarriers } from '../invoice-queries.ts'
import { draftFor, type FileRow, type LayoutDraft } from './layout-draft.ts'
import styles from './studio.module.css'

type FormatFieldsProps = {
  readonly draft: LayoutDraft
  readonly rows: readonly FileRow[]
  readonly onChange: (part: Partial<LayoutDraft>) => void
  /** Another header row changes the draft of all columns. */
  readonly onDraft: (draft: LayoutDraft) => void
}

const ROWS = [
  { value: 'parcel', label: 'A parcel' },
  { value: 'charge', label: 'A charge of a parcel' },
  { value: 'consignment', label: 'A consignment' },
]
const DECIMALS = [
  { value: 'either', label: 'Detect from the rows' },
  { value: '.', label: '1,234.50' },
  { value: ',', label: '1.234,50' },
  { value: 'pence', label: 'Whole pence: 123450' },
]
const DATES = [
  { value: 'either', label: 'Detect from the rows' },
  ...Object.entries(DATE_FORMATS).map(([value, example]) => ({ value, label: example })),
]
const WEIGHTS = ['kg', 'g', 'lb', 'oz']
const LENGTHS = ['cm', 'mm', 'in']
const NO_HEADER = 'none'
const MAX_HEADER_ROWS = 30
const MAX_SHOWN = 40

/** The layout's carrier, and the format of rows, amounts and dates. */
export function FormatFields({ draft, rows, onChange, onDraft }: FormatFieldsProps) {
  const { data: carriers = [] } = useQuery(invoiceCarriers)
  const headers = rows.slice(0, MAX_HEADER_ROWS).map(({ line, cells }, index) => ({
    value: String(index),
    label: `Line ${line}: ${cells.filter(Boolean).join(', ').slice(0, MAX_SHOWN)}`,
  }))
  return (
    <div className={styles.format}>
      <Autocomplete
        label="Carrier"
        placeholder="Evri"
        maxLength={60}
        data={[...new Set(carriers.map(({ name }) => name))]}
        value={draft.carrier}
        onChange={(carrier) => onChange({ carrier, ...(hasDefaultTitle(draft) && { title: titleOf(carrier) }) })}
      />
      <TextInput
        label="Layout title"
        maxLength={100}
        value={draft.title}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <Select
        label="Column names"
        allowDeselect={false}
        data={[...headers, { value: NO_HEADER, label: 'No header row' }]}
        value={draft.headerRow === null ? NO_HEADER : String(draft.headerRow)}
        onChange={(value) => {
          const headerRow = value === null || value === NO_HEADER ? null : Number(value)
          const { title, currency } = draft
          onDraft({ ...draftFor(rows, headerRow, draft.carrier), title, currency })
        }}
      />
      <Select
        label="Each row is"
        allowDeselect={false}
        data={ROWS}
        value={draft.row}
        onChange={(row) => onChange({ row: (row ?? 'parcel') as LayoutDraft['row'] })}
      />
      <Select
        label="Amounts"
        allowDeselect={false}
        data={DECIMALS}
        value={draft.isMinor ? 'pence' : draft.decimal}
        onChange={(value) =>
          onChange(
            value === 'pence'
              ? { isMinor: true, decimal: 'either' }
              : { isMinor: false, decimal: (value ?? 'either') as LayoutDraft['decimal'] },
          )
        }
      />
      <Select
        label="Dates"
        allowDeselect={false}
        data={DATES}
        value={draft.dates}
        onChange={(dates) => onChange({ dates: (dates ?? 'either') as LayoutDraft['dates'] })}
      />
      <Select
        label="Weights"
        allowDeselect={false}
        data={WEIGHTS}
        value={draft.weightUnit}
        onChange={(unit) => onChange({ weightUnit: (unit ?? 'kg') as LayoutDraft['weightUnit'] })}
      />
      <Select
        label="Sizes"
        allowDeselect={false}
        data={LENGTHS}
        value={draft.lengthUnit}
        onChange={(unit) => onChange({ lengthUnit: (unit ?? 'cm') as LayoutDraft['lengthUnit'] })}
      />
      <TextInput
        label="Currency"
        placeholder={draft.fields.currency ? 'In its column' : ''}
        description={draft.fields.currency ? undefined : 'Such as GBP'}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        required={!draft.fields.currency}
        maxLength={3}
        disabled={draft.fields.currency !== undefined}
        value={draft.currency}
        onChange={(event) => onChange({ currency: event.currentTarget.value.toUpperCase() })}
      />
    </div>
  )
}

const titleOf = (carrier: string) => (carrier === '' ? '' : `${carrier}, mapped here`)
/** Whether the layout still has its default title. */
const hasDefaultTitle = ({ carrier, title }: LayoutDraft) => title === titleOf(carrier)
