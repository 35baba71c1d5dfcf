import { randomInt } from 'node:crypto'
import { RECOVERY_CODES } from '@despatch/domain/sign-in/two-factor/second-factor'
import type { SecretBox } from '../../process/secret-box.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/** Crockford's base32: no letter that looks like a digit or another letter. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Three groups of four: 60 random bits. */
const GROUPS = 3
const GROUP = 4

const newCode = () =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-')

/** A code as it was typed, brought to the form in which it was made: in any case, with or without hyphens, O for 0. */
const bare = (typed: string) =>
  typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')

const fingerprint = (secrets: SecretBox, code: string, userId: number) =>
  secrets.fingerprint(bare(code), `recovery:${userId}`)

/** Gives a user new recovery codes, in place of all older ones. They can be shown this once. */
export async function giveRecoveryCodes(
  transaction: Transaction,
  userId: number,
  secrets: SecretBox,
): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  await transaction.write(db.deleteFrom('recovery_codes').where('user_id', '=', userId))
  await transaction.write(
    db
      .insertInto('recovery_codes')
      .values(codes.map((code) => ({ user_id: userId, code_hash: fingerprint(secrets, code, userId) }))),
  )
  return codes
}

/** Takes a recovery code, which is then used up; says whether it was one. */
export async function takeRecoveryCode(
  transaction: Transaction,
  given: { code: string; userId: number; secrets: SecretBox },
): Promise<boolean> {
  const taken = await transaction.writeRow(
    db
      .deleteFrom('recovery_codes')
      .where('user_id', '=', given.userId)
      .where('code_hash', '=', fingerprint(given.secrets, given.code, given.userId))
      .returning('user_id'),
  )
  return taken !== undefined
}
