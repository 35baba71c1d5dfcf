import { MAX_STORED_ATTEMPTS } from '@despatch/domain/feeds/webhooks/retry'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { DueDelivery } from './claim-delivery.ts'
import type { DeliveryOutcome } from './post-delivery.ts'

/**
 * Saves an attempt of a delivery and deletes old ones beyond the newest {@link MAX_STORED_ATTEMPTS}. The caller has
 * locked the webhook, so attempt numbers are unique.
 */
export function saveAttempt(
  { client_code: client, delivery_id: delivery, attempts }: DueDelivery,
  { status, answer, tookMs, now }: DeliveryOutcome & { now: Date },
) {
  return sql`
    with before as (
      select max(attempt) as attempt from webhook_attempts where client_code = ${client} and delivery_id = ${delivery}
    ), forgotten as (
      delete from webhook_attempts
      where client_code = ${client} and delivery_id = ${delivery}
        and attempt <= (select attempt from before) + 1 - ${MAX_STORED_ATTEMPTS}::int
    )
    insert into webhook_attempts (client_code, delivery_id, attempt, at, answer_status, answer, took_ms, by_hand)
    select ${client}, ${delivery}, coalesce(attempt, 0) + 1, ${now}, ${status}, ${answer}, ${tookMs},
      ${attempts === 0} and attempt is not null
    from before`.compile(db)
}
