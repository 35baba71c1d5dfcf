import { FIGURES } from '@despatch/domain/reports/figures'
import { addDays } from '@despatch/domain/calendar/day'
import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { INVOICE_SCREENS } from '../../invoices/addresses.ts'
import { amountText } from '../../invoices/invoice-text.ts'
import { accrualsOf, NO_REQUIRED_FILTER, requiredOf } from '../../invoices/still-to-be-billed/required-queries.ts'
import { operatorToday } from '../../kit/browser/clock.ts'
import { Sparkline } from '../../kit/chart/sparkline.tsx'
import { useStore } from '../../kit/browser/store.ts'
import { entryOf } from '../../kit/navigation/menu-keys.ts'
import { isPathOpenTo } from '../../kit/navigation/screen-access.ts'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { session } from '../../kit/session/session-store.ts'
import { countChange, pointsText, sharePoint, shareText } from '../../kit/tile/change-text.ts'
import type { GoodWhen } from '../../kit/tile/change-verdict.ts'
import { Change } from '../../kit/tile/tile.tsx'
import { amountChange, onTimeShare } from '../../reports/figure-text.ts'
import { useCarriers, useKeyMetrics } from '../../reports/report-queries.ts'
import { lastWeek } from '../../reports/report-search.ts'
import styles from './home-figures.module.css'

const CARRIERS = entryOf('reportsAndEnquiries.carrierDashboard').path
const METRICS = entryOf('managementReports.keyMetrics').path

/** Figures of the last week against the week before, of the reports that the user may open. Each links to its report. */
export function HomeFigures() {
  const state = useStore(session.store)
  const [hasCarriers, hasMetrics, hasUnbilled] = [CARRIERS, METRICS, INVOICE_SCREENS.required].map((path) =>
    isPathOpenTo(state, path),
  )
  if (!hasCarriers && !hasMetrics && !hasUnbilled) return null
  return (
    <section aria-labelledby="figures">
      <div className={styles.head}>
        <h2 id="figures">Last week</h2>
        <span>vs the week before</span>
      </div>
      <ul className={styles.figures}>
        {hasCarriers && <ParcelFigures />}
        {hasMetrics && <OrdersFigure />}
        {hasUnbilled && <UnbilledFigure />}
      </ul>
    </section>
  )
}

/** On time and late parcels, as Carrier Dashboard counts them. */
function ParcelFigures() {
  const { data } = useCarriers({ ...lastWeek(), carrier: '', service: '', region: '' })
  const { now, before, weeks = [] } = data ?? {}
  const share = now && onTimeShare(now)
  return (
    <>
      <Figure
        title={FIGURES.parcelsOnTime.title}
        value={share && shareText(share.hits, share.of)}
        change={share && before ? pointsText(share, onTimeShare(before)) : ''}
        goodWhen="up"
        trend={weeks.map((week) => sharePoint(onTimeShare(week)))}
        to={CARRIERS}
      />
      <Figure
        title={FIGURES.parcelsLate.title}
        value={now && formatCount(now.late)}
        change={now && before ? countChange(now.late, before.late) : ''}
        goodWhen="down"
        trend={weeks.map(({ late }) => late)}
        to={CARRIERS}
      />
    </>
  )
}

/** Orders received, as Key Metrics counts them. */
function OrdersFigure() {
  const { data } = useKeyMetrics(lastWeek())
  return (
    <Figure
      title={FIGURES.ordersReceived.title}
      value={data && formatCount(data.now.orders)}
      change={data?.before ? countChange(data.now.orders, data.before.orders) : ''}
      trend={data?.weeks.map(({ orders }) => orders)}
      to={METRICS}
    />
  )
}

/** What carriers have not billed yet, today and a week ago. */
function UnbilledFigure() {
  const { data } = useQuery(requiredOf(NO_REQUIRED_FILTER))
  const { data: before } = useQuery(requiredOf({ ...NO_REQUIRED_FILTER, asOf: addDays(operatorToday(), -7) }))
  // In the currency of most parcels.
  const [now, earlier] = [data, before].map((answer) => answer && accrualsOf(answer.required)[0])
  return (
    <Figure
      title="Unbilled now"
      value={now && amountText(now.amount, now.currency)}
      change={now && earlier && now.currency === earlier.currency ? amountChange(now.amount, earlier.amount) : ''}
      to={INVOICE_SCREENS.required}
    />
  )
}

type FigureProps = {
  readonly title: string
  /** Undefined until it is loaded. */
  readonly value: string | undefined
  /** '+1.4 points', 'No change'; empty if there is nothing to compare with. */
  readonly change: string
  readonly goodWhen?: GoodWhen
  /** The last thirteen weeks, oldest first. */
  readonly trend?: readonly (number | null)[] | undefined
  readonly to: string
}

function Figure({ title, value, change, goodWhen = 'none', trend = [], to }: FigureProps) {
  return (
    <li>
      <ScreenLink to={to} className={styles.figure} underline="never">
        <span className={styles.title}>{title}</span>
        <strong>{value ?? '–'}</strong>
        <Sparkline points={trend} label={`${title}, last ${trend.length} weeks`} />
        {change && (
          <small>
            <Change change={change} goodWhen={goodWhen} />
          </small>
        )}
      </ScreenLink>
    </li>
  )
}
