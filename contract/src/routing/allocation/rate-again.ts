import { z } from 'zod'
import { requiredText, text, clientCode, day } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'
import { methodId } from '../rule-book/fields.ts'

/** Who allocates orders with a routing exception again rates orders again. */
const HISTORY = ['reportsAndEnquiries.carrierHistory', 'reportsAndEnquiries.carrierRoutingExceptions'] as const
/** Rating compares methods by price and capacity: who does not see them does not rate. */
const ALL = ['costs', 'capacities', 'otherMethods'] as const

/** Orders of one call. */
export const MAX_RATED = 100

const orderOfClient = { clientCode, orderNumber: requiredText(50, 'Order number') }

/** What carries the consignments of an order, or would. */
const side = z.strictObject({
  /** In words: 'DPD UK Next Day, Evri Standard'. */
  text: z.string(),
  /** By consignment. */
  methods: z.array(z.string()),
  /** Of all of them: a decimal text. */
  cost: z.string(),
})

const rated = z.strictObject({
  clientCode: z.string(),
  orderNumber: z.string(),
  /** 'same': it would go as it does. */
  outcome: z.enum(['changes', 'same', 'refused']),
  /** Why it cannot be rated again, in words. */
  reason: z.string(),
  /** Of the order: to be sent with what is taken of it. */
  version: z.int(),
  /** What it goes with; null of an order without a carrier. */
  kept: side.nullable(),
  /** What it would go with now; null where it is refused. */
  now: side.nullable(),
})
export type RatedOrder = z.infer<typeof rated>

/** Groups of one answer; the rest is counted. */
export const MAX_PASSED_OVER = 50

/** Consignments that go dearer than they might, because one carrier was full on one day. */
const passedOver = z.strictObject({
  clientCode: z.string(),
  /** Of the method that they did not get. */
  clientMethodID: z.string(),
  carrier: z.string(),
  carrierName: z.string(),
  methodDescription: z.string(),
  despatchDay: z.string(),
  orders: z.int(),
  /** What they cost more, a decimal text in the client's currency. */
  extra: z.string(),
})
export type PassedOverGroup = z.infer<typeof passedOver>

export const rateAgainCalls = routes({
  passedOver: {
    method: 'GET',
    path: '/api/orders/rate/passed-over',
    summary: 'New and released orders whose cheapest carrier was full, by method and day, the dearest first',
    permission: { reads: HISTORY },
    shows: ALL,
    access: 'clients',
    answer: z.strictObject({ groups: z.array(passedOver), others: z.int() }),
    errors: [],
    audited: false,
  },
  passedOverOrders: {
    method: 'GET',
    path: '/api/orders/rate/passed-over/orders',
    summary: 'The orders of one method and day among them, as many as are rated again at once',
    permission: { reads: HISTORY },
    shows: ALL,
    access: 'clients',
    query: z.strictObject({ clientCode, clientMethodID: methodId, despatchDay: day }),
    answer: z.strictObject({ orderNumbers: z.array(z.string()) }),
    errors: [],
    audited: false,
  },
  ratePreview: {
    method: 'POST',
    path: '/api/orders/rate/preview',
    summary: 'What orders would go with now, beside what they go with; nothing is changed',
    permission: { edits: HISTORY },
    shows: ALL,
    access: 'clients',
    body: z.strictObject({
      orders: z
        .array(z.strictObject(orderOfClient))
        .min(1, 'Choose at least one order')
        .max(MAX_RATED, `At most ${MAX_RATED} orders at once`),
    }),
    answer: z.strictObject({ orders: z.array(rated) }),
    errors: [],
    audited: false,
  },
  rateAgain: {
    method: 'POST',
    path: '/api/orders/rate',
    summary: 'Allocate orders again as the preview said; one that would go another way by now is left as it is',
    permission: { edits: HISTORY },
    shows: ALL,
    access: 'clients',
    body: z.strictObject({
      orders: z
        .array(
          z.strictObject({
            ...orderOfClient,
            /** What was looked at. */
            version: z.int().min(1).max(2_000_000_000),
            methods: z.array(methodId).min(1).max(10_000),
            cost: text(20, 'Cost'),
          }),
        )
        .min(1, 'Choose at least one order')
        .max(MAX_RATED, `At most ${MAX_RATED} orders at once`),
    }),
    answer: z.strictObject({
      /** By which those that were rated are put back: `POST /api/orders/commands/:commandId/undo`. */
      commandId: z.string(),
      receipts: z.array(
        z.strictObject({
          clientCode: z.string(),
          orderNumber: z.string(),
          outcome: z.enum(['allocated', 'refused']),
          message: z.string(),
        }),
      ),
    }),
    errors: [],
    audited: 'order.allocated',
    ownTransactions: true,
  },
})
