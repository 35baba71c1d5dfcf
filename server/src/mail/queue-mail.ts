import type { Services } from '../process/services.ts'
import { prepared } from '../database/prepared.ts'
import { db } from '../database/sql.ts'
import type { Transaction } from '../database/transaction.ts'

export type Mail = { to: string; subject: string; text: string }

/** The purpose for which a mail's text is encrypted: it can be decrypted only for its recipient. */
export const purposeOfMail = (to: string) => `mail:${to}`

/**
 * Queues a mail within the transaction, so it is sent if and only if that commits. `about` is a uuid, recorded in
 * mails_given_up if no server accepts the mail for a day or it cannot be decrypted. `client` is the client of a shopper
 * who is mailed.
 */
export async function queueMail(
  transaction: Transaction,
  { to, subject, text }: Mail,
  {
    now,
    services,
    about,
    client,
  }: { now: Date; services: Pick<Services, 'secrets' | 'mailQueued'>; about?: string; client?: string },
): Promise<void> {
  await transaction.write(
    prepared(
      db.insertInto('mails').values({
        recipient: to,
        subject,
        body: services.secrets.seal(text, purposeOfMail(to)),
        created_at: now,
        next_attempt_at: now,
        about: about ?? null,
        shopper_of: client ?? null,
      }),
    ),
  )
  transaction.afterCommit(services.mailQueued)
}
