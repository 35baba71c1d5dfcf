import { Checkbox, Select, TagsInput } from '@mantine/core'
import type { BilledDetail } from '@despatch/domain/invoices/invoice'
import { guessCredits, kindsIn } from '@despatch/domain/invoices/column-mapping/guess/guess-kinds'
import { type FileRow, type LayoutDraft, rowsBehind, textsIn } from './layout-draft.ts'
import styles from './studio.module.css'

type KindsFieldsProps = {
  readonly rows: readonly FileRow[]
  readonly draft: LayoutDraft
  readonly columns: readonly { readonly value: string; readonly label: string }[]
  readonly onChange: (part: Partial<LayoutDraft>) => void
}

const LEGS: readonly { readonly value: BilledDetail['leg']; readonly label: string }[] = [
  { value: 'outbound', label: 'Outbound' },
  { value: 'return', label: 'A return' },
  { value: 'adjustment', label: 'An adjustment' },
]

/** Assigns texts of the file to returns, adjustments and credit notes. */
export function KindsFields({ rows, draft, columns, onChange }: KindsFieldsProps) {
  const { legs, credits } = draft
  const behind = rowsBehind(rows, draft.headerRow)
  const legTexts = draft.fields.leg
    ? [...new Set([...Object.keys(legs), ...kindsIn(textsIn(draft.fields.leg, behind))])]
    : []
  const kinds = credits ? kindsIn(textsIn(credits, behind)) : []

  function chooseCredits(value: string | null) {
    if (value === null) return onChange({ credits: null })
    const place = Number(value.slice(1))
    const values = guessCredits(textsIn({ place }, behind))
    onChange({ credits: { place, values, areWrittenPositive: credits?.areWrittenPositive ?? false } })
  }
  return (
    <fieldset className={styles.charges}>
      <legend>Returns and credit notes</legend>
      {legTexts.length > 0 && (
        <div className={styles.fields}>
          {legTexts.map((text) => (
            <Select
              key={text}
              size="xs"
              label={`‘${text}’ is`}
              data={LEGS}
              allowDeselect={false}
              value={legs[text] ?? 'outbound'}
              onChange={(leg) => onChange({ legs: { ...legs, [text]: (leg ?? 'outbound') as BilledDetail['leg'] } })}
            />
          ))}
        </div>
      )}
      <Select
        size="xs"
        label="Document type column"
        placeholder="None (credits are negative)"
        data={columns}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'No document type column' }}
        value={credits ? `c${credits.place}` : null}
        onChange={chooseCredits}
      />
      {credits && (
        <>
          <TagsInput
            size="xs"
            label="Values for credit notes"
            data={kinds}
            maxLength={100}
            maxTags={20}
            value={[...credits.values]}
            onChange={(values) => onChange({ credits: { ...credits, values } })}
            error={credits.values.length === 0 && 'Choose or enter at least one value.'}
          />
          <Checkbox
            size="xs"
            mt="xs"
            label="Credit notes have no minus sign"
            checked={credits.areWrittenPositive}
            onChange={(event) => onChange({ credits: { ...credits, areWrittenPositive: event.currentTarget.checked } })}
          />
        </>
      )}
    </fieldset>
  )
}
