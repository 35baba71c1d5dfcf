import { type AmendOrder, amendOrder, type GivenAmendment } from '@despatch/contract/orders/amend/amend-order'
import { type CreateOrder, hasItsDay, noDay } from '@despatch/contract/orders/create/create-order'
import type { GivenOrder } from '@despatch/contract/orders/create/given-order'
import { noDataAvailable } from '@despatch/domain/enquiries/search/messages'
import { lockOrders } from '../../routing/allocation/orders-to-allocate.ts'
import type { Context } from '../../http/context.ts'
import { AppError, refuseFields } from '../../process/app-error.ts'
import { orderAsKept } from '../../database/kept-names.ts'
import { oneOrder } from '../queries.ts'
import { inOrder } from '../../database/transaction.ts'

type Lines = Pick<GivenOrder, 'items' | 'SKU' | 'quantity' | 'totalValue'>

/** The order that a creating call asks for, its single line among the items. Throws an AppError for lines given in no way, or in two. */
export function orderAsked({
  SKU,
  quantity,
  totalValue,
  items,
  CustomerOrderRef = '',
  orderNo = CustomerOrderRef,
  ...order
}: GivenOrder): CreateOrder {
  const lines = linesAsked({ SKU, quantity, totalValue, items })
  if (!lines) throw refuseFields([{ path: 'items', message: 'Add at least one SKU' }])
  return { ...order, orderNo, items: lines }
}

/**
 * The whole amendment that a call asks for: what it leaves out is as the order has it. An order whose version the call
 * does not know is held first, so that nobody changes it between reading and writing. Throws an AppError for an order that
 * the client does not have (404), and beside its field for what does not fit together.
 */
export async function amendmentAsked(
  { transaction, client }: Context,
  {
    SKU,
    quantity,
    totalValue,
    items,
    CustomerOrderRef,
    orderNo = CustomerOrderRef,
    orderNumber: named = orderNo,
    ...given
  }: GivenAmendment,
  { isOnlyRead = false } = {},
): Promise<AmendOrder> {
  if (named === undefined) throw refuseFields([{ path: 'orderNumber', message: 'Order number is missing' }])
  const lines = linesAsked({ SKU, quantity, totalValue, items })
  const whole = amendOrder.safeParse({ orderNumber: named, ...given, ...(lines && { items: lines }) })
  if (whole.success) return whole.data
  const orderNumber = await orderAsKept(transaction, [client], named)
  const [, [was]] = await inOrder([
    given.version === undefined && lockOrders(transaction, client, [orderNumber], { isOnlyRead }),
    transaction.rows(oneOrder(client, orderNumber)),
  ])
  if (!was) throw new AppError('not_found', noDataAvailable(orderNumber))
  const dispatchService = given.dispatchService ?? was.dispatch_service
  const date = given.date ?? (dispatchService.startsWith('NAMED') ? was.despatch_date : undefined)
  const asked: AmendOrder = {
    orderNumber,
    version: given.version ?? was.version,
    customerFirstName: given.customerFirstName ?? was.customer_first_name,
    customerLastName: given.customerLastName ?? was.customer_last_name,
    email: given.email ?? was.email,
    phone: given.phone ?? was.phone,
    customerAccount: given.customerAccount ?? was.customer_account,
    country: given.country ?? was.country,
    addressLine1: given.addressLine1 ?? was.address_line_1,
    addressLine2: given.addressLine2 ?? was.address_line_2,
    addressLine3: given.addressLine3 ?? was.address_line_3,
    addressLine4: given.addressLine4 ?? was.address_line_4,
    postCode: given.postCode ?? was.post_code,
    dispatchService,
    ...(date !== undefined && { date }),
    ...(lines && { items: lines }),
  }
  if (!hasItsDay(asked)) throw refuseFields([{ path: 'date', message: noDay.message }])
  return asked
}

/** The lines that a body gives: its items, or its single line; undefined where it gives neither. Throws an AppError for both. */
function linesAsked<Item extends CreateOrder['items'][number]>({
  items,
  SKU,
  quantity,
  totalValue,
}: Omit<Lines, 'items'> & { items?: Item[] | undefined }): (Item | CreateOrder['items'][number])[] | undefined {
  if (SKU === undefined && quantity === undefined && totalValue === undefined) return items
  if (items)
    throw refuseFields([
      { path: 'items', message: 'Give the lines in items, or a single line in SKU, quantity and totalValue' },
    ])
  if (SKU === undefined) throw refuseFields([{ path: 'SKU', message: 'SKU is missing' }])
  return [{ SKU, quantity: quantity ?? 1, ...(totalValue !== undefined && { totalValue }) }]
}
