import { useGoTo } from '../../kit/navigation/use-go-to.ts'
import type { WorkOrderRow } from '@despatch/contract/orders/order'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import type { OrderCommand } from '@despatch/domain/orders/commands/order-verdict'
import { type ReactNode, useMemo, useState } from 'react'
import { useActKeys } from '../../kit/keys/act-keys.ts'
import { ListScreen } from '../../kit/list/list-screen.tsx'
import { messageOf } from '../../kit/server/api-error.ts'
import { useStore } from '../../kit/browser/store.ts'
import { addressOfOrder } from '../../kit/navigation/addresses.ts'
import { NextCutOffs } from '../../routing/cut-offs/next-cut-offs.tsx'
import { OrderPeek } from '../order-parts/order-peek.tsx'
import { useDangerNotice } from '../../kit/notify/use-danger-notice.ts'
import { session } from '../../kit/session/session-store.ts'
import { type CommandRequest, CommandDialog } from '../commands/command-dialog.tsx'
import { CommandReceipts } from '../commands/command-receipts.tsx'
import { useWorkViews } from './use-work-views.ts'
import { ORDERS, useWorkOrders, type WorkOrders } from './use-work-orders.ts'
import { WorkOrderActions } from './work-order-actions.tsx'
import { workOrderColumns } from './work-order-columns.tsx'
import { WorkOrderFilters } from './work-order-filters.tsx'
import {
  hasWorkFilters,
  isWithWarehouse,
  defaultFilters,
  type OrderReference,
  type WorkOrderKind,
} from '../commands/work-order-queries.ts'

type WorkOrderListProps = {
  readonly title: string
  /** Key of the table's saved layout and views. */
  readonly name: string
  readonly kind: WorkOrderKind
  readonly primary: OrderCommand
  /** At the right of the title. */
  readonly action?: (list: WorkOrders, ask: (request: CommandRequest) => void) => ReactNode
  /** Text of the empty list without filters. */
  readonly empty: string
}

/** A list of orders to act on: select by row or filter, run a pre-flight, and send one command. */
export function WorkOrderList({ title, name, kind, primary, action, empty }: WorkOrderListProps) {
  const goTo = useGoTo()
  useActKeys('r', 's', 'a', 'c', 'w')
  const list = useWorkOrders(kind)
  useDangerNotice(list.table.error ? messageOf(list.table.error) : undefined)
  const isAllClients = useStore(session.store, ({ client }) => client === ALL_CLIENTS)
  const hasOneStatus = list.search.status.length === 1 && !isWithWarehouse(list.search)
  const columns = useMemo(() => workOrderColumns({ isAllClients, hasOneStatus }), [isAllClients, hasOneStatus])
  const views = useWorkViews(kind, list.search, list.narrow)
  const [peeked, setPeeked] = useState<WorkOrderRow>()
  const [request, setRequest] = useState<CommandRequest>()
  const open = (order: OrderReference) => goTo(addressOfOrder(order))
  return (
    <ListScreen
      name={name}
      title={title}
      label="Orders you can act on"
      noun={ORDERS}
      columns={columns}
      list={list}
      fetchRows={list.fetchRows}
      action={action?.(list, setRequest)}
      views={views}
      filters={<WorkOrderFilters kind={kind} search={list.search} onChange={list.narrow} />}
      actions={
        <WorkOrderActions
          list={list}
          primary={primary}
          onAsk={(wanted) => setRequest({ action: wanted, selection: list.selection })}
          onReleased={list.clear}
        />
      }
      above={
        <>
          <NextCutOffs />
          <CommandReceipts />
        </>
      }
      narrowed={{ isNarrowed: hasWorkFilters(list.search, kind), onClear: () => list.narrow(defaultFilters(kind)) }}
      empty={empty}
      recordAddress={addressOfOrder}
      onOpen={open}
      onPeek={setPeeked}
    >
      <OrderPeek row={peeked} onClose={() => setPeeked(undefined)} onOpen={open} />
      <CommandDialog
        request={request}
        onClose={() => setRequest(undefined)}
        onSent={() => (setRequest(undefined), list.clear())}
      />
    </ListScreen>
  )
}
