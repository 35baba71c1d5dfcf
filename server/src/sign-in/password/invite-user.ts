import { INVITATION_HOURS } from '@despatch/domain/sign-in/password/links'
import type { Services } from '../../process/services.ts'
import type { Transaction } from '../../database/transaction.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { mailAddressOf, makePasswordLink, type MailedUser } from './password-link.ts'

/**
 * Queues a mail, within the transaction, that tells a user about their access and has a link to choose a password.
 * Returns false if the user has no address.
 */
export async function inviteUser(
  transaction: Transaction,
  { user, context }: { user: MailedUser; context: { now: Date; services: Services } },
): Promise<boolean> {
  const to = mailAddressOf(user)
  if (!to) return false
  const link = await makePasswordLink(transaction, {
    userId: user.user_id,
    minutes: INVITATION_HOURS * 60,
    context,
  })
  const text = `Hello ${user.first_name || user.username},

You have been given access to Despatch, with the username ${user.username}. Choose your password here:

${link}

The link works once, and for ${INVITATION_HOURS} hours. Later, ask for a new one at
${context.services.publicUrl}/sign-in ("Forgot your password?").

If you do not know what this is about, you need not do anything: without the
link nobody can sign in with your name.
`
  await queueMail(transaction, { to, subject: 'You have been given access to Despatch', text }, context)
  return true
}
