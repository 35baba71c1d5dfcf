import { z } from 'zod'
import { requiredText, wholePaging } from '../route/fields.ts'
import { routes } from '../route/route.ts'
import { amendmentCalls } from './amend/amend-order.ts'
import { shortCalls } from './commands/close-short.ts'
import { createOrderBody } from './create/create-order-body.ts'
import { resultOrderRow, order, orderItem } from './order.ts'
import { noteCalls } from './tags-and-notes/tags-and-notes.ts'
import { orderCommands } from './commands/order-commands.ts'
import {
  areDatesInOrder,
  listNext,
  listPage,
  listPlaces,
  listTotal,
  findCriteria,
  datesInOrderRule,
} from './order-criteria.ts'
import { orderRouting } from './order-routing.ts'

const ACT = 'orderManagement.orderSuspendAmendOrCancel'
const FINDING = ['reportsAndEnquiries.orderAndReturnsEnquiry', 'orderManagement.viewNewOrders', ACT] as const

export const orders = routes({
  create: {
    method: 'POST',
    path: '/api/orders/create',
    summary: 'Create an order',
    permission: { edits: ['orderManagement.createNewOrder'] },
    access: 'one-client',
    body: createOrderBody,
    answer: z.strictObject({
      message: z.string(),
      orderNumber: z.string(),
      version: z.int(),
      routing: orderRouting,
      /** Values that could not be stored as sent; a note on the order lists them. */
      noted: z.array(z.string()).optional(),
    }),
    errors: ['already_exists', 'validation_failed', 'idempotency_key_reused'],
    audited: 'order.created',
    idempotent: true,
  },
  nextCustomerReference: {
    method: 'POST',
    path: '/api/orders/nextcustRef',
    summary: 'The next customer order reference of the client; it is given out once',
    permission: { edits: ['orderManagement.createNewOrder'] },
    access: 'one-client',
    answer: z.strictObject({ CustomerOrderRef: z.string() }),
    errors: [],
    audited: false,
  },
  items: {
    method: 'POST',
    path: '/api/orders/items',
    summary: 'The lines of an order of a client, page by page',
    permission: { reads: FINDING },
    access: 'one-client',
    body: z.strictObject({ orderNumber: requiredText(50, 'Order number'), ...wholePaging }),
    answer: z.strictObject({ items: z.array(orderItem), total: z.int() }),
    errors: ['not_found'],
    audited: false,
    whole: 'items',
  },
  consolidated: {
    method: 'POST',
    path: '/api/orders/consolidated',
    summary:
      'Find orders by reference, email, date range, status, carrier, service, country and so on, a page at a time',
    permission: { reads: FINDING },
    access: 'clients',
    body: z.strictObject({ ...findCriteria, ...listPage }).refine(areDatesInOrder, datesInOrderRule),
    answer: z.strictObject({ Orders: z.array(resultOrderRow), ...listNext }),
    errors: [],
    audited: false,
    whole: 'Orders',
  },
  total: {
    method: 'POST',
    path: '/api/orders/consolidated/total',
    summary: 'How many orders match: asked once a filter, so that a page of the list never pays for it',
    permission: { reads: FINDING },
    access: 'clients',
    body: z.strictObject({ ...findCriteria, ...listPlaces }).refine(areDatesInOrder, datesInOrderRule),
    answer: listTotal,
    errors: [],
    audited: false,
  },
  searchByOrderNumber: {
    method: 'POST',
    path: '/api/orders/search-order-by-order-number',
    summary: 'One order by its number, with its first lines and its history',
    permission: { reads: FINDING },
    access: 'clients',
    body: z.strictObject({ orderNumber: requiredText(50, 'Order number') }),
    answer: z.strictObject({ Orders: z.array(order) }),
    errors: ['not_found'],
    audited: false,
  },
  addressLookup: {
    method: 'POST',
    path: '/api/orders/address/lookup',
    summary: 'The addresses of a postcode',
    permission: { edits: ['orderManagement.createNewOrder', ACT] },
    access: 'none',
    body: z.strictObject({
      country: z
        .string()
        .regex(/^[A-Z]{2}$/, 'Choose a country')
        .default('GB'),
      postcode: requiredText(12, 'Postcode'),
    }),
    answer: z.strictObject({
      addresses: z.array(z.strictObject({ id: z.string(), text: z.string() })),
      /** Message for the user if the address provider does not answer. */
      notice: z.string().optional(),
    }),
    errors: [],
    audited: false,
    ownTransactions: true,
  },
  addressDetails: {
    method: 'POST',
    path: '/api/orders/address/details',
    summary: 'One address, line by line',
    permission: { edits: ['orderManagement.createNewOrder', ACT] },
    access: 'none',
    /** An opaque id from an address lookup. */
    body: z.strictObject({ id: z.string().regex(/^[\x21-\x7e]{1,200}$/, 'An address id is as a lookup gave it') }),
    answer: z.strictObject({
      addressLine1: z.string(),
      addressLine2: z.string(),
      addressLine3: z.string(),
      addressLine4: z.string(),
      postCode: z.string(),
      country: z.string(),
    }),
    errors: ['not_found', 'unavailable'],
    audited: false,
    ownTransactions: true,
  },
  ...orderCommands,
  ...noteCalls,
  ...amendmentCalls,
  ...shortCalls,
})
