import type { Services } from '../process/services.ts'
import { prepared } from '../database/prepared.ts'
import { db } from '../database/sql.ts'
import type { Transaction } from '../database/transaction.ts'

export type Mail = { to: string; subject: string; text: string }

/** What a mail's text is sealed for: it goes to nobody else. */
export const purposeOfMail = (to: string) => `mail:${to}`

/**
 * Queues a mail in the transaction of what it is about: it goes out once that is committed, and only then. `about`, a uuid,
 * is kept in mails_given_up where no server takes it for a day or it cannot be opened; `client` says whose shopper it goes to.
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
