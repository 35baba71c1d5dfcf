import type { WorkOrderRow } from '@despatch/contract/orders/order'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import type { OrderCommand } from '@despatch/domain/orders/commands/order-verdict'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useActKeys } from '../../kit/keys/act-keys.ts'
import { ListScreen } from '../../kit/list/list-screen.tsx'
import { messageOf } from '../../kit/server/api-error.ts'
import { useStore } from '../../kit/browser/store.ts'
import { orderAddress } from '../../kit/navigation/addresses.ts'
import { OrderPeek } from '../order-parts/order-peek.tsx'
import { useDangerNotice } from '../../kit/notify/use-danger-notice.ts'
import { session } from '../../kit/session/session-store.ts'
import { type AskedCommand, CommandDialog } from '../commands/command-dialog.tsx'
import { CommandReceipts } from '../commands/command-receipts.tsx'
import { ORDERS, useWorkOrders, type WorkOrders } from './use-work-orders.ts'
import { WorkOrderActions } from './work-order-actions.tsx'
import { ALL_CLIENTS_COLUMNS, WORK_ORDER_COLUMNS } from './work-order-columns.tsx'
import { WorkOrderFilters } from './work-order-filters.tsx'
import { isWorkNarrowed, unasked, type WorkOrderKind } from '../commands/work-order-queries.ts'

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
  useActKeys('r', 's', 'a', 'c', 'w')
  const list = useWorkOrders(kind)
  useDangerNotice(list.table.error ? messageOf(list.table.error) : undefined)
  const isAllClients = useStore(session.store, ({ client }) => client === ALL_CLIENTS)
  const columns = isAllClients ? ALL_CLIENTS_COLUMNS : WORK_ORDER_COLUMNS
  const [peeked, setPeeked] = useState<WorkOrderRow>()
  const [asked, setAsked] = useState<AskedCommand>()
  const open = ({ orderNumber, clientCode }: Pick<WorkOrderRow, 'orderNumber' | 'clientCode'>) =>
    void router.navigate({ href: orderAddress({ orderNumber, client: clientCode }) })
  return (
    <ListScreen
      name={name}
      title={title}
      label="Orders you can act on"
      noun={ORDERS}
      columns={columns}
      list={list}
      fetchRows={list.fetchRows}
      action={action?.(list, setAsked)}
      filters={<WorkOrderFilters kind={kind} search={list.search} onChange={list.narrow} />}
      actions={
        <WorkOrderActions
          list={list}
          primary={primary}
          onAsk={(wanted) => setAsked({ action: wanted, selection: list.selection })}
          onReleased={list.clear}
        />
      }
      above={<CommandReceipts />}
      narrowed={{ isNarrowed: isWorkNarrowed(list.search, kind), onClear: () => list.narrow(unasked(kind)) }}
      empty={empty}
      onOpen={open}
      onPeek={setPeeked}
    >
      <OrderPeek row={peeked} onClose={() => setPeeked(undefined)} onOpen={open} />
      <CommandDialog
        asked={asked}
        onClose={() => setAsked(undefined)}
        onGiven={() => (setAsked(undefined), list.clear())}
      />
    </ListScreen>
  )
}
