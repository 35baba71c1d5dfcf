import { ListDay } from '../../kit/list/columns/cells.tsx'
import { currencyOf } from '../../kit/session/use-currency.ts'
import { allocation } from '@despatch/contract/routing/allocation/allocation'
import type { RouteInput } from '@despatch/contract/route/types'
import { formatCount, formatPrice } from '@despatch/domain/money/money'
import { methodText } from '@despatch/domain/routing/allocation/decision-labels'
import { useQuery } from '@tanstack/react-query'
import { entryOf } from '../../kit/navigation/menu-keys.ts'
import { ScreenLink } from '../../kit/navigation/screen-link.tsx'
import { call } from '../../kit/server/call.ts'
import { session } from '../../kit/session/session-store.ts'
import { useCanOpen } from '../../kit/session/use-rights.ts'
import { useSeesRuleBook } from '../../kit/session/use-visibility.ts'
import { RateAgainButton } from '../allocation/rate-again.tsx'
import styles from './exception-causes.module.css'

const CAPACITY = 'carrierRoutingControl.carrierCapacitySetUp'
const LABEL = 'Extra cost because a carrier was full'

async function ordersOf(query: RouteInput<typeof allocation.passedOverOrders>['query']) {
  const { orderNumbers } = await call(allocation.passedOverOrders, { query })
  return orderNumbers.map((orderNumber) => ({ clientCode: query.clientCode, orderNumber }))
}

/**
 * Shows orders with a dearer method because the cheapest carrier was full; they can be rated again once it has
 * capacity. Renders nothing if there are none, or for users who may not see prices.
 */
export function PassedOver({ hasClients }: { readonly hasClients: boolean }) {
  const seesRules = useSeesRuleBook()
  const opensCapacity = useCanOpen(CAPACITY)
  const { data } = useQuery({
    queryKey: ['routing-exceptions', 'passed-over', session.client()],
    queryFn: ({ signal }) => call(allocation.passedOver, {}, { signal }),
    enabled: seesRules,
  })
  if (!data || data.groups.length === 0) return null
  return (
    <section className={styles.causes} aria-label={LABEL}>
      <table aria-label={LABEL}>
        <thead>
          <tr>
            <th scope="col">{LABEL}</th>
            {hasClients && <th scope="col">Client</th>}
            <th scope="col">Despatch date</th>
            <th scope="col" className={styles.count}>
              Orders
            </th>
            <th scope="col" className={styles.count}>
              Extra cost
            </th>
            <td />
          </tr>
        </thead>
        <tbody>
          {data.groups.map(({ clientCode, despatchDay, orders, extra, ...method }) => (
            <tr key={`${clientCode} ${method.clientMethodID} ${despatchDay}`}>
              <th scope="row">{methodText(method)}</th>
              {hasClients && <td data-name="Client">{clientCode}</td>}
              <td data-name="Despatch date">
                <ListDay day={despatchDay} />
              </td>
              <td className={styles.count} data-name="Orders">
                {formatCount(orders)}
              </td>
              <td className={styles.count} data-name="Extra cost">
                {formatPrice(extra, currencyOf(clientCode))}
              </td>
              <td className={styles.acts}>
                {opensCapacity && <ScreenLink to={entryOf(CAPACITY).path}>Capacity</ScreenLink>}
                <RateAgainButton
                  size="compact-sm"
                  orders={() => ordersOf({ clientCode, clientMethodID: method.clientMethodID, despatchDay })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {data.others > 0 && <p>{formatCount(data.others)} more carriers and days cost less extra.</p>}
    </section>
  )
}
