import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'
import { db } from '../../database/sql.ts'
import type { Tables } from '../../database/tables.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { Context } from '../../http/context.ts'
import { asOperator } from '../../invoices/import/as-operator.ts'
import type { Selectable } from 'kysely'

export type Subscription = Selectable<Tables['report_subscriptions']>
export type Sending = Selectable<Tables['report_sendings']>
export type SendingContext = Pick<Context, 'now' | 'services'>

/** Repeats work, each time in a new transaction that sees all clients, until it returns false. */
export async function repeatUntilDone(
  database: Database,
  work: (transaction: Transaction) => Promise<boolean>,
): Promise<void> {
  while (await retryOnDeadlock(() => asOperator(database, work)));
}

/** Exports whose emails belong to a sending. */
export const mailsOf = (sendingId: RawBuilder<number>) =>
  sql`select f.export_id from report_sent_files f where f.sending_id = ${sendingId}`

export const endSubscription = (
  transaction: Transaction,
  { subscription_id }: Pick<Subscription, 'subscription_id'>,
  why: string,
  now: Date,
) =>
  transaction.write(
    db
      .updateTable('report_subscriptions')
      .set({ ended_at: now, ended_why: why })
      .where('subscription_id', '=', subscription_id)
      .where('ended_at', 'is', null),
  )

/**
 * Stops a report's emails for one user; if nobody is left, the subscription ends. Returns whether the user was a
 * recipient.
 */
export async function stopMails(
  transaction: Transaction,
  { subscriptionId, userId }: { subscriptionId: number; userId: number },
  now: Date,
): Promise<boolean> {
  const stopped = await transaction.writeRow(
    db
      .updateTable('report_recipients')
      .set({ stopped_at: now })
      .where('subscription_id', '=', subscriptionId)
      .where('user_id', '=', userId)
      .where('stopped_at', 'is', null)
      .returning('user_id'),
  )
  if (!stopped) return false
  await transaction.write(
    sql`
      update report_subscriptions set ended_at = ${now}, ended_why = 'Everyone who got it has stopped it.'
      where subscription_id = ${subscriptionId} and ended_at is null and not exists (
        select from report_recipients r where r.subscription_id = ${subscriptionId} and r.stopped_at is null)`.compile(
      db,
    ),
  )
  return true
}
