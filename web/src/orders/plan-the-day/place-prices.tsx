import type { CarrierDay, ClientDayPlan } from '@despatch/contract/orders/plan-the-day/plan-the-day'
import { formatCount, formatPrice } from '@despatch/domain/money/money'
import { weekdayText } from '@despatch/domain/routing/allocation/decision-labels'
import fileStyles from '../../kit/form/file.module.css'
import styles from './plan-the-day.module.css'

/** What to ask carriers for: the dearest places. */
const MAX_ASKS = 5

/** The price of a place by carrier and despatch date, with the parcels before and after; and what to ask for. */
export function PlacePrices({ plan }: { readonly plan: ClientDayPlan }) {
  const { days, currency } = plan
  const names = new Map(days.flatMap(({ carriers }) => carriers.map((one) => [one.carrier, one.carrierName] as const)))
  if (names.size === 0) return <p className={styles.nothing}>No carrier has a limit on these dates.</p>
  const asks = days
    .flatMap(({ carriers }) => carriers)
    .filter(({ ask }) => ask !== '')
    .toSorted((one, other) => Number(other.price) - Number(one.price))
  return (
    <>
      <h3 className={styles.section}>Price of a place</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard */}
      <div className={fileStyles.scroll} tabIndex={0} role="group" aria-label="Price of a place">
        <table className={`${fileStyles.table} ${styles.prices}`} aria-label={`Prices of places of ${plan.client}`}>
          <thead>
            <tr>
              <th scope="col">Carrier</th>
              {days.map(({ day }) => (
                <th key={day} scope="col">
                  {weekdayText(day)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...names].map(([carrier, name]) => (
              <tr key={carrier}>
                <th scope="row">{name}</th>
                {days.map(({ day, carriers }) => (
                  <Place key={day} of={carriers.find((one) => one.carrier === carrier)} currency={currency} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {asks.length > 0 && (
        <ul className={styles.asks} aria-label={`What to ask carriers for at ${plan.client}`}>
          {asks.slice(0, MAX_ASKS).map(({ ask }) => (
            <li key={ask}>{ask}.</li>
          ))}
        </ul>
      )}
      {!plan.arePricesExact && asks.length > 0 && (
        <p className={fileStyles.remark}>
          Some orders have several parcels, so a single further place may be worth less than its price.
        </p>
      )}
    </>
  )
}

function Place({ of, currency }: { readonly of: CarrierDay | undefined; readonly currency: string }) {
  if (!of) return <td className={styles.free}>No limit</td>
  const isWorth = of.ask !== ''
  const use = of.before === of.after ? formatCount(of.after) : `${formatCount(of.before)} → ${formatCount(of.after)}`
  return (
    <td className={isWorth ? styles.worth : styles.free}>
      <span className={styles.price}>{of.after < of.limit && !isWorth ? 'Free' : formatPrice(of.price, currency)}</span>
      <span className={styles.use}>
        {use} of {formatCount(of.limit)}
      </span>
    </td>
  )
}
