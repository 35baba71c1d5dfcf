import type { CarrierCapacity } from '@despatch/contract/routing/capacity/capacity'
import { effectText } from '@despatch/domain/routing/capacity/capacities'
import { formatCount } from '@despatch/domain/money/money'
import { FindingsOf } from '../rule-book/findings-of.tsx'
import { BesideTitle } from '../rule-book/rule-book-link.tsx'
import { BackLink } from '../../kit/record/back-link.tsx'
import { CAPACITY } from './addresses.ts'
import { carrierTitle } from '../active-dates/carrier-values.ts'
import formStyles from '../../kit/form/form.module.css'
import { inForceText } from './capacity-rows.tsx'
import { placeOn, WEEKDAYS } from './capacity-values.ts'
import styles from './capacity.module.css'
import { WeekHead } from './week-head.tsx'

/** A carrier's capacities, read-only. */
export function CapacityFacts({ carrier, whyNot }: { readonly carrier: CarrierCapacity; readonly whyNot: string }) {
  const title = `Capacity of ${carrierTitle(carrier)}`
  const { capacities, use } = carrier
  return (
    <section className={formStyles.body} data-wide aria-label={title}>
      <BackLink paths={[CAPACITY]} />
      <div className={formStyles.titleRow}>
        <h1>{title}</h1>
        <BesideTitle />
      </div>
      <p role="note">{whyNot}</p>
      <FindingsOf kinds={['capacity']} of={carrier.carrier} />
      <table className={styles.capacities} aria-label="Capacities, parcels a day">
        <thead>
          <tr>
            <th scope="col">Counts</th>
            <WeekHead use={use} limitOn={(day) => use.find((one) => one.day === day)?.limit ?? null} />
          </tr>
        </thead>
        <tbody>
          {capacities.map((capacity, place) => {
            const when = effectText({ ...capacity, effectiveFrom: capacity.effectiveDate })
            const days = use.filter(({ day }) => placeOn(capacities, day) === place)
            return (
              <tr key={when} data-in-force={(days[0] !== undefined && days[0] === use[0]) || undefined}>
                <th scope="row">
                  {when.charAt(0).toUpperCase() + when.slice(1)}
                  <span className={styles.inForce}>{inForceText(days, use[0]?.day)}</span>
                </th>
                {capacity.quantityLimit.map((limit, slot) => (
                  <td key={WEEKDAYS[slot]} className="number">
                    {limit === null ? 'No limit' : formatCount(limit)}
                  </td>
                ))}
              </tr>
            )
          })}
        </tbody>
      </table>
      {capacities.length === 0 && <p className={styles.remark}>No capacity limit set.</p>}
    </section>
  )
}
