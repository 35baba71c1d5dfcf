import type { Services } from '../../process/services.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { hashToken, newToken } from '../../http/authentication/token.ts'

/** The fields of a user that mails need. */
export type MailedUser = { user_id: number; username: string; first_name: string; email: string }

const ADDRESS = /^[^@\s]+@[^@\s]+\.[^@\s.]{2,}$/

/** The mail address of a user: their email address, or their username if that is one; undefined if neither is. */
export function mailAddressOf({ email, username }: Pick<MailedUser, 'email' | 'username'>): string | undefined {
  return email || (ADDRESS.test(username) ? username : undefined)
}

/** Creates a link to choose a password. It works once, for the given number of minutes. Returns its URL. */
export async function makePasswordLink(
  transaction: Transaction,
  options: { userId: number; minutes: number; context: { now: Date; services: Services } },
): Promise<string> {
  const { now, services } = options.context
  const token = newToken()
  await transaction.write(
    db.insertInto('password_links').values({
      token_hash: hashToken(token),
      user_id: options.userId,
      expires_at: new Date(now.getTime() + options.minutes * 60_000),
    }),
  )
  return `${services.publicUrl}/sign-in?reset=${token}`
}
