import { recordId } from '@despatch/contract/route/fields'
import {
  DELIVERY_STATUSES,
  type Webhook,
  WEBHOOK_SORTS,
  type WebhookDelivery,
  webhooks,
} from '@despatch/contract/feeds/webhooks/webhooks'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { historyKey } from '../../administration/user-activity/history-key.ts'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { pageSizeOf } from '../../kit/list/page-size.ts'
import { NEW_WEBHOOK } from './addresses.ts'
import { DELIVERY_EVENTS } from './webhook-text.ts'

const paging = {
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  limit: z
    .unknown()
    .optional()
    .transform((size) => pageSizeOf(size)),
}

/** The webhook in the address: none, a new one, or an id. */
export const webhookShape = z.object({ webhook: recordId.or(z.literal(NEW_WEBHOOK)).or(z.literal('')).catch('') })

/** The list's state in the address. */
export const listShape = z.object({
  search: z.string().max(100).catch(''),
  ...paging,
  sort: z.enum(WEBHOOK_SORTS).catch('name'),
  order: z.enum(['asc', 'desc']).catch('asc'),
})
export type ListSearch = z.output<typeof listShape>

/** A record's state in the address: its tab, and the filters of its deliveries. */
export const recordShape = z.object({
  tab: z.enum(['deliveries', 'settings']).catch('deliveries'),
  status: z.enum([...DELIVERY_STATUSES, '']).catch(''),
  event: z.enum([...DELIVERY_EVENTS, '']).catch(''),
  ...paging,
})
export type RecordSearch = z.output<typeof recordShape>
export const NO_FILTER = { status: '', event: '' } as const

export async function fetchWebhooks(
  { search, sort, order }: Pick<ListSearch, 'search' | 'sort' | 'order'>,
  page: number,
  limit: number,
  signal: AbortSignal,
): Promise<{ rows: readonly Webhook[]; total: number }> {
  const query = {
    ...(search.trim() && { search: search.trim() }),
    sort,
    desc: order === 'desc' ? ('true' as const) : ('false' as const),
  }
  const answer = await call(
    webhooks.list,
    { query: { ...query, page: String(page), limit: String(limit) } },
    { signal },
  )
  return { rows: answer.webhooks, total: answer.total }
}

export const webhookRecord = (id: string) =>
  queryOptions({
    queryKey: ['webhooks', 'record', id],
    queryFn: async ({ signal }) => (await call(webhooks.list, { query: { id } }, { signal })).webhooks[0] ?? null,
  })

/** Fetches a page of deliveries, newest first. */
export async function fetchDeliveries(
  id: string,
  { status, event }: Pick<RecordSearch, 'status' | 'event'>,
  page: number,
  limit: number,
  signal?: AbortSignal,
): Promise<{ rows: readonly WebhookDelivery[]; total: number }> {
  const query = { ...(status && { status }), ...(event && { event }), page: String(page), limit: String(limit) }
  const answer = await call(webhooks.deliveries, { params: { id }, query }, signal ? { signal } : {})
  return { rows: answer.deliveries, total: answer.total }
}

/** Attempts of a delivery, newest first. */
export const deliveryAttempts = (id: string, delivery: string) =>
  queryOptions({
    queryKey: ['webhooks', 'attempts', id, delivery],
    queryFn: async ({ signal }) => (await call(webhooks.attempts, { params: { id, delivery } }, { signal })).attempts,
  })

/** Reloads webhooks, deliveries and their history. */
export const refreshWebhooks = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['webhooks'] }),
    queryClient.invalidateQueries({ queryKey: historyKey('webhook') }),
  ])
