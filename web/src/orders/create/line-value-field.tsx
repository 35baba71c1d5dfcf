import { TextInput } from '@mantine/core'
import { formatMoney, isMoney, moneyText, parseMoney } from '@despatch/domain/money/money'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { type DraftLine, draftLineValue } from './order-draft.ts'
import styles from './order-lines.module.css'

type LineValueFieldProps = {
  readonly label: string
  readonly line: DraftLine
  readonly price: string | undefined
  readonly onChange: (totalValue: string) => void
  readonly onBlur: () => void
  readonly onKeyDown?: (event: KeyboardEvent) => void
  readonly error?: ReactNode
  readonly path: string
  readonly currency: string
}

/** The value of a line: price times quantity unless another is typed; emptied, it is that again. */
export function LineValueField({
  label,
  line,
  price,
  onChange,
  onBlur,
  onKeyDown,
  error,
  path,
  currency,
}: LineValueFieldProps) {
  // While the field has the focus it shows what was typed, an empty text too.
  const [typed, setTyped] = useState<string>()
  const usual = draftLineValue({ ...line, totalValue: '' }, price)
  const isOwn = line.totalValue !== ''
  const sign = formatMoney('0', currency).replace(/[\d.,\s]/g, '')
  return (
    <TextInput
      aria-label={label}
      data-path={path}
      inputMode="decimal"
      leftSection={sign}
      value={typed ?? (isOwn ? line.totalValue : usual === undefined ? '' : moneyText(usual))}
      error={error}
      inputWrapperOrder={['input', 'description', 'error']}
      description={
        isOwn && usual !== undefined
          ? `Set by hand; the price makes ${formatMoney(moneyText(usual), currency)}`
          : undefined
      }
      styles={{ input: { textAlign: 'right', fontVariantNumeric: 'tabular-nums' } }}
      onFocus={(event) => event.currentTarget.select()}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        const amount = value.trim().replace(sign, '').replaceAll(',', '')
        onChange(usual !== undefined && amount === moneyText(usual) ? '' : amount)
      }}
      onBlur={() => {
        setTyped(undefined)
        const own = line.totalValue ?? ''
        // '0.3' is written out as '0.30'; what has a sign or letters stays as it was typed, with what is wrong.
        if (isMoney(own) && moneyText(parseMoney(own)) !== own) onChange(moneyText(parseMoney(own)))
        onBlur()
      }}
      onKeyDown={onKeyDown}
    />
  )
}

type ShownProps = { readonly line: DraftLine; readonly price: string | undefined; readonly currency: string }

/** The value of a line where none may be typed: price times quantity. */
export function LineValue({ line, price, currency }: ShownProps) {
  const value = draftLineValue({ ...line, totalValue: '' }, price)
  return <div className={styles.shownValue}>{value === undefined ? '' : formatMoney(moneyText(value), currency)}</div>
}
