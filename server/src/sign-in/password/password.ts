import { hashArgon2id, verifyArgon2id } from './argon2id.ts'
import { inLane, type Waiting } from './password-lanes.ts'

/** OWASP's choice for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }

/** The argon2id hash of a password, with its parameters and salt. */
export function hashPassword(password: string): Promise<string> {
  return hashArgon2id(password.normalize('NFC'), COST)
}

const nobodys = hashPassword('the password of nobody at all')

/**
 * Whether a password belongs to a hash. Without a hash (no such user, or '' while none has been chosen) it works as long
 * and answers no, so that the time taken does not tell whether the user exists. `waiting` says who waits with whom.
 */
export async function isPassword(
  password: string,
  passwordHash: string | undefined,
  waiting: Waiting,
): Promise<boolean> {
  const compared = passwordHash || (await nobodys)
  const matches = await inLane(waiting, () => verifyArgon2id(compared, password.normalize('NFC')))
  return matches && Boolean(passwordHash)
}
