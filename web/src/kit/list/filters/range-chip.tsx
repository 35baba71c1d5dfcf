import { Button } from '@mantine/core'
import { formatCount } from '@despatch/domain/money/money'
import { useState } from 'react'
import { FigureField, focusRefused } from '../../form/typed/number-fields.tsx'
import { FilterChip } from './filter-chip.tsx'
import styles from './filter-chips.module.css'

/** The least and the most, as an address has them: each '' where it is open. */
type Range = { readonly from: string; readonly to: string }
type RangeChipProps = {
  readonly name: string
  /** What is counted: 'kg'. */
  readonly unit?: string
  readonly value: Range
  readonly most: number
  readonly onChange: (range: Range) => void
}

/** '5 to 10 kg', 'from 5 kg', 'up to 10 kg'; '' where it is open. */
export function rangeOf({ from, to }: Range, unit = ''): string {
  if (from === '' && to === '') return ''
  const said = from === '' ? `up to ${to}` : to === '' ? `from ${from}` : `${from} to ${to}`
  return unit ? `${said} ${unit}` : said
}

/** A filter that is a range of figures. */
export function RangeChip({ name, unit, value, most, onChange }: RangeChipProps) {
  return (
    <FilterChip
      name={name}
      value={rangeOf(value, unit)}
      editor={(close) => (
        <Editor name={name} unit={unit} value={value} most={most} onApply={(range) => (close(), onChange(range))} />
      )}
      onRemove={() => onChange({ from: '', to: '' })}
    />
  )
}

type EditorProps = Pick<RangeChipProps, 'name' | 'value' | 'most'> & {
  readonly unit: string | undefined
  readonly onApply: (range: Range) => void
}

function Editor({ name, unit, value, most, onApply }: EditorProps) {
  const [range, setRange] = useState(value)
  const [error, setError] = useState<string>()
  const field = (end: keyof Range, label: string) => (
    <FigureField
      label={unit ? `${label} (${unit})` : label}
      decimals={3}
      value={range[end]}
      error={end === 'to' && error}
      onChange={(typed) => {
        setRange((before) => ({ ...before, [end]: String(typed) }))
        setError(undefined)
      }}
      {...(end === 'from' && { 'data-autofocus': true })}
    />
  )
  function apply(form: HTMLFormElement) {
    if (focusRefused(form)) return
    if ([range.from, range.to].some((figure) => Number(figure) < 0 || Number(figure) > most))
      setError(`From 0 to ${formatCount(most)}`)
    else if (range.from !== '' && range.to !== '' && Number(range.to) < Number(range.from))
      setError('The most is below the least')
    else onApply(range)
  }
  return (
    <form
      className={styles.editor}
      noValidate
      aria-label={name}
      onSubmit={(event) => {
        event.preventDefault()
        apply(event.currentTarget)
      }}
    >
      <div className={styles.pair}>
        {field('from', 'At least')}
        {field('to', 'At most')}
      </div>
      <Button type="submit" size="xs">
        Apply
      </Button>
    </form>
  )
}
