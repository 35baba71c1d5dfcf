import { KEY_PREFIX } from '@despatch/contract/api-keys/api-keys'
import { newToken } from '../session/token.ts'

const BEGINNING = KEY_PREFIX.length + 6

/** A new key: its prefix and 256 random bits. What is kept of it is its hash, as of a session's token. */
export function newKey(): string {
  return KEY_PREFIX + newToken()
}

/** As much of a key as is shown in lists, to tell it by. */
export function beginningOf(key: string): string {
  return key.slice(0, BEGINNING)
}

/** Whether a text can be a key at all; anything else is no key, and is not looked up as one. */
export function isKey(text: string): boolean {
  return text.startsWith(KEY_PREFIX) && /^[A-Za-z0-9_-]{43}$/.test(text.slice(KEY_PREFIX.length))
}
