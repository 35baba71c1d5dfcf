import { KEY_PREFIX } from '@despatch/contract/administration/api-keys/api-keys'
import { isToken, newToken } from './token.ts'

const PREVIEW_LENGTH = KEY_PREFIX.length + 6

/** Generates a key: its prefix and 256 random bits. Only its hash is stored, as for a session's token. */
export function newKey(): string {
  return KEY_PREFIX + newToken()
}

/** The part of a key that lists show to identify it. */
export function keyPreview(key: string): string {
  return key.slice(0, PREVIEW_LENGTH)
}

/**
 * Whether a text is meant as a key, so that refusals talk about keys. That includes a truncated key, but not a session token
 * that begins like a key by chance.
 */
export function isKey(text: string): boolean {
  return text.startsWith(KEY_PREFIX) && !isToken(text)
}
