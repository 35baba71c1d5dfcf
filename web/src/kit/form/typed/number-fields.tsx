import { TextInput, type TextInputProps } from '@mantine/core'
import {
  amountShown,
  readTypedCount,
  readTypedFigure,
  readTypedMoney,
  type TypedNumber,
} from '@despatch/domain/money/typed-number'
import { isMoney, moneyText, parseMoney } from '@despatch/domain/money/money'
import { type TypedNumberGiven, useTypedNumber } from './use-typed-number.ts'

type OwnProps = 'value' | 'defaultValue' | 'onChange' | 'inputMode'
type InputProps = Omit<TextInputProps, OwnProps> & Partial<Pick<TypedNumberGiven, 'value' | 'defaultValue'>>

type FieldProps = InputProps &
  Pick<TypedNumberGiven, 'read' | 'show' | 'onChange'> & { readonly mode: 'numeric' | 'decimal' }

/** A text in which a number is typed; what is refused of it is said beneath it once it is left. */
function NumberField({ value, defaultValue, onChange, read, show, mode, error, onBlur, styles, ...rest }: FieldProps) {
  const typed = useTypedNumber({ value, defaultValue, read, onChange, ...(show && { show }) })
  return (
    <TextInput
      autoComplete="off"
      styles={styles ?? { input: { fontVariantNumeric: 'tabular-nums' } }}
      {...rest}
      inputMode={mode}
      value={typed.text}
      error={typed.problem || error}
      data-refused={typed.refused}
      onChange={(event) => typed.type(event.currentTarget.value)}
      onBlur={(event) => {
        typed.leave()
        onBlur?.(event)
      }}
    />
  )
}

/** What a field gives: a number, or its plain text to a form of texts (`isText`); the text as it was typed where it is refused, which no form sends as long as it stands there; '' when it is emptied. */
type Gives =
  | { readonly isText?: false; readonly onChange: (value: number | string) => void }
  | { readonly isText: true; readonly onChange: (text: string) => void }

const giving =
  ({ isText, onChange }: Gives, read: (text: string) => TypedNumber) =>
  (text: string) =>
    isText ? onChange(text) : onChange(numberOrText(text, read))

type NumberFieldProps = InputProps & Gives

/** Pieces, parcels, days: the one field for what is counted. */
export function CountField({ isText, onChange, ...rest }: NumberFieldProps) {
  const give = giving({ isText, onChange } as Gives, readTypedCount)
  return <NumberField {...rest} mode="numeric" read={readTypedCount} onChange={give} />
}

type FigureFieldProps = NumberFieldProps & { readonly decimals?: number }

/** A weight, a length, a share, a rate: the one field for other figures. */
export function FigureField({ decimals, isText, onChange, ...rest }: FigureFieldProps) {
  const read = (text: string) => readTypedFigure(text, decimals)
  return <NumberField {...rest} mode="decimal" read={read} onChange={giving({ isText, onChange } as Gives, read)} />
}

type MoneyFieldProps = InputProps & {
  /** '' where it is not known. */
  readonly currency: string
  /** How many decimals it may have, where that is not what its currency has: prices are finer. */
  readonly decimals?: number
  /** Gets a decimal text ('1250.00'), '' when it is emptied. */
  readonly onChange: (amount: string) => void
}

/** The one field for money. */
export function MoneyField({ currency, decimals, onChange, ...rest }: MoneyFieldProps) {
  const read = (text: string) => readTypedMoney(text, currency, decimals)
  return (
    <NumberField
      {...rest}
      mode="decimal"
      read={read}
      show={(amount) => amountShown(amount, currency, decimals)}
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
