import type { Webhook } from '@despatch/contract/feeds/webhooks/webhooks'
import type { WebhookEvent } from '@despatch/domain/feeds/webhooks/webhook-events'
import type { ShownFields } from '../../kit/form/conflict.ts'
import { eventTitle } from './webhook-text.ts'

export type NewWebhookValues = { name: string; url: string; events: WebhookEvent[]; active: boolean }
export type WebhookValues = NewWebhookValues & { _id: string; version: number }

export const WEBHOOK_LABELS = { name: 'name', url: 'address', events: 'events', active: 'on or off' } as const

export const NEW_VALUES: NewWebhookValues = { name: '', url: '', events: [], active: true }

export function toWebhookValues({ _id, version, name, url, events, active }: Webhook): WebhookValues {
  return { _id, version, name, url, events, active }
}

export function describeWebhook({ name, url, events, active }: WebhookValues): ShownFields {
  return {
    name: { title: 'Name', text: name },
    url: { title: 'Address', text: url },
    events: { title: 'Events', text: events.map(eventTitle).join(', ') },
    active: { title: 'On', text: active ? 'Yes' : 'No' },
  }
}
