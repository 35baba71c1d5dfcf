import { DisabledReason } from '../kit/list/disabled-reason.tsx'
import { ordersText } from './commands/command-text.ts'
import { ReleaseButton } from './commands/release-button.tsx'
import { useReleaseDisabledReason } from './use-order-rights.ts'
import { isWithWarehouse, hasWorkFilters, NEW_ORDERS } from './commands/work-order-queries.ts'
import { WorkOrderList } from './work-list/work-order-list.tsx'

/** View New Orders: orders not released yet. */
export function ViewNewOrdersScreen() {
  const whyNot = useReleaseDisabledReason()
  return (
    <WorkOrderList
      title="View New Orders"
      name="view-new-orders"
      kind={NEW_ORDERS}
      primary="release"
      action={({ search, all, total = 0, selectedCount, clear }, ask) =>
        // With a selection, the bar at the bottom has the button.
        selectedCount === 0 &&
        !isWithWarehouse(search) &&
        // Releasing all would include suspended orders.
        search.status.join('') === NEW_ORDERS.defaultStatuses.join('') && (
          <>
            <DisabledReason reasons={[whyNot]} />
            <ReleaseButton
              label={total === 0 ? 'Release all' : `Release all ${ordersText(total)}`}
              selection={all}
              count={total}
              isDisabled={whyNot !== undefined}
              // Without a filter, the user has chosen nothing.
              alwaysAsks={!hasWorkFilters(search, NEW_ORDERS)}
              title={total === 0 ? 'No orders to release' : undefined}
              onAsk={() => ask({ action: 'release', selection: all })}
              onSent={clear}
            />
          </>
        )
      }
      empty="All orders have been released. New orders are listed here until they are released."
    />
  )
}
