import { refuseFields } from '../../process/app-error.ts'
import { hashPassword } from '../../sign-in/password/password.ts'
import { type PasswordOwner, findPasswordProblem } from '../../sign-in/password/find-password-problem.ts'

/**
 * Hashes a password that an administrator chose and the user must replace. Throws an AppError on the field if the user
 * could not choose it either.
 */
export async function hashTemporaryPassword(password: string, user: PasswordOwner): Promise<string> {
  const problem = await findPasswordProblem(password, user)
  if (problem) throw refuseFields([{ path: 'password', message: problem }])
  return hashPassword(password)
}
