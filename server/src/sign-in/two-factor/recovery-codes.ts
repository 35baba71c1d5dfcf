import { randomInt } from 'node:crypto'
import { RECOVERY_CODES } from '@despatch/domain/sign-in/two-factor/second-factor'
import type { SecretBox } from '../../process/secret-box.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'

/** Crockford's base32 has no letters that look like digits or each other. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Three groups of four characters: 60 random bits. */
const GROUPS = 3
const GROUP = 4

const newCode = () =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-')

/** Normalises a typed code: any case, with or without hyphens, O for 0. */
const normalised = (typed: string) =>
  typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')

const fingerprint = (secrets: SecretBox, code: string, userId: number) =>
  secrets.fingerprint(normalised(code), `recovery:${userId}`)

/** Replaces a user's recovery codes and returns the new ones. Only hashes are stored, so they can be shown only now. */
export async function replaceRecoveryCodes(
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

/** Consumes a recovery code. Returns false if the user has no such code. */
export async function consumeRecoveryCode(
  transaction: Transaction,
  input: { code: string; userId: number; secrets: SecretBox },
): Promise<boolean> {
  const taken = await transaction.writeRow(
    db
      .deleteFrom('recovery_codes')
      .where('user_id', '=', input.userId)
      .where('code_hash', '=', fingerprint(input.secrets, input.code, input.userId))
      .returning('user_id'),
  )
  return taken !== undefined
}
