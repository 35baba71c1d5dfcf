import { useCurrency } from '../../kit/session/use-currency.ts'
import { parcelText } from '@despatch/domain/routing/allocation/decision-labels'
import { gramsOf } from '@despatch/domain/routing/allocation/units'
import { type Day, formatDayShort } from '@despatch/domain/calendar/day'
import { type Pricing, type PricingMethod } from '@despatch/domain/routing/prices/costing'
import { MAX_PARCELS } from '@despatch/domain/routing/prices/cost-curve'
import { type CostPart, explainCost } from '@despatch/domain/routing/prices/explain-cost'
import { costLabel, quantityText } from '@despatch/domain/routing/prices/price-text'
import { useState } from 'react'
import { CountField, FigureField } from '../../kit/form/typed/number-fields.tsx'
import type { ReadableRows } from './price-body.ts'
import styles from './prices.module.css'

type CostCalculatorProps = {
  readonly pricing: Pricing
  readonly day: Day
  /** The positions of the valid matrix rows in the form (from 0), if some are invalid. */
  readonly rows?: ReadableRows | undefined
}

/** Calculates a consignment's cost on a day and shows the bands that apply. */
export function CostCalculator({ pricing, day, rows }: CostCalculatorProps) {
  const [parcels, setParcels] = useState<number | string>(1)
  const [weight, setWeight] = useState<number | string>(1)
  const byWeight = pricing.pricingMethod === 'By Weight Matrix'
  const count = Number(parcels)
  const currency = useCurrency()
  const isAsked = Number.isInteger(count) && count >= 1 && count <= MAX_PARCELS && (!byWeight || Number(weight) > 0)
  const explained =
    isAsked &&
    explainCost(
      pricing,
      day,
      Array.from({ length: count }, () => (byWeight ? gramsOf(Number(weight)) : 1000)),
      currency,
    )
  return (
    <section className={styles.calculator} aria-label="Price calculator">
      <h2>Price calculator</h2>
      <div className={styles.asked}>
        <CountField label="Parcels" size="xs" w={88} value={parcels} onChange={setParcels} />
        {byWeight && <FigureField label="KG each" size="xs" w={104} decimals={3} value={weight} onChange={setWeight} />}
        <output className={styles.answer} aria-live="polite">
          {!explained ? (
            'Enter the number of parcels' + (byWeight ? ' of what weight.' : '.')
          ) : explained.cost === null ? (
            `No price on ${formatDayShort(day)}. ${explained.why}`
          ) : (
            <>
              <strong>{costLabel(explained.cost, currency)}</strong>
              {explained.parts.map((part) => (
                <span key={`${part.costing} ${part.quantity}`}>
                  {partText(part, pricing.pricingMethod, rows, currency)}
                </span>
              ))}
            </>
          )}
        </output>
      </div>
    </section>
  )
}

/** 'Primary, row 2, 3 kg: £4.50 and 4 × £0.25'; '3 parcels of 3 kg' if each is charged. */
function partText(part: CostPart, method: PricingMethod, rows: ReadableRows | undefined, currency: string): string {
  const { costing, row, quantity, parcels, charge, increments } = part
  const which = costing === 'primary' ? 'Primary' : 'Secondary'
  const where = row === null ? which : `${which}, row ${(rows?.[costing][row] ?? row) + 1}`
  const more = increments > 0 ? ` and ${increments} × ${costLabel(charge.incrementalCost, currency)}` : ''
  const what = quantityText(method, quantity)
  const of = parcels === null ? what : `${parcelText(parcels)} of ${what}`
  const each = parcels !== null && parcels > 1 ? ' each' : ''
  return `${where}, ${of}: ${costLabel(charge.baseCost, currency)}${more}${each}`
}
