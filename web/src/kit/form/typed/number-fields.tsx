import { TextInput, type TextInputProps } from '@mantine/core'
import {
  amountShown,
  readTypedCount,
  readTypedFigure,
  readTypedMoney,
  type TypedNumber,
} from '@despatch/domain/money/typed-number'
import { isMoney, moneyText, parseMoney } from '@despatch/domain/money/money'
import { type TypedNumberOptions, useTypedNumber } from './use-typed-number.ts'

type OwnProps = 'value' | 'defaultValue' | 'onChange' | 'inputMode'
type InputProps = Omit<TextInputProps, OwnProps> & Partial<Pick<TypedNumberOptions, 'value' | 'defaultValue'>>

type FieldProps = InputProps &
  Pick<TypedNumberOptions, 'read' | 'show' | 'onChange'> & { readonly mode: 'numeric' | 'decimal' }

/** A text input for a number. Shows an error beneath it once the user leaves it. */
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

/**
 * `onChange` receives a number, or its plain text for a form of texts (`isText`); '' for an empty field. If the text is no valid
 * number, it receives the text as typed, and forms do not send it.
 */
type NumberOutput =
  | { readonly isText?: false; readonly onChange: (value: number | string) => void }
  | { readonly isText: true; readonly onChange: (text: string) => void }

const createOnChange =
  ({ isText, onChange }: NumberOutput, read: (text: string) => TypedNumber) =>
  (text: string) =>
    isText ? onChange(text) : onChange(numberOrText(text, read))

type NumberFieldProps = InputProps & NumberOutput

/** The field for whole numbers, such as pieces, parcels or days. */
export function CountField({ isText, onChange, ...rest }: NumberFieldProps) {
  const onText = createOnChange({ isText, onChange } as NumberOutput, readTypedCount)
  return <NumberField {...rest} mode="numeric" read={readTypedCount} onChange={onText} />
}

type FigureFieldProps = NumberFieldProps & { readonly decimals?: number }

/** The field for decimal numbers, such as weights, lengths, shares or rates. */
export function FigureField({ decimals, isText, onChange, ...rest }: FigureFieldProps) {
  const read = (text: string) => readTypedFigure(text, decimals)
  const onText = createOnChange({ isText, onChange } as NumberOutput, read)
  return <NumberField {...rest} mode="decimal" read={read} onChange={onText} />
}

type MoneyFieldProps = InputProps & {
  /** ISO code, or '' if unknown. */
  readonly currency: string
  /** The maximum number of decimals, by default the currency's. Prices have more. */
  readonly decimals?: number
  /** Receives a decimal text ('1250.00'), or '' for an empty field. */
  readonly onChange: (amount: string) => void
}

/** The field for amounts of money. */
export function MoneyField({ currency, decimals, onChange, ...rest }: MoneyFieldProps) {
  const read = (text: string) => readTypedMoney(text, currency, decimals)
  return (
    <NumberField
      {...rest}
      mode="decimal"
      read={read}
      show={(amount) => amountShown(amount, currency, decimals)}
      // Refused text stays as typed: '1.250' must not become £1.25.
      onChange={(text) => onChange('plain' in read(text) && isMoney(text) ? moneyText(parseMoney(text)) : text)}
    />
  )
}

function numberOrText(text: string, read: (text: string) => TypedNumber): number | string {
  const result = read(text)
  return 'plain' in result && result.plain !== '' ? Number(result.plain) : text
}

/** Focuses the first field whose number cannot be read, and shows its error. Returns whether there is one. */
export function focusUnreadableNumber(form: HTMLElement | null): boolean {
  const field = form?.querySelector<HTMLInputElement>('input[data-refused]')
  if (!field) return false
  // The field shows its error on blur. A user who saves with a key has not left it yet.
  field.blur()
  field.focus()
  field.scrollIntoView({ block: 'nearest' })
  return true
}
