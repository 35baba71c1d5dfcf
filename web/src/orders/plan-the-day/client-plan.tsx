import { Button } from '@mantine/core'
import type { ClientDayPlan } from '@despatch/contract/orders/plan-the-day/plan-the-day'
import { formatDayShort } from '@despatch/domain/calendar/day'
import { formatCount, formatPrice } from '@despatch/domain/money/money'
import { useState } from 'react'
import fileStyles from '../../kit/form/file.module.css'
import { useStore } from '../../kit/browser/store.ts'
import { session } from '../../kit/session/session-store.ts'
import { Tile } from '../../kit/tile/tile.tsx'
import tileStyles from '../../kit/tile/tile.module.css'
import { OrderTable } from '../order-table.tsx'
import { ordersText } from '../carrier-stops/stop-text.ts'
import { MissedDayDialog } from './missed-day-dialog.tsx'
import { PlacePrices } from './place-prices.tsx'
import { savedText } from './plan-text.ts'
import styles from './plan-the-day.module.css'

type WithPlan = { readonly plan: ClientDayPlan }

const hasPrices = ({ days }: ClientDayPlan) => days.some(({ carriers }) => carriers.some(({ ask }) => ask !== ''))

/** The plans of clients: those with moves first, and those with nothing to gain in one line. */
export function ClientPlans({
  plans,
  mayEdit,
}: {
  readonly plans: readonly ClientDayPlan[]
  readonly mayEdit: boolean
}) {
  const isShown = (plan: ClientDayPlan) => plans.length === 1 || plan.moved > 0 || hasPrices(plan)
  const rest = plans.filter((plan) => !isShown(plan)).map(({ client }) => client)
  return (
    <>
      {plans
        .filter(isShown)
        .toSorted((one, other) => other.moved - one.moved)
        .map((plan) => (
          <ClientPlan key={plan.client} plan={plan} mayEdit={mayEdit} />
        ))}
      {rest.length > 0 && <p className={styles.nothing}>Nothing to gain: {rest.join(', ')}.</p>}
    </>
  )
}

/** A client's plan: its figures, prices of places, and moves with their reasons. */
function ClientPlan({ plan, mayEdit }: WithPlan & { readonly mayEdit: boolean }) {
  return (
    <section className={styles.client} aria-label={`Plan of ${plan.client}`}>
      <h2>{plan.client}</h2>
      <Figures plan={plan} />
      <Settings plan={plan} mayEdit={mayEdit} />
      {!plan.isExact && <p role="note">This is the best plan found in time; a better one may exist.</p>}
      <PlacePrices plan={plan} />
      {plan.moved === 0 ? (
        <p className={styles.nothing}>No order would save enough by moving.</p>
      ) : (
        <>
          <Groups plan={plan} />
          <Moves plan={plan} />
        </>
      )}
    </section>
  )
}

function Figures({ plan: { currency, ...plan } }: WithPlan) {
  return (
    <dl className={tileStyles.tiles}>
      <Tile
        title="Saved"
        value={savedText(plan.saved, currency)}
        definition="What moving orders that have a carrier saves. Negative where their places go to orders without one."
      />
      <Tile
        title="Orders that move"
        value={`${formatCount(plan.moved)} of ${formatCount(plan.orders)}`}
        definition="New and released orders. Orders chosen by hand, fixed to a carrier or being picked stay."
      />
      <Tile
        title="Get a carrier"
        value={formatCount(plan.placed)}
        definition="Orders that had no carrier, and what carrying them costs."
        note={plan.placed > 0 && formatPrice(plan.placedCost, currency)}
      />
      <Tile
        title="Left without"
        value={formatCount(plan.left)}
        definition="Orders that no carrier with free places takes. They count at the cost of a missed day."
      />
    </dl>
  )
}

function Settings({ plan, mayEdit }: WithPlan & { readonly mayEdit: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const isInternal = useStore(session.store, ({ user }) => user?.role.iforce_user === true)
  return (
    <div className={styles.settings}>
      <p>
        Carriage is paid by {plan.paidBy === 'operator' ? 'the operator' : 'the client at cost'}. A missed day costs{' '}
        {formatPrice(plan.missedDayCost, plan.currency)} a parcel.
      </p>
      {mayEdit && isInternal && (
        <Button
          size="compact-xs"
          variant="default"
          aria-label={`Change the cost of a missed day of ${plan.client}`}
          onClick={() => setIsOpen(true)}
        >
          Change…
        </Button>
      )}
      <MissedDayDialog plan={plan} opened={isOpen} onClose={() => setIsOpen(false)} />
    </div>
  )
}

/** Moves by despatch date, carrier left and carrier taken. */
function Groups({ plan }: WithPlan) {
  return (
    <>
      <h3 className={styles.section}>Moves</h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard */}
      <div className={fileStyles.scroll} tabIndex={0} role="group" aria-label="Moves">
        <table className={`${fileStyles.table} ${styles.figures}`} aria-label={`Moves of ${plan.client}`}>
          <thead>
            <tr>
              <th scope="col">Despatch date</th>
              <th scope="col">From</th>
              <th scope="col">To</th>
              <th scope="col" className={fileStyles.number}>
                Orders
              </th>
              <th scope="col" className={fileStyles.number}>
                Saved
              </th>
              <th scope="col">Reason</th>
            </tr>
          </thead>
          <tbody>
            {plan.groups.map(({ day, from, to, orders, saved, reason }) => (
              <tr key={`${day} ${from} ${to} ${reason}`}>
                <th scope="row">{formatDayShort(day)}</th>
                <td>{from ?? 'No carrier'}</td>
                <td>{to}</td>
                <td className={fileStyles.number}>{formatCount(orders)}</td>
                <td className={fileStyles.number}>{from === null ? '' : savedText(saved, plan.currency)}</td>
                <td className={styles.reason}>{reason}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

const PAGE_SIZE = 20

function Moves({ plan }: WithPlan) {
  const [page, setPage] = useState(1)
  const rows = plan.moves.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
  return (
    <details className={fileStyles.details}>
      <summary>{ordersText(plan.moved)} with the reason of each</summary>
      <OrderTable
        label={`Orders that move at ${plan.client}`}
        rows={rows.map(({ orderNumber, reason }) => ({ clientCode: plan.client, orderNumber, cells: [reason] }))}
        page={page}
        pageSize={PAGE_SIZE}
        total={plan.moves.length}
        onPage={setPage}
      />
      {plan.moved > plan.moves.length && <p>The first {formatCount(plan.moves.length)} are listed.</p>}
    </details>
  )
}
