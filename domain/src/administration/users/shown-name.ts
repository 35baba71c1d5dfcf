/** Shown instead of staff names to users who may not see them. */
export const OPERATIONS = 'Despatch operations'
/** Shown for a user who has been erased. */
export const FORMER_USER = 'A former user'

/** Names that are not people's: the portal itself, the Returns portal, and API keys, which the client knows. */
const IS_NOBODY = /^(?:$|Despatch$|Returns portal$|API key )/
/** Commands are run by the operator; their name contains a machine account. */
const IS_COMMAND = /^npm run /

/** Whether a name may be a user's, so that the user must be looked up. */
export const mayBeUser = (name: string) => !IS_NOBODY.test(name) && !IS_COMMAND.test(name)

/**
 * The name of the person who did something, for a reader who may not see staff names. `isStaff` answers for present and
 * former users, and returns undefined for names that no user ever had.
 */
export function shownName(name: string, isStaff: (name: string) => boolean | undefined): string {
  if (IS_NOBODY.test(name)) return name
  if (IS_COMMAND.test(name)) return OPERATIONS
  const staff = isStaff(name)
  if (staff === undefined) return FORMER_USER
  return staff ? OPERATIONS : name
}
