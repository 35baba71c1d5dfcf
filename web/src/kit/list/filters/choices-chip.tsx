import { Button, Checkbox, SegmentedControl, TextInput } from '@mantine/core'
import { formatCount } from '@despatch/domain/money/money'
import { useState } from 'react'
import { FilterChip } from './filter-chip.tsx'
import styles from './filter-chips.module.css'

export type ChoiceOption = { readonly value: string; readonly label: string; readonly count?: number | undefined }
type ChoicesValue = { readonly values: readonly string[]; readonly isNot: boolean }

type ChoicesChipProps = {
  readonly name: string
  readonly values: readonly string[]
  /** All except these. Without it, the filter cannot be inverted. */
  readonly isNot?: boolean
  readonly options: readonly ChoiceOption[]
  readonly onChange: (chosen: ChoicesValue) => void
}

/** A filter by several values, or by all except these, with the number of rows for each. */
export function ChoicesChip({ name, options, values, isNot, onChange }: ChoicesChipProps) {
  const labelOf = (value: string) => options.find((option) => option.value === value)?.label ?? value
  const chosen = values.map(labelOf).join(', ')
  return (
    <FilterChip
      name={name}
      value={chosen && isNot ? `not ${chosen}` : chosen}
      editor={(close) => (
        <ChoicesEditor
          name={name}
          options={[...options, ...values.filter((one) => !options.some(({ value }) => value === one)).map(toOption)]}
          chosen={{ values, isNot: isNot ?? false }}
          canInvert={isNot !== undefined}
          onApply={(chosen) => {
            close()
            onChange(chosen)
          }}
        />
      )}
      onRemove={() => onChange({ values: [], isNot: false })}
    />
  )
}

const toOption = (value: string): ChoiceOption => ({ value, label: value, count: 0 })

/** Longer lists of values have a search field. */
const MAX_WITHOUT_SEARCH = 12

type EditorProps = {
  readonly name: string
  readonly options: readonly ChoiceOption[]
  readonly chosen: ChoicesValue
  readonly canInvert: boolean
  readonly onApply: (chosen: ChoicesValue) => void
}

function ChoicesEditor({ name, options, chosen, canInvert, onApply }: EditorProps) {
  const [values, setValues] = useState([...chosen.values])
  const [isNot, setIsNot] = useState(chosen.isNot)
  const [wanted, setWanted] = useState('')
  const shown = options.filter(
    ({ value, label }) => values.includes(value) || label.toLowerCase().includes(wanted.trim().toLowerCase()),
  )
  return (
    <form
      className={styles.editor}
      onSubmit={(event) => {
        event.preventDefault()
        onApply({ values, isNot: isNot && values.length > 0 })
      }}
    >
      {canInvert && (
        <SegmentedControl
          size="xs"
          aria-label={`Whether ${name.toLowerCase()} is one of these`}
          data={[
            { value: 'is', label: 'Is' },
            { value: 'not', label: 'Is not' },
          ]}
          value={isNot ? 'not' : 'is'}
          onChange={(value) => setIsNot(value === 'not')}
        />
      )}
      {options.length === 0 && <p className={styles.none}>No orders to choose from.</p>}
      {options.length > MAX_WITHOUT_SEARCH && (
        <TextInput
          size="xs"
          aria-label={`Find a ${name.toLowerCase()}`}
          placeholder="Find…"
          value={wanted}
          onChange={(event) => setWanted(event.currentTarget.value)}
        />
      )}
      <Checkbox.Group value={values} onChange={setValues} aria-label={name}>
        <div className={styles.options}>
          {shown.map(({ value, label, count }) => (
            <Checkbox
              key={value}
              size="xs"
              value={value}
              label={count === undefined ? label : `${label} (${formatCount(count)})`}
            />
          ))}
        </div>
      </Checkbox.Group>
      <Button type="submit" size="xs">
        Apply
      </Button>
    </form>
  )
}
