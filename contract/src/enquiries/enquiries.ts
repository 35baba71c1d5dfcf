import { z } from 'zod'
import { orderRow } from '../orders/order.ts'
import { requiredText, wholePaging } from '../route/fields.ts'
import { routes } from '../route/route.ts'
import { anyReference } from './search/any-reference.ts'
import { historyEntry, parcelWithEvents, returnEvent } from './order/order-details.ts'
import { olderThan, timeline, timelineKinds } from './timeline/timeline.ts'

const ENQUIRY = ['reportsAndEnquiries.orderAndReturnsEnquiry'] as const
const customerReference = requiredText(50, 'Customer reference')
const byReference = z.strictObject({ customerReference })

export const enquiries = routes({
  order: {
    method: 'GET',
    path: '/api/enquiries/order',
    summary: 'Look an order up by its customer reference: the detail rows decide whether its tab opens',
    permission: { reads: ENQUIRY },
    access: 'clients',
    query: byReference,
    answer: z.strictObject({ details: z.array(orderRow) }),
    errors: [],
    audited: false,
  },
  deliveryEvents: {
    method: 'GET',
    path: '/api/enquiries/deliveryevent',
    summary: 'The parcels of an order with their delivery events, at most 100 of each, the newest',
    permission: { reads: ENQUIRY },
    access: 'clients',
    query: byReference,
    answer: z.strictObject({ details: z.array(parcelWithEvents), hasMore: z.boolean() }),
    errors: [],
    audited: false,
  },
  returnEvents: {
    method: 'GET',
    path: '/api/enquiries/returns/events',
    summary: 'What came back of an order, and what became of it: the newest 500 events',
    permission: { reads: ENQUIRY },
    access: 'clients',
    query: byReference,
    answer: z.strictObject({ details: z.array(returnEvent) }),
    errors: [],
    audited: false,
  },
  returnsPortal: {
    method: 'GET',
    path: '/api/enquiries/returns/portal',
    summary: 'What came of an order through the returns portal: the newest 500 events',
    permission: { reads: ENQUIRY },
    access: 'clients',
    query: byReference,
    answer: z.strictObject({ details: z.array(returnEvent) }),
    errors: [],
    audited: false,
  },
  orderHistory: {
    method: 'POST',
    path: '/api/enquiries/orderhistory',
    summary: 'What was done to an order, newest first, each with what it changed field by field',
    permission: { reads: ENQUIRY },
    access: 'clients',
    body: z.strictObject({ customerReference, ...wholePaging }),
    answer: z.strictObject({ entries: z.array(historyEntry), total: z.int() }),
    errors: [],
    audited: false,
    whole: 'entries',
  },
  timeline: {
    method: 'GET',
    path: '/api/enquiries/timeline',
    summary: 'Everything that became of an order, newest first, 500 at a time',
    permission: { reads: ENQUIRY },
    access: 'one-client',
    query: z.strictObject({
      orderNumber: requiredText(50, 'Order number'),
      kinds: timelineKinds.optional(),
      older: olderThan.optional(),
    }),
    answer: timeline,
    errors: ['not_found'],
    audited: false,
  },
  reference: {
    method: 'GET',
    path: '/api/enquiries/reference',
    summary:
      'Find orders by any reference (an order’s, email, postcode, tracking number or its last digits, SKU, serial number, return’s), by the customer’s name, phone or address; and invoices',
    permission: { reads: ENQUIRY },
    access: 'clients',
    query: z.strictObject({ text: requiredText(254, 'What to look for') }),
    answer: anyReference,
    errors: [],
    audited: false,
  },
})
