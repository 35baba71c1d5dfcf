import { WEBHOOK_EVENT_NAMES } from '@despatch/domain/feeds/webhooks/webhook-events'
import { z } from 'zod'
import {
  clientCode,
  instant,
  queryFlagOr,
  queryPaging,
  recordId,
  recordIds,
  requiredText,
  sortBy,
  text,
} from '../../route/fields.ts'
import { routes } from '../../route/route.ts'
import { personName } from '../../route/visible.ts'

const WEBHOOKS = 'feeds.webhooks' as const

const webhookEvent = z.enum(WEBHOOK_EVENT_NAMES)

/** A webhook that reports events of a client's orders, parcels and invoices. The secret is not included. */
export const webhook = z.strictObject({
  _id: recordId,
  client: clientCode,
  name: z.string(),
  url: z.string(),
  events: z.array(webhookEvent),
  active: z.boolean(),
  /** Why the portal switched it off; otherwise empty. */
  offReason: z.string(),
  version: z.int(),
  createdAt: instant,
  createdBy: personName(),
  /** Numbers of waiting deliveries, and of those given up. */
  waiting: z.int(),
  failed: z.int(),
  lastDeliveredAt: instant.nullable(),
  /** Start of the current failures; null if the last delivery succeeded. */
  failingSince: instant.nullable(),
  /** End of the period in which deliveries are also signed with the old secret; null otherwise. */
  oldSecretUntil: instant.nullable(),
})
export type Webhook = z.infer<typeof webhook>

const webhookFields = {
  name: requiredText(60, 'Name'),
  url: requiredText(500, 'Address'),
  events: z.array(webhookEvent, 'Events are missing').min(1, 'Choose at least one event').max(100),
  active: z.boolean('Either true or false'),
}
export const newWebhook = z.strictObject(webhookFields)
export const amendedWebhook = z.strictObject({
  _id: recordId,
  version: z.int().min(1).max(2_000_000_000),
  ...webhookFields,
})

export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** A delivery to a webhook with its outcome. */
export const webhookDelivery = z.strictObject({
  _id: recordId,
  /** The header webhook-id; the same in every attempt. */
  eventId: z.string(),
  event: z.string(),
  /** Time of the event. */
  at: instant,
  /** Time when it was queued, or queued again by a user. */
  queuedAt: instant,
  /** The number of its order, parcel or invoice. */
  subject: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.int(),
  lastAttemptAt: instant.nullable(),
  nextAttemptAt: instant.nullable(),
  answerStatus: z.int().nullable(),
  /** The beginning of the receiver's answer, or why there was none. */
  answer: z.string(),
  tookMs: z.int().nullable(),
  /** The request body. */
  body: z.string(),
})
export type WebhookDelivery = z.infer<typeof webhookDelivery>

export const webhookAttempt = z.strictObject({
  /** Numbered from the first attempt, including those after a redelivery. */
  attempt: z.int(),
  at: instant,
  answerStatus: z.int().nullable(),
  /** The beginning of the receiver's answer, or why there was none. */
  answer: z.string(),
  tookMs: z.int(),
  /** The first attempt after a user redelivered it. */
  byHand: z.boolean(),
})
export type WebhookAttempt = z.infer<typeof webhookAttempt>

export const WEBHOOK_SORTS = ['name', 'createdAt'] as const
export type WebhookSort = (typeof WEBHOOK_SORTS)[number]

const params = z.strictObject({ id: recordId })
const withSecret = z.strictObject({ message: z.string(), webhook, secret: z.string() })

export const webhooks = routes({
  list: {
    method: 'GET',
    path: '/api/webhooks',
    summary: 'The webhooks of a client, or of several; with id that one',
    permission: { reads: [WEBHOOKS] },
    access: 'clients',
    query: z.strictObject({
      id: recordId.optional(),
      ...queryPaging,
      sort: sortBy(WEBHOOK_SORTS, 'name'),
      desc: queryFlagOr(false),
      search: text(100, 'Search').optional(),
    }),
    answer: z.strictObject({ webhooks: z.array(webhook), total: z.int() }),
    errors: ['not_found'],
    audited: false,
  },
  create: {
    method: 'POST',
    path: '/api/webhooks',
    summary: 'Add a webhook; the secret that its deliveries are signed with is in this answer alone',
    permission: { edits: [WEBHOOKS] },
    access: 'one-client',
    body: newWebhook,
    answer: withSecret,
    errors: ['already_exists', 'validation_failed', 'unprocessable', 'idempotency_key_reused'],
    audited: 'webhook.created',
    idempotent: 'secret',
  },
  update: {
    method: 'PUT',
    path: '/api/webhooks',
    summary: 'Change a webhook; what is on its way to it goes where it says now',
    permission: { edits: [WEBHOOKS] },
    access: 'one-client',
    body: amendedWebhook,
    answer: z.strictObject({ message: z.string(), webhook }),
    errors: ['not_found', 'already_exists', 'version_conflict', 'validation_failed'],
    audited: 'webhook.amended',
  },
  remove: {
    method: 'DELETE',
    path: '/api/webhooks',
    summary: 'Delete webhooks by id or ids, with their deliveries',
    permission: { edits: [WEBHOOKS] },
    access: 'one-client',
    query: z.strictObject({ id: recordId.optional(), ids: recordIds.optional() }),
    answer: z.strictObject({ message: z.string(), deleted: z.int() }),
    errors: ['not_found'],
    audited: 'webhook.deleted',
  },
  replaceSecret: {
    method: 'POST',
    path: '/api/webhooks/:id/secret',
    summary: 'Sign with a new secret, for a day with the one before as well; it is in this answer alone',
    permission: { edits: [WEBHOOKS] },
    access: 'one-client',
    params,
    answer: withSecret,
    errors: ['not_found'],
    audited: 'webhook.amended',
  },
  test: {
    method: 'POST',
    path: '/api/webhooks/:id/test',
    summary: 'Send a test event; what comes of it stands among the deliveries',
    permission: { edits: [WEBHOOKS] },
    access: 'one-client',
    params,
    answer: z.strictObject({ message: z.string(), delivery: recordId }),
    errors: ['not_found', 'unprocessable'],
    audited: 'webhook.tested',
  },
  deliveries: {
    method: 'GET',
    path: '/api/webhooks/:id/deliveries',
    summary: 'A page of the deliveries of a webhook, newest first',
    permission: { reads: [WEBHOOKS] },
    access: 'one-client',
    params,
    query: z.strictObject({
      ...queryPaging,
      status: z.enum(DELIVERY_STATUSES).optional(),
      event: z.enum(['webhook.test', ...WEBHOOK_EVENT_NAMES]).optional(),
    }),
    answer: z.strictObject({ deliveries: z.array(webhookDelivery), total: z.int() }),
    errors: ['not_found'],
    audited: false,
  },
  attempts: {
    method: 'GET',
    path: '/api/webhooks/:id/deliveries/:delivery/attempts',
    summary: 'The tries of a delivery, newest first, at most 50',
    permission: { reads: [WEBHOOKS] },
    access: 'one-client',
    params: z.strictObject({ id: recordId, delivery: recordId }),
    answer: z.strictObject({ attempts: z.array(webhookAttempt) }),
    errors: ['not_found'],
    audited: false,
  },
  redeliver: {
    method: 'POST',
    path: '/api/webhooks/:id/redeliver',
    summary: 'Deliver again: those named, or all that were given up',
    permission: { edits: [WEBHOOKS] },
    access: 'one-client',
    params,
    body: z.strictObject({
      deliveries: z.union([
        z.literal('failed'),
        z.array(recordId).min(1, 'Choose at least one delivery').max(1000, 'At most 1,000 deliveries at once'),
      ]),
    }),
    answer: z.strictObject({ message: z.string(), redelivered: z.int() }),
    errors: ['not_found', 'unprocessable'],
    audited: 'webhook.redelivered',
  },
})
