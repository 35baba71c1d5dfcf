import type { Order, OrderHistoryEntry, OrderItem, OrderRow } from '@despatch/contract/orders/order'
import { trimMoney } from '@despatch/domain/money/money'
import { attentionOf, type ShortOfStock, STOCK_LACK } from '@despatch/domain/orders/needs-attention'
import { ORDER_STATUSES, type OrderStatus } from '@despatch/domain/orders/order-status'
import type { Shortfall } from '@despatch/domain/orders/commands/sent-short'
import type { DispatchService } from '@despatch/domain/routing/dispatch-service'

/** Columns of an order row; see {@link ORDER_ROW}. */
export type OrderRowColumns = {
  client_code: string
  order_number: string
  status: OrderStatus
  ordered_at: Date
  customer_first_name: string
  customer_last_name: string
  email: string
  post_code: string
  country: string
  quantity: number
  total_value: string
  currency_code: string
  dispatch_service: DispatchService
  despatch_date: string
  lacks: number | null
  is_short: boolean
  tags: string[]
  assigned_to: string
}

export function presentRow(row: OrderRowColumns): OrderRow {
  const { description, onPickNote } = ORDER_STATUSES[row.status]
  return {
    clientCode: row.client_code,
    orderNumber: row.order_number,
    Status: row.status,
    Status_Description: description,
    Is_On_PickNote: onPickNote ? 'true' : 'false',
    orderDate: row.ordered_at.toISOString(),
    customerFirstName: row.customer_first_name,
    customerLastName: row.customer_last_name,
    email: row.email,
    postCode: row.post_code,
    country: row.country,
    quantity: row.quantity,
    totalValue: trimMoney(row.total_value),
    currencyCode: row.currency_code,
    dispatchService: row.dispatch_service,
    despatchDate: row.despatch_date,
    needsAttention: attentionOf(row.status, (row.lacks ?? 0) | (row.is_short ? STOCK_LACK : 0)),
    tags: row.tags,
    assignedTo: row.assigned_to,
  }
}

export type OrderColumns = OrderRowColumns & {
  version: number
  suspended_for: string
  source: 'portal' | 'feed'
  customer_account: string
  phone: string
  address_line_1: string
  address_line_2: string
  address_line_3: string
  address_line_4: string
  created_at: Date
  created_by: string
  item_count: number
}

/** What is missing of an order: units that were not sent, and units for which there is no stock. */
export type Missing = { readonly shortfall?: Shortfall | undefined; readonly shortOfStock?: ShortOfStock | undefined }

export function presentOrder(
  row: OrderColumns,
  items: OrderItem[],
  history: OrderHistoryEntry[],
  { shortfall, shortOfStock }: Missing = {},
): Order {
  return {
    ...presentRow(row),
    version: row.version,
    suspendedFor: row.suspended_for,
    source: row.source,
    customerAccount: row.customer_account,
    phone: row.phone,
    addressLine1: row.address_line_1,
    addressLine2: row.address_line_2,
    addressLine3: row.address_line_3,
    addressLine4: row.address_line_4,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    itemCount: row.item_count,
    shortfall: shortfall ? { ...shortfall, items: [...shortfall.items] } : null,
    shortOfStock: shortOfStock ? { ...shortOfStock, items: [...shortOfStock.items] } : null,
    items,
    history,
  }
}

type ItemColumns = {
  line_number: number
  sku_code: string
  description: string | null
  quantity: number
  unit_value: string
  total_value: string
  is_unknown: boolean | null
}
type HistoryColumns = { version: number; at: Date; by_name: string; act: string; status: OrderStatus; note: string }

/** An order with its first lines and history, read in one statement. */
export type WholeOrder = OrderColumns & {
  lines: ItemColumns[]
  history: (Omit<HistoryColumns, 'at'> & { at: string })[]
}

export function presentWhole({ lines, history, ...row }: WholeOrder, missing?: Missing): Order {
  const entries = history.map((entry) => presentHistory({ ...entry, at: new Date(entry.at) }))
  return presentOrder(row, lines.map(presentItem), entries, missing)
}

export function presentItem(line: ItemColumns): OrderItem {
  return {
    lineNumber: line.line_number,
    SKU: line.sku_code,
    Item_Description: line.description ?? '',
    quantity: line.quantity,
    unitValue: trimMoney(line.unit_value),
    totalValue: trimMoney(line.total_value),
    isUnknownSku: line.is_unknown ?? false,
  }
}

export function presentHistory(entry: HistoryColumns): OrderHistoryEntry {
  return {
    version: entry.version,
    at: entry.at.toISOString(),
    by: entry.by_name,
    act: entry.act,
    Status: entry.status,
    note: entry.note,
  }
}
