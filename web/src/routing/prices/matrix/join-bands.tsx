import { Button } from '@mantine/core'
import type { PricingMethod } from '@despatch/domain/routing/prices/costing'
import { useDeferredValue, useEffect, useMemo, useRef } from 'react'
import { joinedRows, joinText } from './joined-bands.ts'
import type { RowValues } from '../price-shape.ts'
import styles from '../prices.module.css'

type JoinBandsProps = {
  readonly rows: readonly RowValues[]
  readonly pricingMethod: PricingMethod
  readonly onJoin: (rows: RowValues[]) => void
  /** Called once the button has gone with what it joined, and the focus with it. */
  readonly onGone: () => void
}

/** Offers to join the bands of a matrix that are written in steps, '70-99.99, 100-299.99'; nothing where there are none. */
export function JoinBands({ rows, pricingMethod, onJoin, onGone }: JoinBandsProps) {
  // Typing goes before: what is offered follows.
  const seen = useDeferredValue(rows)
  const offer = useMemo(() => joinedRows(seen, pricingMethod), [seen, pricingMethod])
  const isPressed = useRef(false)
  const isOffered = offer.joined > 0
  useEffect(() => {
    if (isOffered || !isPressed.current) return
    isPressed.current = false
    onGone()
  }, [isOffered, onGone])
  if (!isOffered) return null
  return (
    <div className={styles.join} role="status">
      <span>{joinText(offer, pricingMethod)}</span>
      <Button
        size="xs"
        variant="default"
        onClick={() => {
          isPressed.current = true
          onJoin(joinedRows(rows, pricingMethod).rows)
        }}
      >
        Join them
      </Button>
    </div>
  )
}
