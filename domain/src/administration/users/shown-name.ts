/** What those who may not see names of staff are told instead. */
export const OPERATIONS = 'Despatch operations'
/** Of someone of whom nothing is kept any more. */
export const FORMER_USER = 'A former user'

/** What does something of its own accord, for shoppers, or by a key that the client knows: no names of people. */
const IS_NOBODY = /^(?:$|Despatch$|Returns portal$|API key )/
/** The feed command is the operator's, with the account of the machine that it ran on. */
const IS_COMMAND = /^npm run /

/** Whether a name may be that of a user, whom one has to know more of to say what they are called. */
export const mayBeUser = (name: string) => !IS_NOBODY.test(name) && !IS_COMMAND.test(name)

/**
 * The name of the person who did something, for someone who may not see names of staff. `isStaff` says it of those who are or were
 * users: undefined of a name that nobody is known to have had.
 */
export function shownName(name: string, isStaff: (name: string) => boolean | undefined): string {
  if (IS_NOBODY.test(name)) return name
  if (IS_COMMAND.test(name)) return OPERATIONS
  const staff = isStaff(name)
  if (staff === undefined) return FORMER_USER
  return staff ? OPERATIONS : name
}
