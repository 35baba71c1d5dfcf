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
import { auditOf } from './enter.ts'
import { mailAddressOf, makePasswordLink, type MailedUser } from './password-link.ts'
import { userByName } from '../../http/authentication/queries.ts'
import { signInPlace } from './sign-in-place.ts'

const ON_ITS_WAY = `If there is a user of this name with an email address, a link to choose a new password is on its way. It works for ${RESET_LINK_MINUTES} minutes.`

/** Longer than any of the ways through this takes, so that none can be told by its time. */
const SHORTEST_MS = 200

/**
 * Mails a link to choose a new password. Answers alike, and after the same time, whether or not there is such a user,
 * and whether or not they can be mailed (domain.md, Access). Throws an AppError (429) after many for a name or an address.
 */
export async function requestPasswordReset(
  context: PublicContext,
  { query }: RouteChecked<typeof routes.requestPasswordReset>,
): Promise<RouteAnswer<typeof routes.requestPasswordReset>> {
  const asked = context.inTransaction(async (transaction) => {
    const { now } = context
    const user = await transaction.row(userByName(query.username))
    const place = await signInPlace(transaction, user?.user_id, undefined, context)
    const attempt = { kind: 'reset', name: query.username, userId: user?.user_id, ...place } as const
    const { isFirst } = await countAttempt(transaction, attempt, now)
    await countFailedName(transaction, attempt, { isFirst, now })
    if (!user) {
      // Not what was asked for: now and then it is a password.
      const nobody = { userId: null, byName: '', object: 'user (unknown name)' }
      const act = 'session.password-reset-asked'
      return writeAudit(transaction, { context, clientCode: null, act, ...nobody })
    }
    await auditOf(transaction, user, context, 'session.password-reset-asked')
    if (user.may_sign_in && !(await hasOpenLinks(transaction, user.user_id, now)))
      await mailLink(transaction, user, context)
  })
  await Promise.all([asked, sleep(SHORTEST_MS)])
  return { message: ON_ITS_WAY }
}

/**
 * Whether as many links as are mailed are open: any of them serves. So nobody's mailbox is filled by strangers, and no
 * stranger can keep its owner from asking.
 */
async function hasOpenLinks(transaction: Transaction, userId: number, now: Date): Promise<boolean> {
  const open = await transaction.rows(
    db
      .selectFrom('password_links')
      .select('expires_at')
      .where('user_id', '=', userId)
      .where('expires_at', '>', now)
      // An invitation, which lives for days, may never have arrived.
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
