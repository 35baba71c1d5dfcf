import { hash, verify } from '@node-rs/argon2'
import { inLane, type Waiting } from './password-lanes.ts'

/** OWASP's choice for argon2id (the library's default kind): 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The argon2id hash of a password, with its parameters and salt. */
export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), COST)
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
  const matches = await inLane(waiting, () => verify(compared, password.normalize('NFC')))
  return matches && Boolean(passwordHash)
}
