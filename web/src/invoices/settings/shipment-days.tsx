import type { ReactNode } from 'react'
import { DayField } from '../../kit/form/typed/day-field.tsx'
import { OptionalLabel } from '../../kit/form/optional-label.tsx'
import styles from './agreements.module.css'

type ShipmentDaysProps = {
  readonly from: string
  readonly to: string
  readonly errors: Readonly<Record<string, ReactNode>>
  readonly onChange: (days: { readonly from?: string; readonly to?: string }) => void
}

/** The days of shipment, both included, on which an agreement applies. */
export function ShipmentDays({ from, to, errors, onChange }: ShipmentDaysProps) {
  return (
    <div className={styles.pair}>
      <DayField
        data-path="from"
        label="First despatch date"
        description="Doesn’t apply to earlier parcels"
        value={from}
        error={errors['from']}
        onChange={(day) => onChange({ from: day })}
      />
      <DayField
        data-path="to"
        label={<OptionalLabel>Last despatch date</OptionalLabel>}
        description="Leave empty if it has no end"
        value={to}
        error={errors['to']}
        onChange={(day) => onChange({ to: day })}
      />
    </div>
  )
}
