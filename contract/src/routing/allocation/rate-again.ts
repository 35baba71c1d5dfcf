import { z } from 'zod'
import { requiredText, text, clientCode, day } from '../../route/fields.ts'
import { routes } from '../../route/route.ts'
import { methodId } from '../rule-book/fields.ts'

/** Rating orders again needs the permission to allocate routing exceptions again. */
const HISTORY = ['reportsAndEnquiries.carrierHistory', 'reportsAndEnquiries.carrierRoutingExceptions'] as const
/** Rating compares prices and capacities of methods, so the user must be allowed to see them. */
const ALL = ['costs', 'capacities', 'otherMethods'] as const

/** The maximum of orders in one call. */
export const MAX_RATED = 100

const orderOfClient = { clientCode, orderNumber: requiredText(50, 'Order number') }

/** The methods of an order's consignments, now or after rating. */
const side = z.strictObject({
  /** For people: 'DPD UK Next Day, Evri Standard'. */
  text: z.string(),
  /** Method ids by consignment. */
  methods: z.array(z.string()),
  /** The total, a decimal string. */
  cost: z.string(),
})

const rated = z.strictObject({
  clientCode: z.string(),
  orderNumber: z.string(),
  /** 'same': rating would not change it. */
  outcome: z.enum(['changes', 'same', 'refused']),
  /** Why it cannot be rated again, for people. */
  reason: z.string(),
  /** The order's version, to send when accepting the preview. */
  version: z.int(),
  /** The current methods; null without a carrier. */
  kept: side.nullable(),
  /** The methods after rating; null if refused. */
  now: side.nullable(),
})
export type RatedOrder = z.infer<typeof rated>

/** The maximum of groups in an answer; others are counted. */
export const MAX_PASSED_OVER = 50

/** Orders that cost more because a carrier was full on a day. */
const passedOver = z.strictObject({
  clientCode: z.string(),
  /** The method that was full. */
  clientMethodID: z.string(),
  carrier: z.string(),
  carrierName: z.string(),
  methodDescription: z.string(),
  despatchDay: z.string(),
  orders: z.int(),
  /** The additional cost, a decimal string in the client's currency. */
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
            /** The previewed version, methods and cost. */
            version: z.int().min(1).max(2_000_000_000),
            methods: z.array(methodId).min(1).max(10_000),
            cost: text(20, 'Cost'),
          }),
        )
        .min(1, 'Choose at least one order')
        .max(MAX_RATED, `At most ${MAX_RATED} orders at once`),
    }),
    answer: z.strictObject({
      /** The id for undoing the rating: `POST /api/orders/commands/:commandId/undo`. */
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
