import type { Services } from '../../process/services.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { hashToken, newToken } from '../../http/authentication/token.ts'

/** A user as far as mail to them is concerned. */
export type MailedUser = { user_id: number; username: string; first_name: string; email: string }

const ADDRESS = /^[^@\s]+@[^@\s]+\.[^@\s.]{2,}$/

/** Where mail to a user goes: their email address, or the username where that is one; undefined without either. */
export function mailAddressOf({ email, username }: Pick<MailedUser, 'email' | 'username'>): string | undefined {
  return email || (ADDRESS.test(username) ? username : undefined)
}

/** Makes a link by which a user chooses a password, once, within so many minutes. Gives its address. */
export async function makePasswordLink(
  transaction: Transaction,
  given: { userId: number; minutes: number; context: { now: Date; services: Services } },
): Promise<string> {
  const { now, services } = given.context
  const token = newToken()
  await transaction.write(
    db.insertInto('password_links').values({
      token_hash: hashToken(token),
      user_id: given.userId,
      expires_at: new Date(now.getTime() + given.minutes * 60_000),
    }),
  )
  return `${services.publicUrl}/sign-in?reset=${token}`
}
