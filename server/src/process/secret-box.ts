import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Identifies the key and cipher of a sealed text, so that there can be others later. */
const VERSION = 1
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Seals what must not be readable in the database: seeds of second factors, waiting mail. */
export type SecretBox = {
  /** Seals a text. It opens only for the same `purpose` ('otp:12'), so it cannot be moved to another row. */
  seal(text: string, purpose: string): Buffer
  /** Opens a sealed text. Undefined if the purpose or key differs, or it was altered. */
  open(sealed: Buffer, purpose: string): string | undefined
  /** A keyed hash, for texts short enough to be found by trying. */
  fingerprint(text: string, purpose: string): Buffer
}

/** Opens a box with the portal's secret: AES-256-GCM and HMAC-SHA256, each with a key of its own. */
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
