import { refuseFields } from '../../process/app-error.ts'
import { hashPassword } from '../../sign-in/password/password.ts'
import { type Named, whyNotPassword } from '../../sign-in/password/why-not-password.ts'

/**
 * The hash of a password that an administrator gives a user until they choose another. Throws an AppError beside the field
 * where it is none that one may choose either.
 */
export async function hashTemporaryPassword(password: string, user: Named): Promise<string> {
  const problem = await whyNotPassword(password, user)
  if (problem) throw refuseFields([{ path: 'password', message: problem }])
  return hashPassword(password)
}
