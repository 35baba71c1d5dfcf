import { passwordProblem } from '@despatch/domain/sign-in/password/password'

let list: Promise<ReadonlySet<string>> | undefined

/** The 49,000 most common passwords, in small letters: read when the first password is chosen, and kept. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  list ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return list
}

/** Whose password it is to be. */
export type Named = { username: string; first_name?: string; last_name?: string }

/** What is wrong with a password that a user is to have, in words; undefined where nothing is. */
export async function whyNotPassword(password: string, user: Named): Promise<string | undefined> {
  const common = await commonPasswords()
  return passwordProblem(password, { ...user, isCommon: (candidate) => common.has(candidate) })
}
