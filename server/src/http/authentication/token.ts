import { createHash, randomBytes } from 'node:crypto'

/** Generates an opaque session token: 256 random bits, safe in a header. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored form of a token. It has 256 random bits, so a plain hash is enough. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Whether a text can be a token. Anything else is not looked up. */
export function isToken(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text)
}
