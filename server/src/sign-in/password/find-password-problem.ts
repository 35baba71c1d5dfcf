import { passwordProblem } from '@despatch/domain/sign-in/password/password'

let list: Promise<ReadonlySet<string>> | undefined

/** The 49,000 most common passwords, in lower case. Read on first use, then cached. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  list ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return list
}

export type PasswordOwner = { username: string; first_name?: string; last_name?: string }

/** Why a user may not have a password, in words; undefined if they may. */
export async function findPasswordProblem(password: string, user: PasswordOwner): Promise<string | undefined> {
  const common = await commonPasswords()
  return passwordProblem(password, { ...user, isCommon: (candidate) => common.has(candidate) })
}
