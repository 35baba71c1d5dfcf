import { orders } from '@despatch/contract/orders/orders'
import { bind } from '../app/bind.ts'
import { notBuilt } from '../app/not-built.ts'
import { createOrder } from './create-order.ts'
import { countOrders, findOrders } from './find-orders.ts'
import { addressDetails, lookUpAddress } from './look-up-address.ts'
import { nextCustomerReference } from './next-customer-reference.ts'
import { orderItems } from './order-items.ts'
import { searchByOrderNumber } from './search-by-order-number.ts'

export const orderRoutes = bind(orders, {
  create: createOrder,
  nextCustomerReference,
  items: orderItems,
  consolidated: findOrders,
  total: countOrders,
  searchByOrderNumber,
  addressLookup: lookUpAddress,
  addressDetails,
  list: notBuilt,
  listTotal: notBuilt,
  preflight: notBuilt,
  release: notBuilt,
  suspend: notBuilt,
  cancel: notBuilt,
  receipts: notBuilt,
  commandProgress: notBuilt,
  undo: notBuilt,
})
