import { TextInput, type TextInputProps } from '@mantine/core'
import { readTypedCount, readTypedFigure, readTypedMoney, type TypedNumber } from '@despatch/domain/money/typed-number'
import { isMoney, moneyText, parseMoney } from '@despatch/domain/money/money'
import { useState } from 'react'

type OwnProps = 'value' | 'defaultValue' | 'onChange' | 'inputMode'
type NumberFieldProps<Value> = Omit<TextInputProps, OwnProps> & {
  /** What it shows; null is empty. Without it the field begins with `defaultValue` and keeps what is typed itself. */
  readonly value?: string | number | null | undefined
  readonly defaultValue?: string | number | null | undefined
  /** Gets what was read; the text itself where it cannot be read, which no form sends as long as it stands there. */
  readonly onChange: (value: Value) => void
}

type FieldProps = NumberFieldProps<string> & {
  readonly read: (text: string) => TypedNumber
  readonly mode: 'numeric' | 'decimal'
}

/**
 * A text in which a number is typed. It stays as it was typed while the field has the focus, an empty one too; what cannot be
 * read, or can be read in two ways, is refused beneath it once the field is left (`data-refused`: see {@link focusRefused}).
 */
function NumberField({ value, defaultValue, onChange, read, mode, error, onBlur, styles, ...rest }: FieldProps) {
  const [own, setOwn] = useState(defaultValue)
  const [typed, setTyped] = useState<string>()
  const now = String((value === undefined ? own : value) ?? '')
  const text = typed ?? now
  const result = read(text)
  const problem = 'problem' in result ? result.problem : undefined
  return (
    <TextInput
      autoComplete="off"
      styles={styles ?? { input: { fontVariantNumeric: 'tabular-nums' } }}
      {...rest}
      inputMode={mode}
      value={text}
      error={(typed === undefined && problem) || error}
      data-refused={problem}
      onChange={({ currentTarget: { value: next } }) => {
        setTyped(next)
        const plain = read(next)
        const given = 'plain' in plain ? plain.plain : next
        setOwn(given)
        onChange(given)
      }}
      onBlur={(event) => {
        setTyped(undefined)
        onBlur?.(event)
      }}
    />
  )
}

/** Pieces, parcels, days: the one field for what is counted. It gives a whole number, '' when it is emptied. */
export function CountField({ onChange, ...rest }: NumberFieldProps<number | string>) {
  return (
    <NumberField
      {...rest}
      mode="numeric"
      read={readTypedCount}
      onChange={(text) => onChange(numberOrText(text, readTypedCount))}
    />
  )
}

type FigureFieldProps = NumberFieldProps<number | string> & { readonly decimals?: number }

/** A weight, a length, a share: the one field for other figures. It gives a number, '' when it is emptied. */
export function FigureField({ decimals, onChange, ...rest }: FigureFieldProps) {
  const read = (text: string) => readTypedFigure(text, decimals)
  return <NumberField {...rest} mode="decimal" read={read} onChange={(text) => onChange(numberOrText(text, read))} />
}

type MoneyFieldProps = NumberFieldProps<string> & {
  /** '' where it is not known. */
  readonly currency: string
  /** How many decimals it may have, where that is not what its currency has: prices are finer. */
  readonly decimals?: number
}

/** The one field for money. It gives a decimal text ('1250.00'), '' when it is emptied. */
export function MoneyField({ currency, decimals, onChange, ...rest }: MoneyFieldProps) {
  const read = (text: string) => readTypedMoney(text, currency, decimals)
  return (
    <NumberField
      {...rest}
      mode="decimal"
      read={read}
      // What is refused stands as it was typed: '1.250' is not written out as £1.25.
      onChange={(text) => onChange('plain' in read(text) && isMoney(text) ? moneyText(parseMoney(text)) : text)}
    />
  )
}

function numberOrText(text: string, read: (text: string) => TypedNumber): number | string {
  const result = read(text)
  return 'plain' in result && result.plain !== '' ? Number(result.plain) : text
}

/** Puts the focus into the first number that cannot be read, which then says so. Gives whether there is one. */
export function focusRefused(form: HTMLElement | null): boolean {
  const field = form?.querySelector<HTMLInputElement>('input[data-refused]')
  if (!field) return false
  // It says what is wrong with it when it is left: whoever saves by a key is still in it.
  field.blur()
  field.focus()
  field.scrollIntoView({ block: 'nearest' })
  return true
}
