import { MAX_STORED_ATTEMPTS } from '@despatch/domain/feeds/webhooks/retry'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { DueDelivery } from './claim-delivery.ts'
import type { Outcome } from './post-delivery.ts'

/**
 * Keeps a try of a delivery beside those before it, of which the newest {@link MAX_STORED_ATTEMPTS} stay. Its webhook is the
 * caller's until the transaction ends: no two tries of a delivery get one number.
 */
export function keepAttempt(
  { client_code: client, delivery_id: delivery, attempts }: DueDelivery,
  { status, answer, tookMs, now }: Outcome & { now: Date },
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
