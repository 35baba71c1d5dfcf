import { DisabledReason } from '../kit/list/disabled-reason.tsx'
import { ordersText } from './commands/command-text.ts'
import { ReleaseButton } from './commands/release-button.tsx'
import { useReleaseDisabledReason } from './use-order-rights.ts'
import { isWithWarehouse, isWorkNarrowed, NEW_ORDERS } from './commands/work-order-queries.ts'
import { WorkOrderList } from './work-list/work-order-list.tsx'

/** View New Orders: the orders that are not released yet, and the way to release them. */
export function ViewNewOrdersScreen() {
  const whyNot = useReleaseDisabledReason()
  return (
    <WorkOrderList
      title="View New Orders"
      name="view-new-orders"
      kind={NEW_ORDERS}
      primary="release"
      action={({ search, all, total = 0, selectedCount, clear }, ask) =>
        // While some are selected, these are what is released: the bar at the foot has the button.
        selectedCount === 0 &&
        !isWithWarehouse(search) &&
        // Releasing all would take up suspended orders too.
        search.status.join('') === NEW_ORDERS.usual.join('') && (
          <>
            <DisabledReason reasons={[whyNot]} />
            <ReleaseButton
              label={total === 0 ? 'Release all' : `Release all ${ordersText(total)}`}
              selection={all}
              count={total}
              isDisabled={whyNot !== undefined}
              // Nobody has chosen these.
              alwaysAsks={!isWorkNarrowed(search, NEW_ORDERS)}
              title={total === 0 ? 'No orders to release' : undefined}
              onAsk={() => ask({ action: 'release', selection: all })}
              onGiven={clear}
            />
          </>
        )
      }
      empty="All orders have been released. New orders are listed here until they are released."
    />
  )
}
