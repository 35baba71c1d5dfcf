import { timingSafeEqual } from 'node:crypto'
import type { SecretBox } from '../../process/secret-box.ts'

type OfReturn = { readonly client: string; readonly reference: string }

/** What only this portal can make, so that nobody guesses the address of a return. */
const keyOf = (secrets: SecretBox, { client, reference }: OfReturn): string =>
  secrets.fingerprint(`${client}\n${reference}`, 'link of a return').toString('base64url')

/** The path of a return's page, for the shopper who announced it. */
export const returnPath = (secrets: SecretBox, of: OfReturn): string =>
  `/returns/${of.client}/${of.reference}/${keyOf(secrets, of)}`

/** Whether a key is that of a return. */
export function isReturnKey(secrets: SecretBox, of: OfReturn, key: string): boolean {
  const [right, given] = [Buffer.from(keyOf(secrets, of)), Buffer.from(key)]
  return right.length === given.length && timingSafeEqual(right, given)
}
