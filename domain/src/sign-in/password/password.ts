export const SHORTEST_PASSWORD = 12
export const LONGEST_PASSWORD = 128

/**
 * Why a password may not be used, in words; undefined if it may. It needs 12 to 128 characters of any kind, must not be
 * a common one (`isCommon` takes lower case) and must not consist of the user's name: the username or, if given, first
 * and last name in either order.
 */
export function passwordProblem(
  password: string,
  options: { username: string; first_name?: string; last_name?: string; isCommon: (password: string) => boolean },
): string | undefined {
  const length = Array.from(password).length
  if (length < SHORTEST_PASSWORD) return `Enter at least ${SHORTEST_PASSWORD} characters`
  if (password.length > LONGEST_PASSWORD) return `Enter at most ${LONGEST_PASSWORD} characters`
  const plain = password.normalize('NFKC').toLowerCase().trim()
  if (new Set(plain).size < 4) return 'This password is too easy to guess. It repeats the same characters'
  if (isOwnName(plain, options.username)) return 'Don’t use your username as a password'
  const { first_name: first = '', last_name: last = '' } = options
  if ([first + last, last + first, first, last].some((name) => isOwnName(plain, name)))
    return 'Don’t use your name as a password'
  if (options.isCommon(plain) || options.isCommon(plain.replaceAll(/[\d\W_]+$/g, '')))
    return 'This password is too common. Choose another'
  return undefined
}

/** Whether a password, in lower case, is little more than a name: 'acme.admin123!' for acme.admin. */
function isOwnName(password: string, ownName: string): boolean {
  const bare = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '')
  const name = bare(ownName.normalize('NFKC').toLowerCase())
  if (name.length < 3) return false
  const rest = bare(password).replaceAll(name, '')
  return rest.length < bare(password).length && rest.replaceAll(/\d/g, '').length < 4
}
