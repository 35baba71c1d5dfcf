import { type AmendOrder, amendOrder, type AmendOrderBody } from '@despatch/contract/orders/amend/amend-order'
import { type CreateOrder, hasNamedDay, namedDayRule } from '@despatch/contract/orders/create/create-order'
import type { CreateOrderBody } from '@despatch/contract/orders/create/create-order-body'
import { noDataAvailable } from '@despatch/domain/feedback/search-messages'
import { lockOrders } from '../../routing/allocation/orders-to-allocate.ts'
import type { Context } from '../../http/context.ts'
import { AppError, refuseFields } from '../../process/app-error.ts'
import { findStoredOrderNumber } from '../../database/stored-names.ts'
import { oneOrder } from '../queries.ts'
import { inOrder } from '../../database/transaction.ts'

type LineFields = Pick<CreateOrderBody, 'items' | 'SKU' | 'quantity' | 'totalValue'>

/**
 * The order of a create call, with a single line moved into `items`. Throws an AppError if lines are missing or given
 * twice.
 */
export function readCreateOrderBody({
  SKU,
  quantity,
  totalValue,
  items,
  CustomerOrderRef = '',
  orderNo = CustomerOrderRef,
  ...order
}: CreateOrderBody): CreateOrder {
  const lines = readLines({ SKU, quantity, totalValue, items })
  if (!lines) throw refuseFields([{ path: 'items', message: 'Add at least one SKU' }])
  return { ...order, orderNo, items: lines }
}

/**
 * The complete amendment of a call: omitted fields keep the order's values. Without a version, the order is locked
 * first so that nobody changes it between reading and writing. Throws an AppError (404) if the client has no such
 * order, and 400 for fields that do not fit together.
 */
export async function readAmendOrderBody(
  { transaction, client }: Context,
  {
    SKU,
    quantity,
    totalValue,
    items,
    CustomerOrderRef,
    orderNo = CustomerOrderRef,
    orderNumber: named = orderNo,
    ...fields
  }: AmendOrderBody,
  { isOnlyRead = false } = {},
): Promise<AmendOrder> {
  if (named === undefined) throw refuseFields([{ path: 'orderNumber', message: 'Enter an order number' }])
  const lines = readLines({ SKU, quantity, totalValue, items })
  const whole = amendOrder.safeParse({ orderNumber: named, ...fields, ...(lines && { items: lines }) })
  if (whole.success) return whole.data
  const orderNumber = await findStoredOrderNumber(transaction, [client], named)
  const [, [was]] = await inOrder([
    fields.version === undefined && lockOrders(transaction, client, [orderNumber], { isOnlyRead }),
    transaction.rows(oneOrder(client, orderNumber)),
  ])
  if (!was) throw new AppError('not_found', noDataAvailable(orderNumber))
  const dispatchService = fields.dispatchService ?? was.dispatch_service
  const date = fields.date ?? (dispatchService.startsWith('NAMED') ? was.despatch_date : undefined)
  const amendment: AmendOrder = {
    orderNumber,
    version: fields.version ?? was.version,
    customerFirstName: fields.customerFirstName ?? was.customer_first_name,
    customerLastName: fields.customerLastName ?? was.customer_last_name,
    email: fields.email ?? was.email,
    phone: fields.phone ?? was.phone,
    customerAccount: fields.customerAccount ?? was.customer_account,
    country: fields.country ?? was.country,
    addressLine1: fields.addressLine1 ?? was.address_line_1,
    addressLine2: fields.addressLine2 ?? was.address_line_2,
    addressLine3: fields.addressLine3 ?? was.address_line_3,
    addressLine4: fields.addressLine4 ?? was.address_line_4,
    postCode: fields.postCode ?? was.post_code,
    dispatchService,
    ...(date !== undefined && { date }),
    ...(lines && { items: lines }),
  }
  if (!hasNamedDay(amendment)) throw refuseFields([{ path: 'date', message: namedDayRule.message }])
  return amendment
}

/** The lines of a body: `items`, or the single line; undefined without either. Throws an AppError if both are given. */
function readLines<Item extends CreateOrder['items'][number]>({
  items,
  SKU,
  quantity,
  totalValue,
}: Omit<LineFields, 'items'> & { items?: Item[] | undefined }): (Item | CreateOrder['items'][number])[] | undefined {
  if (SKU === undefined && quantity === undefined && totalValue === undefined) return items
  if (items)
    throw refuseFields([
      { path: 'items', message: 'Send the lines in items, or a single line in SKU, quantity and totalValue' },
    ])
  if (SKU === undefined) throw refuseFields([{ path: 'SKU', message: 'Choose a SKU' }])
  return [{ SKU, quantity: quantity ?? 1, ...(totalValue !== undefined && { totalValue }) }]
}
