import type { Webhook, WebhookDelivery, WebhookSort } from '@despatch/contract/feeds/webhooks/webhooks'
import type { WebhookEvent } from '@despatch/domain/feeds/webhooks/webhook-events'
import { type RawBuilder, sql } from 'kysely'
import type { FieldProblem } from '@despatch/contract/route/problem'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import { bodyOf } from './delivery-body.ts'

const counted = (status: WebhookDelivery['status']) =>
  sql<number>`(select count(*) from webhook_deliveries d
    where d.client_code = webhooks.client_code and d.webhook_id = webhooks.webhook_id and d.status = ${status})`

const COLUMNS = [
  'webhook_id',
  'name',
  'url',
  'events',
  'active',
  'off_reason',
  'version',
  'created_at',
  'created_by',
  'last_delivered_at',
  'failing_since',
  'old_secret_until',
  counted('waiting').as('waiting'),
  counted('failed').as('failed'),
] as const

export type WebhookRow = {
  webhook_id: number
  name: string
  url: string
  events: WebhookEvent[]
  active: boolean
  off_reason: string
  version: number
  created_at: Date
  created_by: string
  last_delivered_at: Date | null
  failing_since: Date | null
  old_secret_until: Date | null
  waiting: number
  failed: number
}

type Filter = { client: string; id?: string | undefined; search?: string | undefined }

const matching = ({ client, id, search }: Filter) => {
  let query = db.selectFrom('webhooks').where('client_code', '=', client)
  if (id) query = query.where('webhook_id', '=', Number(id))
  if (search) query = query.where(sql`strpos(lower(name || ' ' || url), ${search.toLowerCase()})`, '>', 0)
  return query
}

const SORTS = {
  name: sql`lower(name)`,
  createdAt: sql`created_at`,
} as const satisfies Record<WebhookSort, RawBuilder<unknown>>

/** A page of a client's webhooks. */
export function webhooksPage(
  filter: Filter,
  page: { offset: number; limit: number; sort: WebhookSort; desc: boolean },
) {
  return matching(filter)
    .select(COLUMNS)
    .orderBy(SORTS[page.sort], page.desc ? 'desc' : 'asc')
    .orderBy('webhook_id')
    .limit(page.limit)
    .offset(page.offset)
}

export const webhooksTotal = (filter: Filter) => matching(filter).select(sql<number>`count(*)`.as('total'))

export const webhookOf = (client: string, id: string) => matching({ client, id }).select(COLUMNS)

/** Webhooks to change, held until the transaction ends, in the order of their ids. */
export const webhooksToChange = (client: string, ids: readonly string[]) =>
  db
    .selectFrom('webhooks')
    .select(['webhook_id', 'name', 'url', 'events', 'active', 'version'])
    .where('client_code', '=', client)
    .where('webhook_id', '=', sql<number>`any (${ids}::bigint[])`)
    .orderBy('webhook_id')
    .forUpdate()

export const noSuchWebhook = () =>
  new AppError('not_found', 'This webhook does not exist, or belongs to another client.')

/** What a failed write was: a name that is taken is said so, at its field. */
export function nameTaken(error: { code?: string }): unknown {
  if (error.code !== '23505') return error
  const fields: FieldProblem[] = [{ path: 'name', message: 'The client has a webhook of this name: choose another' }]
  return new AppError('already_exists', fields[0]?.message ?? '', { fields })
}

/** A webhook as it is listed. */
export function presentWebhook(row: WebhookRow, now: Date): Webhook {
  const isOldTaken = row.old_secret_until !== null && row.old_secret_until > now
  return {
    _id: String(row.webhook_id),
    name: row.name,
    url: row.url,
    events: row.events,
    active: row.active,
    offReason: row.off_reason,
    version: row.version,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    waiting: row.waiting,
    failed: row.failed,
    lastDeliveredAt: row.last_delivered_at?.toISOString() ?? null,
    failingSince: row.failing_since?.toISOString() ?? null,
    oldSecretUntil: isOldTaken ? (row.old_secret_until?.toISOString() ?? null) : null,
  }
}

type DeliveryFilter = { client: string; webhook: string; status?: string | undefined; event?: string | undefined }

const deliveriesMatching = ({ client, webhook, status, event }: DeliveryFilter) => {
  let query = db
    .selectFrom('webhook_deliveries')
    .where('client_code', '=', client)
    .where('webhook_id', '=', Number(webhook))
  if (status) query = query.where(sql`status`, '=', status)
  if (event) query = query.where(sql`event`, '=', event)
  return query
}

/** A page of the deliveries of a webhook, newest first. */
export const deliveriesPage = (filter: DeliveryFilter, page: { offset: number; limit: number }) =>
  deliveriesMatching(filter).selectAll().orderBy('delivery_id', 'desc').limit(page.limit).offset(page.offset)

export const deliveriesTotal = (filter: DeliveryFilter) =>
  deliveriesMatching(filter).select(sql<number>`count(*)`.as('total'))

type DeliveryRow = Awaited<ReturnType<ReturnType<typeof deliveriesPage>['execute']>>[number]

type SubjectKey = 'trackingNumber' | 'orderNumber' | 'invoiceNumber'

export function presentDelivery(row: DeliveryRow): WebhookDelivery {
  const { trackingNumber, orderNumber, invoiceNumber } = row.payload as Partial<Record<SubjectKey, string>>
  return {
    _id: String(row.delivery_id),
    eventId: row.event_id,
    event: row.event,
    at: row.at.toISOString(),
    queuedAt: row.queued_at.toISOString(),
    subject: trackingNumber ?? orderNumber ?? invoiceNumber ?? '',
    status: row.status,
    attempts: row.attempts,
    lastAttemptAt: row.last_attempt_at?.toISOString() ?? null,
    nextAttemptAt: row.status === 'waiting' ? row.next_attempt_at.toISOString() : null,
    answerStatus: row.answer_status,
    answer: row.answer,
    tookMs: row.took_ms,
    body: bodyOf(row),
  }
}
