import { timingSafeEqual } from 'node:crypto'
import type { SecretBox } from '../../process/secret-box.ts'

type ReturnId = { readonly client: string; readonly reference: string }

/** A key that only this portal can create, so that nobody can guess the address of a return. */
const keyOf = (secrets: SecretBox, { client, reference }: ReturnId): string =>
  secrets.fingerprint(`${client}\n${reference}`, 'link of a return').toString('base64url')

/** Path of a return's page for its shopper. */
export const returnPath = (secrets: SecretBox, of: ReturnId): string =>
  `/returns/${of.client}/${of.reference}/${keyOf(secrets, of)}`

/** Whether a key belongs to a return; compares in constant time. */
export function isReturnKey(secrets: SecretBox, of: ReturnId, key: string): boolean {
  const [expected, actual] = [Buffer.from(keyOf(secrets, of)), Buffer.from(key)]
  return expected.length === actual.length && timingSafeEqual(expected, actual)
}
