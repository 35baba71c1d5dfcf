import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/** Longer than a delivery can take. What a server that ended had in hand is taken up by another after it. */
const HOLD_SECONDS = 30
/** When a test is due: before whatever else waits, and though the webhook may be switched off. */
export const AT_ONCE = new Date(0)
/** Of one client's webhooks so many are sent to at once: receivers that are slow hold their own client up, and no other. */
const MAX_OF_A_CLIENT = 4

/** A delivery that is due, with where it goes. */
export type DueDelivery = {
  client_code: string
  webhook_id: number
  name: string
  url: string
  secret: Buffer
  old_secret: Buffer | null
  old_secret_until: Date | null
  delivery_id: number
  event_id: string
  event: string
  at: Date
  payload: unknown
  attempts: number
  queued_at: Date
  failing_since: Date | null
}

/** Deliveries are sent for all clients: lets the rest of a transaction see them. */
export async function seeAllClients(transaction: Transaction): Promise<void> {
  await transaction.rows(
    sql`select set_config('app.clients', (select coalesce(array_agg(client_code), '{}')::text from clients where active), true)`.compile(
      db,
    ),
  )
}

/**
 * Takes the delivery that has been due longest, of a webhook that no other is on its way to and that is not resting; holds
 * the webhook meanwhile, whichever server asks next. A test goes to a webhook that is switched off as well, and is found
 * without reading what waits for it.
 */
export const claimDelivery = (now: Date) =>
  sql<DueDelivery>`
    -- Worked out once: as a part of the update it may be for each webhook, and hold one after the other.
    with due as materialized (
      select w.client_code, w.webhook_id, d.delivery_id, d.event_id, d.event, d.at, d.payload, d.attempts, d.queued_at
      from webhooks w
      cross join lateral (
        (${firstDue(now)} and w.active order by next_attempt_at, delivery_id limit 1)
        union all
        (${firstDue(AT_ONCE)} order by next_attempt_at, delivery_id limit 1)
        order by next_attempt_at, delivery_id limit 1
      ) d
      where (w.busy_until is null or w.busy_until <= ${now}) and (w.resting_until is null or w.resting_until <= ${now})
        and (
          select count(*) from webhooks o where o.client_code = w.client_code and o.busy_until > ${now}
        ) < ${MAX_OF_A_CLIENT}
      order by d.next_attempt_at, d.delivery_id limit 1
      for update of w skip locked
    )
    update webhooks set busy_until = ${new Date(now.getTime() + HOLD_SECONDS * 1000)}
    from due
    where webhooks.client_code = due.client_code and webhooks.webhook_id = due.webhook_id
    returning webhooks.client_code, webhooks.webhook_id, name, url, secret, old_secret, old_secret_until, failing_since,
      delivery_id, event_id, event, at, payload, attempts, queued_at`.compile(db)

const firstDue = (now: Date) => sql`
  select * from webhook_deliveries
  where client_code = w.client_code and webhook_id = w.webhook_id and status = 'waiting' and next_attempt_at <= ${now}`
