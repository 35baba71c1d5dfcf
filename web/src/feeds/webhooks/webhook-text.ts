import type { DeliveryStatus, Webhook, WebhookDelivery } from '@despatch/contract/feeds/webhooks/webhooks'
import { formatCount } from '@despatch/domain/money/money'
import { WEBHOOK_EVENT_NAMES, WEBHOOK_EVENTS } from '@despatch/domain/feeds/webhooks/webhook-events'
import type { Meaning } from '../../kit/list/columns/cells.tsx'
import { momentText } from '../../kit/list/moment-text.ts'
import { serverNow } from '../../kit/browser/clock.ts'

export const DELIVERY_EVENTS = ['webhook.test', ...WEBHOOK_EVENT_NAMES] as const

/** What an event is called. */
export function eventTitle(event: string): string {
  return event === 'webhook.test' ? 'Test' : ((WEBHOOK_EVENTS as Readonly<Record<string, string>>)[event] ?? event)
}

export const DELIVERY_STATES = {
  delivered: { meaning: 'good', word: 'Delivered' },
  waiting: { meaning: 'attention', word: 'On its way' },
  failed: { meaning: 'bad', word: 'Given up' },
} as const satisfies Record<DeliveryStatus, { meaning: Meaning; word: string }>

/** How a delivery stands: one that has failed and is tried again is told from one that nobody has tried. */
export function deliveryState({ status, attempts }: Pick<WebhookDelivery, 'status' | 'attempts'>) {
  return status === 'waiting' && attempts > 0
    ? ({ meaning: 'attention', word: 'To be retried' } as const)
    : DELIVERY_STATES[status]
}

/** How a webhook stands. */
export function webhookState({ active, offReason, failingSince }: Webhook): { meaning: Meaning; word: string } {
  if (!active) return { meaning: offReason ? 'bad' : 'neutral', word: 'Off' }
  return failingSince ? { meaning: 'bad', word: 'Failing' } : { meaning: 'good', word: 'On' }
}

/** What someone who looks at a webhook has to know first; undefined where all is well. */
export function webhookNotice({ active, offReason, failingSince, waiting }: Webhook): string | undefined {
  if (!active && offReason) return `Switched off by the portal. ${offReason}. Switch it on again under Settings.`
  const wait = waiting === 1 ? '1 delivery waits' : `${formatCount(waiting)} deliveries wait`
  if (!active) return `Switched off: nothing new is sent.${waiting > 0 ? ` ${wait} until it is on.` : ''}`
  if (!failingSince) return undefined
  return `Nothing has been taken since ${momentText(new Date(failingSince), serverNow())}. ${wait}; each is tried again for a day.`
}

/** When a delivery is tried again; null where it is not, or has still to be tried first. */
export function nextTryOf({ nextAttemptAt, attempts }: WebhookDelivery): string | null {
  return attempts > 0 ? nextAttemptAt : null
}

/** Response the last time, in short: '200', '500: Internal Server Error', or why there was no answer. */
export function answerLabel({ answerStatus, answer, attempts }: WebhookDelivery): string {
  if (attempts === 0) return ''
  const line = beginningOf(answer)
  return answerStatus === null ? line : `${answerStatus}${line ? `: ${line}` : ''}`
}

const MAX_OF_A_LINE = 200

/** How an answer begins: its first line, and of a long one the beginning. */
export function beginningOf(answer: string): string {
  const [line = ''] = answer.split('\n')
  return line.length > MAX_OF_A_LINE ? `${line.slice(0, MAX_OF_A_LINE)}…` : line
}
