import { NumberInput } from '@mantine/core'
import { costText, gramsOf } from '@despatch/domain/allocation/units'
import { type Day, formatDayShort } from '@despatch/domain/calendar/day'
import { type Pricing, type PricingMethod, unitLabel } from '@despatch/domain/costing/costing'
import { formatMoney } from '@despatch/domain/money/money'
import { type CostPart, explainCost } from '@despatch/domain/prices/explain-cost'
import { writtenQuantity } from '@despatch/domain/prices/written-pricing'
import { useState } from 'react'
import styles from './prices.module.css'

/** A consignment of the product has no more. */
const MOST_PARCELS = 1000
const money = (cost: number) => formatMoney(costText(cost))

type Given = { readonly pricing: Pricing; readonly day: Day }

/** What a consignment of some parcels would cost on a day, and which bands say so. */
export function CostCalculator({ pricing, day }: Given) {
  const [parcels, setParcels] = useState<number | string>(1)
  const [weight, setWeight] = useState<number | string>(1)
  const byWeight = pricing.pricingMethod === 'By Weight Matrix'
  const count = Number(parcels)
  const isAsked = Number.isInteger(count) && count >= 1 && count <= MOST_PARCELS && (!byWeight || Number(weight) > 0)
  const explained =
    isAsked &&
    explainCost(
      pricing,
      day,
      Array.from({ length: count }, () => (byWeight ? gramsOf(Number(weight)) : 1000)),
    )
  return (
    <section className={styles.calculator} aria-label="What would it cost?">
      <h2>What would it cost?</h2>
      <div className={styles.asked}>
        <NumberInput
          label="Parcels"
          size="xs"
          w={88}
          min={1}
          max={MOST_PARCELS}
          allowDecimal={false}
          value={parcels}
          onChange={setParcels}
        />
        {byWeight && (
          <NumberInput
            label="KG each"
            size="xs"
            w={104}
            min={0}
            max={100_000}
            decimalScale={3}
            value={weight}
            onChange={setWeight}
          />
        )}
        <output className={styles.answer} aria-live="polite">
          {!explained ? (
            'Say how many parcels' + (byWeight ? ' of what weight.' : '.')
          ) : explained.cost === null ? (
            `No price on ${formatDayShort(day)}. ${explained.why}`
          ) : (
            <>
              <strong>{money(explained.cost)}</strong>
              {explained.parts.map((part) => (
                <span key={part.costing}>{partWords(part, pricing.pricingMethod)}</span>
              ))}
            </>
          )}
        </output>
      </div>
    </section>
  )
}

/** 'Primary, row 2, 3 KG: £4.50 and 4 × £0.25' */
function partWords({ costing, row, quantity, charge, increments }: CostPart, method: PricingMethod): string {
  const which = costing === 'primary' ? 'Primary' : 'Secondary'
  const where = row === null ? which : `${which}, row ${row + 1}`
  const unit = unitLabel(method) === 'KG' ? 'KG' : quantity === 1 ? 'parcel' : 'parcels'
  const more = increments > 0 ? ` and ${increments} × ${money(charge.incrementalCost)}` : ''
  return `${where}, ${writtenQuantity(method, quantity)} ${unit}: ${money(charge.baseCost)}${more}`
}
