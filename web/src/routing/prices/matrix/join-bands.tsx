import { Button } from '@mantine/core'
import type { PricingMethod } from '@despatch/domain/routing/prices/costing'
import { formatCount } from '@despatch/domain/money/money'
import { useDeferredValue, useMemo } from 'react'
import { joinedRows } from './joined-bands.ts'
import type { RowValues } from '../price-shape.ts'
import styles from '../prices.module.css'

type Given = {
  readonly rows: readonly RowValues[]
  readonly pricingMethod: PricingMethod
  readonly onJoin: (rows: RowValues[]) => void
}

/** Offers to join the bands of a matrix that are written in steps, '70-99.99, 100-299.99'; nothing where there are none. */
export function JoinBands({ rows, pricingMethod, onJoin }: Given) {
  // Typing goes before: what is offered follows.
  const seen = useDeferredValue(rows)
  const joined = useMemo(() => joinedRows(seen, pricingMethod).joined, [seen, pricingMethod])
  if (joined === 0) return null
  return (
    <div className={styles.join} role="status">
      <span>
        {joined === 1 ? '1 row begins' : `${formatCount(joined)} rows begin`} just above where the band below ends: what
        lies between has no price.
      </span>
      <Button size="xs" variant="default" onClick={() => onJoin(joinedRows(rows, pricingMethod).rows)}>
        Join them
      </Button>
    </div>
  )
}
