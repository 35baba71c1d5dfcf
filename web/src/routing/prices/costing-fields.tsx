import { currencySign } from '@despatch/domain/money/money'
import { useCurrency } from '../../kit/session/use-currency.ts'
import { TextInput } from '@mantine/core'
import { type PricingMethod, unitLabel } from '@despatch/domain/routing/prices/costing'
import type { ReactNode } from 'react'
import { MatrixGrid } from './matrix/matrix-grid.tsx'
import type { CostingValues, Which } from './price-shape.ts'
import styles from './prices.module.css'

type SingleField = Exclude<keyof CostingValues, 'costingMatrix'>

type CostingFieldsProps = {
  readonly which: Which
  readonly values: CostingValues
  readonly isMatrix: boolean
  readonly pricingMethod: PricingMethod
  readonly errors: Readonly<Record<string, ReactNode>>
  /** Gets the costing as it is now, and the paths whose errors are no more what was typed there. */
  readonly onChange: (which: Which, next: CostingValues, paths: readonly string[]) => void
}

/** One costing of a method: from which parcel on, and what it costs, single or by a matrix. */
export function CostingFields({ which, values, isMatrix, pricingMethod, errors, onChange }: CostingFieldsProps) {
  const unit = unitLabel(pricingMethod)
  const sign = currencySign(useCurrency())
  const isPrimary = which === 'primaryCosting'
  const title = isPrimary ? 'Primary costing' : 'Secondary costing'
  const field = (name: SingleField, label: string, beside: string, description?: string) => (
    <TextInput
      data-path={`${which}.${name}`}
      label={label}
      {...(description !== undefined && { description })}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...(beside === sign
        ? { leftSection: <span className={styles.unit}>{sign}</span>, leftSectionPointerEvents: 'none' as const }
        : beside && { rightSection: <span className={styles.unit}>{beside}</span>, rightSectionWidth: 60 })}
      rightSectionPointerEvents="none"
      inputMode="decimal"
      autoComplete="off"
      classNames={{ input: 'number' }}
      value={values[name]}
      error={errors[`${which}.${name}`]}
      onChange={(event) =>
        onChange(which, { ...values, [name]: event.currentTarget.value }, [`${which}.${name}`, which])
      }
    />
  )
  return (
    <section className={styles.costing} aria-label={title}>
      <h2>{title}</h2>
      {errors[which] && (
        <p role="alert" className={styles.error}>
          {errors[which]}
        </p>
      )}
      <div className={styles.charge}>
        {field('fromParcel', 'From parcel', '', isPrimary ? 'The first parcel of a consignment is 1.' : undefined)}
        {!isMatrix && (
          <>
            {field('baseCost', 'Base cost', sign)}
            {field('incrementalCost', 'Incremental cost', sign)}
            {field('incrementStart', 'Increment start', unit, 'The quantity included in the base cost.')}
            {field('increment', 'Increment', unit, 'Each started increment adds the incremental cost; 0 adds nothing.')}
          </>
        )}
      </div>
      {isMatrix && (
        <MatrixGrid
          which={which}
          title={`${title}: rows`}
          rows={values.costingMatrix}
          unit={unit}
          errors={errors}
          onChange={(costingMatrix, paths) => onChange(which, { ...values, costingMatrix }, paths)}
        />
      )}
    </section>
  )
}
