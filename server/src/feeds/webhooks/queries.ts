import type { Webhook, WebhookDelivery, WebhookSort } from '@despatch/contract/feeds/webhooks/webhooks'
import type { WebhookEvent } from '@despatch/domain/feeds/webhooks/webhook-events'
import { type RawBuilder, sql } from 'kysely'
import type { FieldProblem } from '@despatch/contract/route/problem'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import { deliveryBody } from './delivery-body.ts'

const countWithStatus = (status: WebhookDelivery['status']) =>
  sql<number>`(select count(*) from webhook_deliveries d
    where d.client_code = webhooks.client_code and d.webhook_id = webhooks.webhook_id and d.status = ${status})`

const COLUMNS = [
  'webhook_id',
  'client_code',
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
  countWithStatus('waiting').as('waiting'),
  countWithStatus('failed').as('failed'),
] as const

export type WebhookRow = {
  webhook_id: number
  client_code: string
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

type WebhookFilter = { clients: readonly string[]; id?: string | undefined; search?: string | undefined }

const filterWebhooks = ({ clients, id, search }: WebhookFilter) => {
  let query = db.selectFrom('webhooks').where(sql<boolean>`client_code = any(${clients})`)
  if (id) query = query.where('webhook_id', '=', Number(id))
  if (search) query = query.where(sql`strpos(lower(name || ' ' || url), ${search.toLowerCase()})`, '>', 0)
  return query
}

const SORTS = {
  name: sql`lower(name)`,
  createdAt: sql`created_at`,
} as const satisfies Record<WebhookSort, RawBuilder<unknown>>

export function selectWebhooks(
  filter: WebhookFilter,
  page: { offset: number; limit: number; sort: WebhookSort; desc: boolean },
) {
  return filterWebhooks(filter)
    .select(COLUMNS)
    .orderBy(SORTS[page.sort], page.desc ? 'desc' : 'asc')
    .orderBy('webhook_id')
    .limit(page.limit)
    .offset(page.offset)
}

export const countWebhooks = (filter: WebhookFilter) => filterWebhooks(filter).select(sql<number>`count(*)`.as('total'))

export const selectWebhook = (client: string, id: string) => filterWebhooks({ clients: [client], id }).select(COLUMNS)

/** Selects and locks webhooks by id, in order of ids. */
export const lockWebhooks = (client: string, ids: readonly string[]) =>
  db
    .selectFrom('webhooks')
    .select(['webhook_id', 'name', 'url', 'events', 'active', 'version'])
    .where('client_code', '=', client)
    .where('webhook_id', '=', sql<number>`any (${ids}::bigint[])`)
    .orderBy('webhook_id')
    .forUpdate()

export const noSuchWebhook = () => new AppError('not_found', 'Webhook not found. It may belong to another client.')

/** Turns a unique violation into an AppError on the field `name`; returns other errors unchanged. */
export function toNameTakenError(error: { code?: string }): unknown {
  if (error.code !== '23505') return error
  const fields: FieldProblem[] = [
    { path: 'name', message: 'A webhook with this name already exists. Choose another name' },
  ]
  return new AppError('already_exists', fields[0]?.message ?? '', { fields })
}

export function presentWebhook(row: WebhookRow, now: Date): Webhook {
  const isOldSecretValid = row.old_secret_until !== null && row.old_secret_until > now
  return {
    _id: String(row.webhook_id),
    client: row.client_code,
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
    oldSecretUntil: isOldSecretValid ? (row.old_secret_until?.toISOString() ?? null) : null,
  }
}

type DeliveryFilter = { client: string; webhook: string; status?: string | undefined; event?: string | undefined }

const filterDeliveries = ({ client, webhook, status, event }: DeliveryFilter) => {
  let query = db
    .selectFrom('webhook_deliveries')
    .where('client_code', '=', client)
    .where('webhook_id', '=', Number(webhook))
  if (status) query = query.where(sql`status`, '=', status)
  if (event) query = query.where(sql`event`, '=', event)
  return query
}

/** Deliveries of a webhook, newest first. */
export const selectDeliveries = (filter: DeliveryFilter, page: { offset: number; limit: number }) =>
  filterDeliveries(filter).selectAll().orderBy('delivery_id', 'desc').limit(page.limit).offset(page.offset)

export const countDeliveries = (filter: DeliveryFilter) =>
  filterDeliveries(filter).select(sql<number>`count(*)`.as('total'))

type DeliveryRow = Awaited<ReturnType<ReturnType<typeof selectDeliveries>['execute']>>[number]

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
    body: deliveryBody(row),
  }
}
