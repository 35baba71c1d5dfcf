import type { DeliveryStatus, Webhook, WebhookDelivery } from '@despatch/contract/feeds/webhooks/webhooks'
import { formatCount } from '@despatch/domain/money/money'
import { WEBHOOK_EVENT_NAMES, WEBHOOK_EVENTS } from '@despatch/domain/feeds/webhooks/webhook-events'
import type { Meaning } from '../../kit/list/columns/cells.tsx'
import { momentText } from '../../kit/list/columns/moment-text.ts'
import { serverNow } from '../../kit/browser/clock.ts'

export const DELIVERY_EVENTS = ['webhook.test', ...WEBHOOK_EVENT_NAMES] as const

export function eventTitle(event: string): string {
  return event === 'webhook.test' ? 'Test' : ((WEBHOOK_EVENTS as Readonly<Record<string, string>>)[event] ?? event)
}

export const DELIVERY_STATES = {
  delivered: { meaning: 'good', word: 'Delivered' },
  waiting: { meaning: 'attention', word: 'Pending' },
  failed: { meaning: 'bad', word: 'Failed' },
} as const satisfies Record<DeliveryStatus, { meaning: Meaning; word: string }>

/** The state of a delivery. A failed one that will be retried differs from one not yet attempted. */
export function deliveryState({ status, attempts }: Pick<WebhookDelivery, 'status' | 'attempts'>) {
  return status === 'waiting' && attempts > 0
    ? ({ meaning: 'attention', word: 'Retrying' } as const)
    : DELIVERY_STATES[status]
}

export function webhookState({ active, offReason, failingSince }: Webhook): { meaning: Meaning; word: string } {
  if (!active) return { meaning: offReason ? 'bad' : 'neutral', word: 'Off' }
  return failingSince ? { meaning: 'bad', word: 'Failing' } : { meaning: 'good', word: 'On' }
}

/** A notice about a webhook's problem; undefined if it has none. */
export function webhookNotice({ active, offReason, failingSince, waiting }: Webhook): string | undefined {
  if (!active && offReason) return `Switched off by the portal. ${offReason}. Switch it on again under Settings.`
  const waitingText = waiting === 1 ? '1 delivery waits' : `${formatCount(waiting)} deliveries wait`
  if (!active) return `Switched off – nothing new is sent.${waiting > 0 ? ` ${waitingText} until it is on.` : ''}`
  if (!failingSince) return undefined
  return `All deliveries have failed since ${momentText(new Date(failingSince), serverNow())}. ${waitingText}. Each is retried for a day.`
}

/** Time of the next retry; null if there is none, or no attempt yet. */
export function nextAttemptTime({ nextAttemptAt, attempts }: WebhookDelivery): string | null {
  return attempts > 0 ? nextAttemptAt : null
}

/** The last answer in short: '200', '500: Internal Server Error', or why there was none. */
export function answerLabel({ answerStatus, answer, attempts }: WebhookDelivery): string {
  if (attempts === 0) return ''
  const line = firstLineOf(answer)
  return answerStatus === null ? line : `${answerStatus}${line ? `: ${line}` : ''}`
}

const MAX_LINE_LENGTH = 200

/** The first line of an answer, shortened. */
export function firstLineOf(answer: string): string {
  const [line = ''] = answer.split('\n')
  return line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)}…` : line
}
