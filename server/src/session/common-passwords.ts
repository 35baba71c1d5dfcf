let list: Promise<ReadonlySet<string>> | undefined

/** The 49,000 most common passwords, in small letters: read when the first password is chosen, and kept. */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  list ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return list
}
