import { setTimeout as sleep } from 'node:timers/promises'
import type { session as routes } from '@despatch/contract/sign-in/session'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { MAX_OPEN_RESET_LINKS, RESET_LINK_MINUTES } from '@despatch/domain/sign-in/password/links'
import type { PublicContext } from '../../http/context.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { countAttempt, countFailedName } from './attempts.ts'
import { auditSignIn } from './start-session.ts'
import { mailAddressOf, makePasswordLink, type MailedUser } from './password-link.ts'
import { userByName } from '../../http/authentication/queries.ts'
import { signInPlace } from './sign-in-place.ts'

const LINK_SENT = `If this user has an email address, we’ve sent a link to choose a new password. It works for ${RESET_LINK_MINUTES} minutes.`

/** Longer than every path through this function, so that timing reveals nothing. */
const MIN_ANSWER_MS = 200

/**
 * Mails a link to choose a new password. The answer and its time are the same whether or not the user exists and can be
 * mailed (domain.md, Access). Throws an AppError (429) after many requests for a name or from an address.
 */
export async function requestPasswordReset(
  context: PublicContext,
  { query }: RouteChecked<typeof routes.requestPasswordReset>,
): Promise<RouteAnswer<typeof routes.requestPasswordReset>> {
  const request = context.inTransaction(async (transaction) => {
    const { now } = context
    const user = await transaction.row(userByName(query.username))
    const place = await signInPlace(transaction, user?.user_id, undefined, context)
    const attempt = { kind: 'reset', name: query.username, userId: user?.user_id, ...place } as const
    const { isFirst } = await countAttempt(transaction, attempt, now)
    await countFailedName(transaction, attempt, { isFirst, now })
    if (!user) {
      // Do not store the text typed as a name: it may be a password.
      const nobody = { userId: null, byName: '', object: 'user (unknown name)' }
      const act = 'session.password-reset-asked'
      return writeAudit(transaction, { context, clientCode: null, act, ...nobody })
    }
    await auditSignIn(transaction, user, context, 'session.password-reset-asked')
    if (user.may_sign_in && !(await hasOpenLinks(transaction, user.user_id, now)))
      await mailLink(transaction, user, context)
  })
  await Promise.all([request, sleep(MIN_ANSWER_MS)])
  return { message: LINK_SENT }
}

/**
 * Whether the user has the maximum of open links already; each of them works. The limit keeps strangers from filling a
 * mailbox, without keeping its owner from asking.
 */
async function hasOpenLinks(transaction: Transaction, userId: number, now: Date): Promise<boolean> {
  const open = await transaction.rows(
    db
      .selectFrom('password_links')
      .select('expires_at')
      .where('user_id', '=', userId)
      .where('expires_at', '>', now)
      // Ignore invitations: they live for days, and may never have arrived.
      .where('expires_at', '<=', new Date(now.getTime() + RESET_LINK_MINUTES * 60_000))
      .limit(MAX_OPEN_RESET_LINKS),
  )
  return open.length === MAX_OPEN_RESET_LINKS
}

async function mailLink(transaction: Transaction, user: MailedUser, context: PublicContext): Promise<void> {
  const to = mailAddressOf(user)
  if (!to) return
  const link = await makePasswordLink(transaction, { userId: user.user_id, minutes: RESET_LINK_MINUTES, context })
  const text = `Hello ${user.first_name || user.username},

Someone, most likely you, asked to reset the password of ${user.username} at Despatch.
Choose a new one here:

${link}

The link works once, and for ${RESET_LINK_MINUTES} minutes.

If you did not ask for this, you need not do anything: your password stays as it
is. Should it happen again and again, tell an administrator.
`
  await queueMail(transaction, { to, subject: 'Choose a new password for Despatch', text }, context)
}
