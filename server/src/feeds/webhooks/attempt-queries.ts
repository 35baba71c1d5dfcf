import type { WebhookAttempt } from '@despatch/contract/feeds/webhooks/webhooks'
import { MAX_STORED_ATTEMPTS } from '@despatch/domain/feeds/webhooks/retry'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'

/** Selects a delivery of a webhook, if it exists. */
export const selectDelivery = (client: string, webhook: string, delivery: string) =>
  db
    .selectFrom('webhook_deliveries')
    .select('delivery_id')
    .where('client_code', '=', client)
    .where('delivery_id', '=', Number(delivery))
    .where('webhook_id', '=', Number(webhook))

/** Attempts of a delivery, newest first. */
export const selectAttempts = (client: string, delivery: string) =>
  db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('client_code', '=', client)
    .where('delivery_id', '=', Number(delivery))
    .orderBy('attempt', 'desc')
    .limit(MAX_STORED_ATTEMPTS)

type AttemptRow = Awaited<ReturnType<ReturnType<typeof selectAttempts>['execute']>>[number]

export function presentAttempt(row: AttemptRow): WebhookAttempt {
  const { attempt, at, answer_status: answerStatus, answer, took_ms: tookMs, by_hand: byHand } = row
  return { attempt, at: at.toISOString(), answerStatus, answer, tookMs, byHand }
}

export const noSuchDelivery = () =>
  new AppError('not_found', 'This delivery is not of this webhook, or is older than 30 days.')
