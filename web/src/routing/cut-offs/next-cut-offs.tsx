import { formatCount } from '@despatch/domain/money/money'
import { clockText } from '@despatch/domain/routing/cut-offs/cut-off'
import { useQuery } from '@tanstack/react-query'
import { useStore } from '../../kit/browser/store.ts'
import { useMinute } from '../../kit/browser/use-today.ts'
import { session } from '../../kit/session/session-store.ts'
import { useCanOpen } from '../../kit/session/use-rights.ts'
import { cutOffsToday } from './cut-off-queries.ts'
import styles from './cut-offs.module.css'
import { leftText } from './left-text.ts'

const NEAR_MINUTES = 120
/** The most cut-offs shown. All that are near, but only the next of those that are hours away. */
const SHOWN = 3

type NextCutOffsProps = {
  /** On Home, whose queue already counts the orders with a cut-off within two hours. */
  readonly isOnHome?: boolean
}

/** The next cut-offs of today: how long is left, and how many orders have to reach them. Nothing if there are none. */
export function NextCutOffs({ isOnHome = false }: NextCutOffsProps) {
  const client = useStore(session.store, (now) => now.client)
  const maySee = useCanOpen('orderManagement.viewNewOrders')
  const { data } = useQuery({ ...cutOffsToday(client), enabled: maySee })
  const now = useMinute()
  const coming = (data?.cutOffs ?? []).filter(({ startBy }) => Date.parse(startBy) >= now)
  const near = coming.filter(({ startBy }) => Date.parse(startBy) - now <= NEAR_MINUTES * 60_000)
  const shown = near.length > 0 ? near.slice(0, SHOWN) : coming.slice(0, 1)
  if (shown.length === 0 || (isOnHome && near.length > 0)) return null
  return (
    <p className={styles.next} data-near={near.length > 0 || undefined} data-on-home={isOnHome || undefined}>
      <span>{shown.length === 1 ? 'Next cut-off' : 'Next cut-offs'}</span>
      {shown.map(({ client: of, carrier, carrierName, time, startBy, orders }) => (
        <span key={`${of} ${carrier} ${time}`}>
          {carrierName} {time}
          {client === of ? '' : `, ${of}`}: {formatCount(orders)} {orders === 1 ? 'order' : 'orders'}, start by{' '}
          {clockText(new Date(startBy))}, <strong>{leftText(startBy, now)}</strong>
        </span>
      ))}
    </p>
  )
}
