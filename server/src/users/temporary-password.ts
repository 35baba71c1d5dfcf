import { passwordProblem } from '@despatch/domain/users/password'
import { refuseFields } from '../app/refusal.ts'
import { commonPasswords } from '../session/common-passwords.ts'
import { hashPassword } from '../session/password.ts'

/**
 * The hash of a password that an administrator gives a user until they choose another. Throws a Refusal beside the field
 * where it is none that one may choose either.
 */
export async function hashTemporaryPassword(password: string, username: string): Promise<string> {
  const common = await commonPasswords()
  const problem = passwordProblem(password, { username, isCommon: (candidate) => common.has(candidate) })
  if (problem) throw refuseFields([{ path: 'password', message: problem }])
  return hashPassword(password)
}
