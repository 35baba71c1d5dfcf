import { currencySign } from '@despatch/domain/money/money'
import { useCurrency } from '../../kit/session/use-currency.ts'
import { type PricingMethod, unitLabel } from '@despatch/domain/routing/prices/costing'
import type { ReactNode } from 'react'
import { CountField, FigureField, MoneyField } from '../../kit/form/typed/number-fields.tsx'
import { MatrixGrid } from './matrix/matrix-grid.tsx'
import type { CostingValues, CostingName } from './price-shape.ts'
import styles from './prices.module.css'
import { isCost, KG_DECIMALS, PRICE_DECIMALS } from './typed-price.ts'

type SingleField = Exclude<keyof CostingValues, 'costingMatrix'>

type CostingFieldsProps = {
  readonly which: CostingName
  readonly values: CostingValues
  readonly isMatrix: boolean
  readonly pricingMethod: PricingMethod
  readonly errors: Readonly<Record<string, ReactNode>>
  /** Called with the new costing and the paths whose errors no longer apply. */
  readonly onChange: (which: CostingName, next: CostingValues, paths: readonly string[]) => void
}

/** Edits one costing of a method: its first parcel, and its price, single or by matrix. */
export function CostingFields({ which, values, isMatrix, pricingMethod, errors, onChange }: CostingFieldsProps) {
  const unit = unitLabel(pricingMethod)
  const currency = useCurrency()
  const isPrimary = which === 'primaryCosting'
  const title = isPrimary ? 'Primary costing' : 'Secondary costing'
  function field(name: SingleField, label: string, description?: string) {
    const fieldProps = {
      'data-path': `${which}.${name}`,
      label,
      ...(description !== undefined && { description }),
      inputWrapperOrder: ['label' as const, 'input' as const, 'description' as const, 'error' as const],
      classNames: { input: 'number' },
      value: values[name],
      error: errors[`${which}.${name}`],
      onChange: (text: string) => onChange(which, { ...values, [name]: text }, [`${which}.${name}`, which]),
    }
    if (isCost(name))
      return (
        <MoneyField
          {...fieldProps}
          currency={currency}
          decimals={PRICE_DECIMALS}
          leftSection={<span className={styles.unit}>{currencySign(currency)}</span>}
          leftSectionPointerEvents="none"
        />
      )
    if (name === 'fromParcel') return <CountField isText {...fieldProps} />
    const Field = unit === 'KG' ? FigureField : CountField
    return (
      <Field
        isText
        {...(unit === 'KG' && { decimals: KG_DECIMALS })}
        {...fieldProps}
        rightSection={unit && <span className={styles.unit}>{unit}</span>}
        rightSectionWidth={60}
        rightSectionPointerEvents="none"
      />
    )
  }
  return (
    <section className={styles.costing} aria-label={title}>
      <h2>{title}</h2>
      {errors[which] && (
        <p role="alert" className={styles.error}>
          {errors[which]}
        </p>
      )}
      <div className={styles.charge}>
        {field('fromParcel', 'From parcel', isPrimary ? 'The first parcel in a consignment is 1.' : undefined)}
        {!isMatrix && (
          <>
            {field('baseCost', 'Base cost')}
            {field('incrementalCost', 'Incremental cost')}
            {field('incrementStart', 'Increment start', 'The quantity included in the base cost.')}
            {field('increment', 'Increment', 'Each started increment adds the incremental cost. 0 adds nothing.')}
          </>
        )}
      </div>
      {isMatrix && (
        <MatrixGrid
          which={which}
          title={`${title}: rows`}
          rows={values.costingMatrix}
          pricingMethod={pricingMethod}
          errors={errors}
          onChange={(costingMatrix, paths) => onChange(which, { ...values, costingMatrix }, paths)}
        />
      )}
    </section>
  )
}
