import { KEY_PREFIX } from '@despatch/contract/administration/api-keys/api-keys'
import { isToken, newToken } from './token.ts'

const BEGINNING = KEY_PREFIX.length + 6

/** A new key: its prefix and 256 random bits. What is kept of it is its hash, as of a session's token. */
export function newKey(): string {
  return KEY_PREFIX + newToken()
}

/** As much of a key as is shown in lists, to tell it by. */
export function beginningOf(key: string): string {
  return key.slice(0, BEGINNING)
}

/**
 * Whether a text is meant as a key, and told of keys, not to sign in again. One that was cut short is too; the token of a
 * session may begin the same by chance.
 */
export function isKey(text: string): boolean {
  return text.startsWith(KEY_PREFIX) && !isToken(text)
}
