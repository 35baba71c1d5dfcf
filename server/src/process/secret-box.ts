import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Tells by which key and cipher a text was sealed, so that there can be others later. */
const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Keeps what the database must not be able to tell: seeds of second factors, the text of mail that waits. */
export type SecretBox = {
  /** The text, sealed. It opens for the same `purpose` alone ('otp:12'), so it cannot be moved to another row. */
  seal(text: string, purpose: string): Buffer
  /** What was sealed; undefined when it was for another purpose, with another key, or has been changed. */
  open(sealed: Buffer, purpose: string): string | undefined
  /** A hash that only the holder of the key can make, for texts short enough to be tried out. */
  fingerprint(text: string, purpose: string): Buffer
}

/** A box of the portal's secret: AES-256-GCM and HMAC-SHA256, each with a key of its own. */
export function openSecretBox(secret: string): SecretBox {
  const keyFor = (use: string) => Buffer.from(hkdfSync('sha256', secret, 'despatch', use, 32))
  const [sealing, hashing] = [keyFor('seal 1'), keyFor('fingerprint 1')]
  return {
    seal(text, purpose) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', sealing, nonce).setAAD(Buffer.from(purpose))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), sealed])
    },
    open(sealed, purpose) {
      const start = 1 + NONCE_BYTES + TAG_BYTES
      if (sealed[0] !== VERSION || sealed.length < start) return undefined
      const decipher = createDecipheriv('aes-256-gcm', sealing, sealed.subarray(1, 1 + NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(Buffer.from(purpose)).setAuthTag(sealed.subarray(1 + NONCE_BYTES, start))
      try {
        return Buffer.concat([decipher.update(sealed.subarray(start)), decipher.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
    fingerprint: (text, purpose) => createHmac('sha256', hashing).update(`${purpose}\n${text}`).digest(),
  }
}
