import { Button, Checkbox, MultiSelect, Select, TextInput } from '@mantine/core'
import { CHARGE_CATEGORIES, type ChargeCategory } from '@despatch/domain/routing/terms/charge-category'
import { categoryOfText } from '@despatch/domain/invoices/column-mapping/categories'
import { guessLegs } from '@despatch/domain/invoices/column-mapping/guess/guess-kinds'
import { labelsAbove } from '@despatch/domain/invoices/column-mapping/labels-above'
import { LAYOUT_FIELDS, type LayoutField } from '@despatch/domain/invoices/column-mapping/layout'
import { useState } from 'react'
import { KindsFields } from './kinds-fields.tsx'
import { AddRowButton, RemoveRowButton } from '../../kit/form/row-buttons.tsx'
import {
  type DraftCharge,
  type FileRow,
  isRead,
  type LayoutDraft,
  namesOf,
  rowsBehind,
  type Source,
  textsIn,
} from './layout-draft.ts'
import styles from './studio.module.css'

type FieldPaneProps = {
  readonly rows: readonly FileRow[]
  readonly draft: LayoutDraft
  readonly onChange: (part: Partial<LayoutDraft>) => void
}

/** The fields that nearly every file has and a mapping needs are shown first. */
const FIRST: readonly LayoutField[] = [
  'invoiceNumber',
  'invoiceDay',
  'dueDay',
  'account',
  'currency',
  'trackingNumber',
  'consignmentNumber',
  'shipmentDay',
  'service',
  'country',
  'postcode',
  'billedWeight',
  'pieces',
  'chargeNet',
  'chargeText',
  'chargeCode',
  'rowNet',
  'invoiceNet',
]
const ALL = Object.keys(LAYOUT_FIELDS) as LayoutField[]

/** Despatch's fields, each with its source column and an example; then references and charges. */
export function FieldPane({ rows, draft, onChange }: FieldPaneProps) {
  const [isAll, setIsAll] = useState(false)
  const names = namesOf(rows, draft.headerRow)
  const columns = names.map((name, place) => ({
    value: `c${place}`,
    label: name ? `${name} (${place + 1})` : `Column ${place + 1}`,
  }))
  const above = labelsAbove(rows, draft.headerRow)
  const sources = [
    { group: 'Columns', items: columns },
    ...(above.length > 0
      ? [{ group: 'Above the columns', items: [...new Set(above.map(({ label }) => label))].map(asLabel) }]
      : []),
  ]
  const wanted = (field: LayoutField) =>
    isRead(field, draft.row) && (isAll || FIRST.includes(field) || field in draft.fields)
  const first = rowsBehind(rows, draft.headerRow)

  function setSource(field: LayoutField, value: string | null) {
    const { [field]: _before, ...others } = draft.fields
    const fields: LayoutDraft['fields'] = value === null ? others : { ...others, [field]: sourceOf(value) }
    onChange({
      fields,
      ...(field === 'leg' && { legs: guessLegs(textsIn(fields.leg, rowsBehind(rows, draft.headerRow))) }),
    })
  }
  return (
    <section className={styles.pane} aria-label="Our fields">
      <h2>Our fields</h2>
      <div className={styles.fields}>
        {ALL.filter(wanted).map((field) => {
          const source = draft.fields[field]
          return (
            <Select
              key={field}
              size="xs"
              label={LAYOUT_FIELDS[field].title}
              placeholder="Not in the file"
              data={sources}
              searchable
              clearable
              clearButtonProps={{ 'aria-label': `${LAYOUT_FIELDS[field].title} is not in the file` }}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              description={exampleOf(source, first, above)}
              value={source ? valueOf(source) : null}
              onChange={(value) => setSource(field, value)}
            />
          )
        })}
      </div>
      {!draft.fields.invoiceNumber && (
        <Checkbox
          size="xs"
          label="No invoice number in the file"
          description="Invoices are identified by invoice date, or by despatch dates."
          checked={draft.isNumberedByDays}
          onChange={(event) => onChange({ isNumberedByDays: event.currentTarget.checked })}
        />
      )}
      {!isAll && (
        <Button variant="subtle" size="compact-sm" onClick={() => setIsAll(true)}>
          Show all fields
        </Button>
      )}
      <MultiSelect
        size="xs"
        label="Shipper references"
        description="Used to find the order number"
        data={columns}
        searchable
        value={draft.references.map((place) => `c${place}`)}
        onChange={(values) => onChange({ references: values.map((value) => Number(value.slice(1))) })}
      />
      {draft.row !== 'charge' && (
        <Charges
          charges={draft.charges}
          columns={columns}
          names={names}
          onChange={(charges) => onChange({ charges })}
        />
      )}
      <KindsFields rows={rows} draft={draft} columns={columns} onChange={onChange} />
    </section>
  )
}

type ChargesProps = {
  readonly charges: readonly DraftCharge[]
  readonly columns: readonly { readonly value: string; readonly label: string }[]
  readonly names: readonly string[]
  readonly onChange: (charges: readonly DraftCharge[]) => void
}

/** Columns of charges with their categories. */
function Charges({ charges, columns, names, onChange }: ChargesProps) {
  const change = (index: number, part: Partial<DraftCharge>) =>
    onChange(charges.map((charge, at) => (at === index ? { ...charge, ...part } : charge)))
  return (
    <fieldset className={styles.charges}>
      <legend>Charges, net</legend>
      {charges.map(({ place, text, category, namedAt, isTakenOff = false }, index) => (
        <div key={index} className={styles.charge}>
          <Select
            size="xs"
            aria-label={`Column of charge ${index + 1}`}
            placeholder="Column"
            data={columns}
            searchable
            allowDeselect={false}
            value={place < 0 ? null : `c${place}`}
            onChange={(value) => {
              const to = Number(value?.slice(1) ?? -1)
              change(index, namedAt === undefined ? chargeAt(to, names, { charges, index }) : { place: to })
            }}
          />
          {namedAt === undefined ? (
            <>
              <TextInput
                size="xs"
                aria-label={`Name of charge ${index + 1}`}
                maxLength={100}
                value={text}
                onChange={(event) => change(index, { text: event.currentTarget.value })}
              />
              <Select
                size="xs"
                aria-label={`Kind of charge ${index + 1}`}
                data={[...CHARGE_CATEGORIES]}
                searchable
                allowDeselect={false}
                value={category}
                onChange={(value) => change(index, { category: (value ?? 'other') as ChargeCategory })}
              />
            </>
          ) : (
            <Select
              size="xs"
              aria-label={`Column with the name of charge ${index + 1}`}
              data={columns}
              searchable
              allowDeselect={false}
              value={`c${namedAt}`}
              onChange={(value) => change(index, { namedAt: Number(value?.slice(1) ?? namedAt) })}
            />
          )}
          <RemoveRowButton
            label={`Remove charge ${text || index + 1}`}
            onClick={() => onChange(charges.filter((_one, at) => at !== index))}
          />
          {(category === 'discount' || isTakenOff) && (
            <Checkbox
              className={styles.takenOff}
              size="xs"
              label={`${text || 'The discount'} has no minus sign`}
              checked={isTakenOff}
              onChange={(event) => change(index, { isTakenOff: event.currentTarget.checked })}
            />
          )}
        </div>
      ))}
      <AddRowButton
        label="Add charge column"
        onClick={() => onChange([...charges, { place: -1, text: '', category: 'base' }])}
      />
    </fieldset>
  )
}

/** The category of a newly chosen column: by its name, otherwise the base if no other charge is. */
function chargeAt(
  place: number,
  names: readonly string[],
  { charges, index }: { charges: readonly DraftCharge[]; index: number },
): DraftCharge {
  const name = names[place] ?? ''
  const named = categoryOfText(name)
  const hasBase = charges.some(({ category }, at) => at !== index && category === 'base')
  const isBase = named === 'other' && !hasBase
  return { place, text: name || (isBase ? 'Carriage' : `Column ${place + 1}`), category: isBase ? 'base' : named }
}

const asLabel = (label: string) => ({ value: `a${label}`, label })
const valueOf = (source: Source) => ('place' in source ? `c${source.place}` : `a${source.label}`)
const sourceOf = (value: string): Source =>
  value.startsWith('c') ? { place: Number(value.slice(1)) } : { label: value.slice(1) }

/** The first value of the source, so that the user can check it. */
function exampleOf(
  source: Source | undefined,
  rows: readonly FileRow[],
  above: readonly { readonly label: string; readonly value: string }[],
): string | undefined {
  if (!source) return undefined
  const text =
    'place' in source
      ? rows.map(({ cells }) => cells[source.place]?.trim() ?? '').find((cell) => cell !== '')
      : above.find(({ label }) => label === source.label)?.value
  return text === undefined ? 'Empty in the first rows' : text
}
