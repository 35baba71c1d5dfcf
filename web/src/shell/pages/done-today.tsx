import type { DoneAct, home } from '@despatch/contract/route/home'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { formatCount } from '@despatch/domain/money/money'
import { IconCheck } from '@tabler/icons-react'
import styles from './home-screen.module.css'

const NOUNS: Readonly<Record<DoneAct, readonly [one: string, many: string, done: string]>> = {
  'order.created': ['order', 'orders', 'created'],
  'order.released': ['order', 'orders', 'released'],
  'order.amended': ['order', 'orders', 'amended'],
  'order.suspended': ['order', 'orders', 'suspended'],
  'order.cancelled': ['order', 'orders', 'cancelled'],
  'return.announced': ['return', 'returns', 'created'],
  'invoice.decided': ['invoice', 'invoices', 'decided'],
  'claim.prepared': ['claim', 'claims', 'prepared'],
}

type DoneTodayProps = { readonly done: RouteAnswer<typeof home.counts>['done'] }

/** What the user has done today: '61 orders released · 3 invoices decided'. Shows nothing if it is nothing. */
export function DoneToday({ done }: DoneTodayProps) {
  if (done.length === 0) return null
  const texts = done.map(({ act, count }) => {
    const [one, many, verb] = NOUNS[act]
    return `${formatCount(count)} ${count === 1 ? one : many} ${verb}`
  })
  return (
    <p className={styles.done}>
      <IconCheck size={16} aria-hidden />
      <span>
        <strong>Done today</strong> {texts.join(' · ')}
      </span>
    </p>
  )
}
