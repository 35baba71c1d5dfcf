import { GIVE_UP_HOURS, pauseSeconds, retrySeconds } from '@despatch/domain/feeds/webhooks/retry'
import { sql } from 'kysely'
import { writeAudit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { DueDelivery } from './claim-delivery.ts'
import { saveAttempt } from './save-attempt.ts'
import type { DeliveryOutcome } from './post-delivery.ts'

const GONE = 410

/**
 * Saves the outcome of an attempt and releases the webhook for its next delivery. A failed delivery is retried later
 * and given up after a day, and its receiver gets a pause. A receiver that answers 410 wants no more deliveries, so its
 * webhook is switched off with this reason.
 * @returns the new status of the delivery
 */
export async function settleDelivery(
  transaction: Transaction,
  due: DueDelivery,
  outcome: DeliveryOutcome & { now: Date; isHopeless?: boolean },
): Promise<'delivered' | 'waiting' | 'failed'> {
  const { status, answer, tookMs, now } = outcome
  const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  const isDelivered = status !== null && status >= 200 && status < 300
  const isGone = status === GONE
  const isExpired = now.getTime() - due.queued_at.getTime() > GIVE_UP_HOURS * 3_600_000
  const newStatus = isDelivered ? 'delivered' : isGone || isExpired || outcome.isHopeless ? 'failed' : 'waiting'
  const attempts = due.attempts + 1
  // Lock the webhook before its deliveries, as deleting one does; the reverse order could deadlock.
  const failing = due.failing_since ?? now
  const webhook = await transaction.writeRow(
    db
      .updateTable('webhooks')
      .set({
        busy_until: null,
        ...(isDelivered
          ? { failing_since: null, resting_until: null, last_delivered_at: now }
          : {
              failing_since: failing,
              resting_until: later(pauseSeconds((now.getTime() - failing.getTime()) / 1000)),
            }),
        ...(isGone && { active: false, off_reason: OFF_REASON, version: sql<number>`version + 1` }),
      })
      .where('client_code', '=', due.client_code)
      .where('webhook_id', '=', due.webhook_id)
      .returning('webhook_id'),
  )
  // The webhook and its deliveries were deleted meanwhile.
  if (!webhook) return newStatus
  const delivery = await transaction.writeRow(
    db
      .updateTable('webhook_deliveries')
      .set({
        status: newStatus,
        attempts,
        next_attempt_at: later(retrySeconds(attempts, Math.random())),
        last_attempt_at: now,
        answer_status: status,
        answer,
        took_ms: tookMs,
      })
      .where('client_code', '=', due.client_code)
      .where('delivery_id', '=', due.delivery_id)
      .returning('delivery_id'),
  )
  if (delivery) await transaction.write(saveAttempt(due, outcome))
  if (isGone) await auditSwitchedOff(transaction, due, now)
  return newStatus
}

const auditSwitchedOff = (transaction: Transaction, due: DueDelivery, now: Date): Promise<void> =>
  writeAudit(transaction, {
    context: { now, requestId: '' },
    clientCode: due.client_code,
    userId: null,
    byName: 'Despatch',
    act: 'webhook.amended',
    object: `webhook ${due.name}`,
    record: `webhook:${due.webhook_id}`,
    before: { active: true },
    after: { active: false, reason: OFF_REASON },
  })

const OFF_REASON = 'Its receiver answered 410 Gone'
