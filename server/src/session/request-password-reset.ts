import { setTimeout as sleep } from 'node:timers/promises'
import type { session as routes } from '@despatch/contract/session/session'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { RESET_LINK_MINUTES } from '@despatch/domain/session/second-factor'
import type { PublicContext } from '../app/context.ts'
import { writeAudit } from '../audit/write-audit.ts'
import type { Transaction } from '../database/transaction.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { countAttempt, resetsFrom, resetsOf } from './attempts.ts'
import { auditOf } from './enter.ts'
import { mailAddressOf, makePasswordLink, type MailedUser } from './password-link.ts'
import { userByName } from './queries.ts'

const ON_ITS_WAY = `If there is a user of this name with an email address, a link to choose a new password is on its way. It works for ${RESET_LINK_MINUTES} minutes.`

/** Longer than any of the ways through this takes, so that none can be told by its time. */
const SHORTEST_MS = 200

/**
 * Mails a link to choose a new password. Answers alike, and after the same time, whether or not there is such a user,
 * and whether or not they can be mailed (domain.md, Access). Throws a Refusal (429) after many for a name or an address.
 */
export async function requestPasswordReset(
  context: PublicContext,
  { query }: RouteChecked<typeof routes.requestPasswordReset>,
): Promise<RouteAnswer<typeof routes.requestPasswordReset>> {
  const asked = context.inTransaction(async (transaction) => {
    await countAttempt(transaction, [resetsOf(query.username), resetsFrom(context.address)], context.now)
    const user = await transaction.row(userByName(query.username))
    if (!user) {
      // Not what was asked for: now and then it is a password.
      const nobody = { userId: null, byName: '', object: 'user (unknown name)' }
      const act = 'session.password-reset-asked'
      return writeAudit(transaction, { context, clientCode: null, act, ...nobody })
    }
    await auditOf(transaction, user, context, 'session.password-reset-asked')
    if (user.may_sign_in) await mailLink(transaction, user, context)
  })
  await Promise.all([asked, sleep(SHORTEST_MS)])
  return { message: ON_ITS_WAY }
}

async function mailLink(transaction: Transaction, user: MailedUser, context: PublicContext): Promise<void> {
  const to = mailAddressOf(user)
  if (!to) return
  const link = await makePasswordLink(transaction, { userId: user.user_id, minutes: RESET_LINK_MINUTES, context })
  const text = `Hello ${user.first_name || user.username},

Somebody, most likely you, asked to reset the password of ${user.username} at Despatch.
Choose a new one here:

${link}

The link works once, and for ${RESET_LINK_MINUTES} minutes.

If you did not ask for this, you need not do anything: your password stays as it
is. Should it happen again and again, tell an administrator.
`
  await queueMail(transaction, { to, subject: 'Choose a new password for Despatch', text }, context)
}
