import { Button } from '@mantine/core'
import { formatCount, formatMoney, isMoney } from '@despatch/domain/money/money'
import { useState } from 'react'
import { FigureField, focusUnreadableNumber, MoneyField } from '../../form/typed/number-fields.tsx'
import { FilterChip } from './filter-chip.tsx'
import styles from './filter-chips.module.css'

/** The ends of a range as the address has them; '' if an end is open. */
type Range = { readonly from: string; readonly to: string }
type RangeChipProps = {
  readonly name: string
  /** The unit: 'kg'. */
  readonly unit?: string
  /** The currency, if the range is of money. */
  readonly currency?: string
  readonly value: Range
  readonly most: number
  readonly onChange: (range: Range) => void
}

/** '5 to 10 kg', 'from 5 kg', 'up to 10 kg'; '' if both ends are open. */
export function numberRangeText({ from, to }: Range, unit = ''): string {
  if (from === '' && to === '') return ''
  const text = from === '' ? `up to ${to}` : to === '' ? `from ${from}` : `${from} to ${to}`
  return unit ? `${text} ${unit}` : text
}

/** A filter by a range of numbers or money. */
export function RangeChip({ onChange, ...props }: RangeChipProps) {
  const { name, unit, currency, value } = props
  const endText = (end: string) => (currency !== undefined && isMoney(end) ? formatMoney(end, currency) : end)
  return (
    <FilterChip
      name={name}
      value={numberRangeText({ from: endText(value.from), to: endText(value.to) }, unit)}
      editor={(close) => <Editor {...props} onApply={(range) => (close(), onChange(range))} />}
      onRemove={() => onChange({ from: '', to: '' })}
    />
  )
}

type EditorProps = Omit<RangeChipProps, 'onChange'> & {
  readonly onApply: (range: Range) => void
}

function Editor({ name, unit, currency, value, most, onApply }: EditorProps) {
  const [range, setRange] = useState(value)
  const [error, setError] = useState<string>()
  function field(end: keyof Range, label: string) {
    const fieldProps = {
      label: unit ? `${label} (${unit})` : label,
      value: range[end],
      error: end === 'to' && error,
      onChange(typed: string) {
        setRange((before) => ({ ...before, [end]: typed }))
        setError(undefined)
      },
      ...(end === 'from' && { 'data-autofocus': true }),
    }
    if (currency !== undefined) return <MoneyField {...fieldProps} currency={currency} />
    return <FigureField {...fieldProps} isText decimals={3} />
  }
  function apply(form: HTMLFormElement) {
    if (focusUnreadableNumber(form)) return
    if ([range.from, range.to].some((figure) => Number(figure) < 0 || Number(figure) > most))
      setError(`From 0 to ${formatCount(most)}`)
    else if (range.from !== '' && range.to !== '' && Number(range.to) < Number(range.from))
      setError('The maximum is below the minimum')
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
