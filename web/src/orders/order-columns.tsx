import type { OrderRow } from '@despatch/contract/orders/order'
import { FigureText, ListDay, ListInstant, MoneyText, Status } from '../kit/list/columns/cells.tsx'
import { OrderCell } from '../kit/list/columns/order-cell.tsx'
import { columnsOf } from '../kit/list/features.ts'
import { TagList } from './tags-and-notes/tag-list.tsx'
import { attentionText } from './needs-attention.tsx'

/** Columns that the list has of its own, so that the badge does not repeat them. */
type OwnColumns = { readonly carrier?: boolean }

/** Columns shared by order lists, in groups. */
export const orderColumns = <Row extends OrderRow>(beside: OwnColumns = {}) => ({
  ...identityColumns<Row>(beside),
  ...amountColumns<Row>(),
  ...noteColumns<Row>(),
})

/** Order, client and customer. */
function identityColumns<Row extends OrderRow>({ carrier = false }: OwnColumns) {
  const column = columnsOf<Row>()
  return {
    orderNumber: column.columns([
      column.accessor((row) => row.orderNumber, {
        id: 'orderNumber',
        header: 'Order',
        size: 144,
        meta: { min: 132, priority: 1 },
        cell: ({ row: { original } }) => <OrderCell of={original} />,
      }),
    ]),
    client: column.columns([
      column.accessor((row) => row.clientCode, {
        id: 'clientCode',
        header: 'Client',
        size: 84,
        meta: { min: 72, priority: 2 },
        enableSorting: false,
      }),
    ]),
    customer: column.columns([
      column.accessor((row) => `${row.customerFirstName} ${row.customerLastName}`.trim(), {
        id: 'customer',
        header: 'Customer',
        size: 200,
        meta: { min: 122, priority: 4 },
        enableSorting: false,
      }),
    ]),
    postCode: column.columns([
      column.accessor((row) => row.postCode, { id: 'postCode', header: 'Postcode', size: 96, enableSorting: false }),
    ]),
    email: column.columns([
      column.accessor((row) => row.email, { id: 'email', header: 'Email', size: 220, enableSorting: false }),
    ]),
    needsAttention: column.columns([
      column.accessor((row) => attentionText(row, carrier ? ['carrier'] : []), {
        id: 'needsAttention',
        header: 'Needs attention',
        size: 220,
        meta: { min: 196, priority: 6, fills: true },
        enableSorting: false,
        cell: ({ getValue }) => {
          const text = getValue()
          return text && <Status meaning="attention">{text}</Status>
        },
      }),
    ]),
  }
}

/** Days, quantities and value. */
function amountColumns<Row extends OrderRow>() {
  const column = columnsOf<Row>()
  return {
    ordered: column.columns([
      column.accessor((row) => row.orderDate, {
        id: 'orderDate',
        header: 'Ordered',
        size: 116,
        meta: { kind: 'time' },
        cell: ({ getValue }) => <ListInstant at={getValue()} />,
      }),
    ]),
    quantity: column.columns([
      column.accessor((row) => row.quantity, {
        id: 'quantity',
        header: 'Units',
        size: 88,
        meta: { align: 'right', min: 76, priority: 8 },
        cell: ({ getValue }) => <FigureText value={getValue()} />,
      }),
    ]),
    total: column.columns([
      column.accessor((row) => row.totalValue, {
        id: 'totalValue',
        header: 'Total',
        size: 104,
        meta: { align: 'right', min: 92, priority: 7, exportValue: ({ totalValue }: OrderRow) => Number(totalValue) },
        cell: ({ row: { original } }) => <MoneyText amount={original.totalValue} currency={original.currencyCode} />,
      }),
    ]),
    despatch: column.columns([
      column.accessor((row) => row.despatchDate, {
        id: 'despatchDate',
        header: 'Despatch',
        size: 104,
        meta: { kind: 'day', priority: 3 },
        cell: ({ getValue }) => <ListDay day={getValue()} />,
      }),
    ]),
    service: column.columns([
      column.accessor((row) => row.dispatchService, {
        id: 'dispatchService',
        header: 'Service',
        size: 120,
        meta: { min: 112, priority: 9 },
        enableSorting: false,
      }),
    ]),
  }
}

/** Tags and assignee. */
function noteColumns<Row extends OrderRow>() {
  const column = columnsOf<Row>()
  return {
    tags: column.columns([
      column.accessor((row) => row.tags.join(', '), {
        id: 'tags',
        header: 'Tags',
        size: 150,
        enableSorting: false,
        cell: ({ row: { original } }) => <TagList tags={original.tags} />,
      }),
    ]),
    assignedTo: column.columns([
      column.accessor((row) => row.assignedTo, {
        id: 'assignedTo',
        header: 'Assigned to',
        size: 130,
        meta: { min: 96, priority: 10 },
        enableSorting: false,
      }),
    ]),
  }
}
