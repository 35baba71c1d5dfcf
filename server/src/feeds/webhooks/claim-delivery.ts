import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/** Longer than a delivery can take. After this time another server takes over a delivery whose server ended. */
const CLAIM_SECONDS = 30
/** Due time of test deliveries: before all others, and also while the webhook is switched off. */
export const DUE_FIRST = new Date(0)
/** Concurrent deliveries for one client, so that its slow receivers delay no other client. */
const MAX_CONCURRENT_PER_CLIENT = 4

/** A due delivery with its destination. */
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

/** Lets the rest of the transaction see all active clients, because the sender serves all of them. */
export async function seeActiveClients(transaction: Transaction): Promise<void> {
  await transaction.rows(
    sql`select set_config('app.clients', (select coalesce(array_agg(client_code), '{}')::text from clients where active), true)`.compile(
      db,
    ),
  )
}

/**
 * Claims the delivery that has been due longest, of a webhook that no other delivery is being sent to and that is not
 * pausing. The claim reserves the webhook among all servers. Test deliveries also go to webhooks that are switched off,
 * and are found without reading other waiting deliveries.
 */
export const claimDelivery = (now: Date) =>
  sql<DueDelivery>`
    -- Worked out once: as a part of the update it may be for each webhook, and hold one after the other.
    with due as materialized (
      select w.client_code, w.webhook_id, d.delivery_id, d.event_id, d.event, d.at, d.payload, d.attempts, d.queued_at
      from webhooks w
      cross join lateral (
        (${selectDue(now)} and w.active order by next_attempt_at, delivery_id limit 1)
        union all
        (${selectDue(DUE_FIRST)} order by next_attempt_at, delivery_id limit 1)
        order by next_attempt_at, delivery_id limit 1
      ) d
      where (w.busy_until is null or w.busy_until <= ${now}) and (w.resting_until is null or w.resting_until <= ${now})
        and (
          select count(*) from webhooks o where o.client_code = w.client_code and o.busy_until > ${now}
        ) < ${MAX_CONCURRENT_PER_CLIENT}
      order by d.next_attempt_at, d.delivery_id limit 1
      for update of w skip locked
    )
    update webhooks set busy_until = ${new Date(now.getTime() + CLAIM_SECONDS * 1000)}
    from due
    where webhooks.client_code = due.client_code and webhooks.webhook_id = due.webhook_id
    returning webhooks.client_code, webhooks.webhook_id, name, url, secret, old_secret, old_secret_until, failing_since,
      delivery_id, event_id, event, at, payload, attempts, queued_at`.compile(db)

const selectDue = (now: Date) => sql`
  select * from webhook_deliveries
  where client_code = w.client_code and webhook_id = w.webhook_id and status = 'waiting' and next_attempt_at <= ${now}`
