import { Button } from '@mantine/core'
import { formatCount, formatMoney, isMoney } from '@despatch/domain/money/money'
import { useState } from 'react'
import { FigureField, focusUnreadableNumber, MoneyField } from '../../form/typed/number-fields.tsx'
import { FilterChip } from './filter-chip.tsx'
import styles from './filter-chips.module.css'

/** The least and the most, as an address has them: each '' where it is open. */
type Range = { readonly from: string; readonly to: string }
type RangeChipProps = {
  readonly name: string
  /** What is counted: 'kg'. */
  readonly unit?: string
  /** The currency of what is money. */
  readonly currency?: string
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
export function RangeChip({ onChange, ...given }: RangeChipProps) {
  const { name, unit, currency, value } = given
  const said = (end: string) => (currency !== undefined && isMoney(end) ? formatMoney(end, currency) : end)
  return (
    <FilterChip
      name={name}
      value={rangeOf({ from: said(value.from), to: said(value.to) }, unit)}
      editor={(close) => <Editor {...given} onApply={(range) => (close(), onChange(range))} />}
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
    const given = {
      label: unit ? `${label} (${unit})` : label,
      value: range[end],
      error: end === 'to' && error,
      onChange(typed: string) {
        setRange((before) => ({ ...before, [end]: typed }))
        setError(undefined)
      },
      ...(end === 'from' && { 'data-autofocus': true }),
    }
    if (currency !== undefined) return <MoneyField {...given} currency={currency} />
    return <FigureField {...given} isText decimals={3} />
  }
  function apply(form: HTMLFormElement) {
    if (focusUnreadableNumber(form)) return
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
