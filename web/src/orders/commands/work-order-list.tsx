import type { WorkOrderRow } from '@despatch/contract/orders/order'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import type { OrderCommand } from '@despatch/domain/orders/commands/order-verdict'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { messageOf } from '../../kit/server/api-error.ts'
import { useStore } from '../../kit/browser/store.ts'
import { orderAddress } from '../../kit/navigation/addresses.ts'
import { OrderPeek } from '../order-parts/order-peek.tsx'
import { useDangerNotice } from '../../kit/notify/use-danger-notice.ts'
import { session } from '../../kit/session/session-store.ts'
import { DataTable } from '../../kit/list/data-table.tsx'
import { ExportMenu } from '../../kit/list/columns/export-menu.tsx'
import { ListPage } from '../../kit/list/list-page.tsx'
import { NothingListed } from '../../kit/list/nothing-listed.tsx'
import { SavedViews } from '../../kit/list/filters/saved-views.tsx'
import { SelectionBar } from '../../kit/list/selection-bar.tsx'
import { TableFoot } from '../../kit/list/table-foot.tsx'
import { type AskedCommand, CommandDialog } from './command-dialog.tsx'
import { CommandReceipts } from './command-receipts.tsx'
import { ORDERS, useWorkOrders, type WorkOrders } from './use-work-orders.ts'
import { WorkOrderActions } from './work-order-actions.tsx'
import { ALL_CLIENTS_COLUMNS, WORK_ORDER_COLUMNS } from './work-order-columns.tsx'
import { WorkOrderFilters } from './work-order-filters.tsx'
import { isWorkNarrowed, unasked, type WorkOrderKind } from './work-order-queries.ts'

type WorkOrderListProps = {
  readonly title: string
  /** Under which name the table's layout and views are kept. */
  readonly name: string
  readonly kind: WorkOrderKind
  readonly primary: OrderCommand
  /** At the right of the title. */
  readonly action?: (list: WorkOrders, ask: (asked: AskedCommand) => void) => ReactNode
  /** What would be listed unasked, and how to get it. */
  readonly empty: string
}

/** A list of orders that something may be done to: chosen by row or by filter, looked at beforehand, done with one command. */
export function WorkOrderList({ title, name, kind, primary, action, empty }: WorkOrderListProps) {
  const router = useRouter()
  const list = useWorkOrders(kind)
  useDangerNotice(list.table.error ? messageOf(list.table.error) : undefined)
  const isAllClients = useStore(session.store, ({ client }) => client === ALL_CLIENTS)
  const columns = isAllClients ? ALL_CLIENTS_COLUMNS : WORK_ORDER_COLUMNS
  const [peeked, setPeeked] = useState<WorkOrderRow>()
  const [asked, setAsked] = useState<AskedCommand>()
  const open = ({ orderNumber, clientCode }: Pick<WorkOrderRow, 'orderNumber' | 'clientCode'>) =>
    void router.navigate({ href: orderAddress({ orderNumber, client: clientCode }) })
  return (
    <ListPage
      title={title}
      counted={list.counted}
      action={action?.(list, setAsked)}
      filters={
        <>
          <SavedViews table={name} />
          <WorkOrderFilters kind={kind} search={list.search} onChange={list.narrow} />
          <ExportMenu table={name} title={title} columns={columns} total={list.total} fetchRows={list.fetchRows} />
        </>
      }
      foot={
        <>
          <SelectionBar
            selected={list.selected}
            total={list.total}
            noun={ORDERS}
            isAll={list.isAll}
            onSelectAll={list.selectAll}
            onClear={list.clear}
          >
            <WorkOrderActions
              list={list}
              primary={primary}
              onAsk={(wanted) => setAsked({ action: wanted, selection: list.selection })}
            />
          </SelectionBar>
          <TableFoot {...list.foot} />
        </>
      }
    >
      <CommandReceipts />
      <DataTable
        name={name}
        label="Orders you can act on"
        columns={columns}
        {...list.table}
        onOpen={open}
        onPeek={setPeeked}
        empty={
          <NothingListed
            noun="order"
            isNarrowed={isWorkNarrowed(list.search, kind)}
            onClear={() => list.narrow(unasked(kind))}
            otherwise={empty}
          />
        }
      />
      <OrderPeek row={peeked} onClose={() => setPeeked(undefined)} onOpen={open} />
      <CommandDialog
        asked={asked}
        onClose={() => setAsked(undefined)}
        onGiven={() => (setAsked(undefined), list.clear())}
      />
    </ListPage>
  )
}
