import { formatCount } from '@despatch/domain/money/money'
import { clockText } from '@despatch/domain/routing/cut-offs/cut-off'
import { useQuery } from '@tanstack/react-query'
import { useStore } from '../../kit/browser/store.ts'
import { useMinute } from '../../kit/browser/use-today.ts'
import { session } from '../../kit/session/session-store.ts'
import { cutOffsToday } from './cut-off-queries.ts'
import styles from './cut-offs.module.css'
import { leftText } from './left-text.ts'

const NEAR_MINUTES = 120
const SHOWN = 3

/** The next cut-offs of today above a list of orders: how long is left, and how many orders have to reach them. */
export function NextCutOffs() {
  const client = useStore(session.store, (now) => now.client)
  const { data } = useQuery(cutOffsToday(client))
  const now = useMinute()
  const next = (data?.cutOffs ?? []).filter(({ startBy }) => Date.parse(startBy) >= now).slice(0, SHOWN)
  const [first] = next
  if (!first) return null
  const isNear = Date.parse(first.startBy) - now <= NEAR_MINUTES * 60_000
  return (
    <div className={styles.next} data-near={isNear || undefined} role="status">
      {next.map(({ client: of, carrier, carrierName, time, startBy, orders }) => (
        <span key={`${of} ${carrier} ${time}`}>
          {carrierName} {time}
          {client === of ? '' : `, ${of}`}: {formatCount(orders)} to start by {clockText(new Date(startBy))},{' '}
          <strong>{leftText(startBy, now)}</strong>
        </span>
      ))}
    </div>
  )
}
