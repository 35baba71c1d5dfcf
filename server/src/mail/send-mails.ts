import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { SecretBox } from '../process/secret-box.ts'
import type { Database } from '../database/database.ts'
import { db } from '../database/sql.ts'
import type { Post } from './post.ts'
import { purposeOfMail } from './queue-mail.ts'

const LOOK_AGAIN_MS = 5000
const GIVE_UP_AFTER_MS = 24 * 3_600_000
const LONGEST_WAIT_SECONDS = 3600

/** Seconds before the next try: a minute, two, four … up to an hour. */
export function retrySeconds(attempts: number): number {
  return Math.min(60 * 2 ** Math.min(attempts - 1, 10), LONGEST_WAIT_SECONDS)
}

type MailSenderServices = {
  database: Database
  secrets: SecretBox
  post: Post
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>
}

/**
 * Starts sending queued mails: when woken, and every few seconds for mails that other servers of the database left
 * behind. `stop` waits for the mail being sent.
 */
export function startMailSender(services: MailSenderServices): { wake(): void; stop(): Promise<void> } {
  let isStopped = false
  let isWanted = false
  let work: Promise<void> | undefined
  const sendAll = async () => {
    while (isWanted && !isStopped) {
      isWanted = false
      while (!isStopped && (await sendNext(services, new Date())));
    }
  }
  const wake = () => {
    isWanted = !isStopped
    work ??= sendAll()
      .catch((error: unknown) => services.log.warn({ err: error }, 'mail could not be looked for'))
      .finally(() => {
        work = undefined
      })
  }
  const timer = setInterval(wake, LOOK_AGAIN_MS)
  timer.unref()
  return {
    wake,
    async stop() {
      isStopped = true
      clearInterval(timer)
      await work
      services.post.close()
    },
  }
}

/**
 * Sends the mail that has been due longest; returns false if none is due. Postpones it before sending: no other server
 * then takes it, and it is retried if this server stops halfway.
 */
async function sendNext({ database, secrets, post, log }: MailSenderServices, now: Date): Promise<boolean> {
  const mail = await database.transaction((transaction) => transaction.writeRow(takeNext(now)))
  if (!mail) return false
  const { mail_id: mailId, recipient: to, subject, attempts } = mail
  const forget = () =>
    database.transaction((transaction) => transaction.write(db.deleteFrom('mails').where('mail_id', '=', mailId)))
  const giveUp = (isSealed: boolean) =>
    database.transaction(async (transaction) => {
      await transaction.write(db.deleteFrom('mails').where('mail_id', '=', mailId))
      if (mail.about === null) return
      const noted = { about: mail.about, given_up_at: now, is_sealed: isSealed }
      await transaction.write(
        db
          .insertInto('mails_given_up')
          .values(noted)
          .onConflict((same) => same.doNothing()),
      )
    })
  const text = secrets.open(mail.body, purposeOfMail(to))
  if (text === undefined) {
    await giveUp(true)
    log.error({ mailId }, 'a mail was sealed with another key and cannot be sent')
    return true
  }
  try {
    await post.send({ to, subject, text })
  } catch (error) {
    // Log no more of the error: the mail server's text names the recipient.
    const { code, responseCode } = error as { code?: string; responseCode?: number }
    const isHopeless = now.getTime() - mail.created_at.getTime() > GIVE_UP_AFTER_MS
    if (isHopeless) await giveUp(false)
    else await noteRefusal(database, mailId, `${code === 'EAUTH' ? code : (responseCode ?? code ?? '')}`)
    log[isHopeless ? 'error' : 'warn'](
      { mailId, attempts, code, responseCode },
      isHopeless ? 'a mail was given up after a day' : 'a mail was not taken, and is tried again later',
    )
    return true
  }
  await forget()
  return true
}

const noteRefusal = (database: Database, mailId: number, refusedWith: string) =>
  database.transaction((transaction) =>
    transaction.write(
      db
        .updateTable('mails')
        .set({ refused_with: refusedWith.slice(0, 40) })
        .where('mail_id', '=', mailId),
    ),
  )

function takeNext(now: Date) {
  const put = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  return sql<{
    mail_id: number
    recipient: string
    subject: string
    body: Buffer
    created_at: Date
    attempts: number
    about: string | null
  }>`
    update mails set
      attempts = attempts + 1, refused_with = null,
      next_attempt_at = (${[1, 2, 3, 4, 5, 6, 7].map((attempt) => put(retrySeconds(attempt)))}::timestamptz[])[least(attempts + 1, 7)]
    where mail_id = (
      select mail_id from mails where next_attempt_at <= ${now} order by next_attempt_at, mail_id limit 1
      for update skip locked
    )
    returning mail_id, recipient, subject, body, created_at, attempts, about`.compile(db)
}
