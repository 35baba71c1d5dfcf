import { hashArgon2id, verifyArgon2id } from './argon2id.ts'
import { runInLane, type LaneTicket } from './password-lanes.ts'

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 }

/** The argon2id hash of a password, with its parameters and salt. */
export function hashPassword(password: string): Promise<string> {
  return hashArgon2id(password.normalize('NFC'), COST)
}

const decoyHash = hashPassword('the password of nobody at all')

/**
 * Whether a password matches a hash. Without a hash (unknown user, or '' while no password is chosen) it takes as long
 * and returns false, so that timing does not reveal whether the user exists. `waiting` names the queue.
 */
export async function isPassword(
  password: string,
  passwordHash: string | undefined,
  waiting: LaneTicket,
): Promise<boolean> {
  const compared = passwordHash || (await decoyHash)
  const matches = await runInLane(waiting, () => verifyArgon2id(compared, password.normalize('NFC')))
  return matches && Boolean(passwordHash)
}
