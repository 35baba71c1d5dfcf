import { ActionIcon, Table } from '@mantine/core'
import { formatCount } from '@despatch/domain/money/money'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useStore } from '../kit/browser/store.ts'
import { OrderLink } from '../kit/navigation/order-link.tsx'
import { session } from '../kit/session/session-store.ts'
import type { OrderReference } from './commands/work-order-queries.ts'
import styles from './commands/work-orders.module.css'

type OrderTableProps = {
  readonly label: string
  /** Rows of the page. */
  readonly rows: readonly (OrderReference & { readonly cells: readonly ReactNode[] })[]
  readonly page: number
  readonly pageSize: number
  readonly total: number
  readonly onPage: (page: number) => void
}

/** A paged table of orders in dialogs and results. */
export function OrderTable({ label, rows, page, pageSize, total, onPage }: OrderTableProps) {
  const isAllClients = useStore(session.store, ({ client }) => client === ALL_CLIENTS)
  const first = (page - 1) * pageSize + 1
  return (
    <>
      <Table aria-label={label} className={styles.orders} verticalSpacing={3}>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={`${row.clientCode} ${row.orderNumber}`}>
              <Table.Td className="reference">
                <OrderLink order={row} />
              </Table.Td>
              {isAllClients && <Table.Td>{row.clientCode}</Table.Td>}
              {row.cells.map((cell, index) => (
                <Table.Td key={index}>{cell}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {total > pageSize && (
        <div className={styles.pager}>
          <span role="status">
            {formatCount(first)} to {formatCount(Math.min(total, first + pageSize - 1))} of {formatCount(total)}
          </span>
          <ActionIcon
            variant="subtle"
            aria-label="Previous orders"
            disabled={page <= 1}
            onClick={() => onPage(page - 1)}
          >
            <IconChevronLeft size={16} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            aria-label="Next orders"
            disabled={page * pageSize >= total}
            onClick={() => onPage(page + 1)}
          >
            <IconChevronRight size={16} />
          </ActionIcon>
        </div>
      )}
    </>
  )
}
