import { formatMoney, isMoney, moneyText, parseMoney } from '@despatch/domain/money/money'
import type { KeyboardEvent, ReactNode } from 'react'
import { MoneyField } from '../../kit/form/typed/number-fields.tsx'
import { type DraftLine, draftLineValue, isCalculatedValue } from './order-draft.ts'
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

/** Value of a line: price times quantity unless typed; emptied, it is calculated again. */
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
  const calculated = draftLineValue({ ...line, totalValue: '' }, price)
  const isOwn = line.totalValue !== ''
  const sign = formatMoney('0', currency).replace(/[\d.,\s]/g, '')
  return (
    <MoneyField
      aria-label={label}
      data-path={path}
      currency={currency}
      // The decimals that an order's line may have in any currency.
      decimals={2}
      leftSection={sign}
      value={isOwn ? line.totalValue : calculated === undefined ? '' : moneyText(calculated)}
      error={error}
      inputWrapperOrder={['input', 'description', 'error']}
      description={
        isOwn && calculated !== undefined && !isCalculatedValue(line, price)
          ? `Set by hand; the price gives ${formatMoney(moneyText(calculated), currency)}`
          : undefined
      }
      styles={{ input: { textAlign: 'right', fontVariantNumeric: 'tabular-nums' } }}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(amount) =>
        onChange(calculated !== undefined && isMoney(amount) && parseMoney(amount) === calculated ? '' : amount)
      }
      onBlur={onBlur}
      onKeyDown={onKeyDown}
    />
  )
}

type ShownProps = { readonly line: DraftLine; readonly price: string | undefined; readonly currency: string }

/** Calculated value of a line, if none may be typed. */
export function LineValue({ line, price, currency }: ShownProps) {
  const value = draftLineValue({ ...line, totalValue: '' }, price)
  return <div className={styles.shownValue}>{value === undefined ? '' : formatMoney(moneyText(value), currency)}</div>
}
