import type { OrderReceipt } from '@despatch/contract/orders/commands/order-commands'
import { type Columns, columnsOf } from '../../kit/list/features.ts'

const column = columnsOf<OrderReceipt>()

const OUTCOMES = { done: 'Done', refused: 'Failed', unchanged: 'Unchanged' } as const

/** Columns of a command's result file. */
export const RECEIPT_COLUMNS: Columns<OrderReceipt> = column.columns([
  column.accessor('orderNumber', { header: 'Order' }),
  column.accessor('clientCode', { header: 'Client' }),
  column.accessor(({ outcome }) => OUTCOMES[outcome], { id: 'outcome', header: 'Outcome' }),
  column.accessor('message', { header: 'Details' }),
  column.accessor(({ shortOf }) => shortOf.join(', '), { id: 'shortOf', header: 'Short of stock' }),
  column.accessor('undoneAt', { header: 'Undone', meta: { kind: 'time' } }),
])
