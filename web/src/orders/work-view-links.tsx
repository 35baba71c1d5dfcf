import { formatCount } from '@despatch/domain/money/money'
import { useQuery } from '@tanstack/react-query'
import { screenAddress } from '../kit/navigation/screen-address.ts'
import { ScreenLink } from '../kit/navigation/screen-link.tsx'
import { OPEN_ORDERS_SCREEN } from './addresses.ts'
import { OLDEST_PROMISE_FIRST, OPEN_ORDERS, workCounts, type WorkOrderSearch } from './commands/work-order-queries.ts'
import { askedBy, VIEWS } from './work-list/work-views.ts'
import styles from './work-list/work-shortcuts.module.css'

const address = screenAddress<Partial<WorkOrderSearch>>(OPEN_ORDERS_SCREEN)

/** The built-in views of the orders to act on, as the menu shows them beneath their screen, with how many there are now. */
export function WorkViewLinks() {
  const { data } = useQuery(workCounts(OPEN_ORDERS))
  return (
    <ul className={styles.views} aria-label="Views of orders">
      {VIEWS.map((view) => {
        const { name, of, isUrgent } = view
        const count = data?.views[of]
        return (
          <li key={of}>
            <ScreenLink
              to={address({ ...askedBy(view, OPEN_ORDERS), ...OLDEST_PROMISE_FIRST })}
              className={styles.view}
            >
              {name}{' '}
              {count !== undefined && (
                <span className={styles.count} data-urgent={(isUrgent && count > 0) || undefined}>
                  {formatCount(count)}
                </span>
              )}
            </ScreenLink>
          </li>
        )
      })}
    </ul>
  )
}
