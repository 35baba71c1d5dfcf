import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** A new secret to sign deliveries with, in the form of Standard Webhooks: 'whsec_' and its bytes in base64. */
export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/**
 * The header webhook-signature of Standard Webhooks: 'v1,' and, in base64, the HMAC-SHA256 of 'id.timestamp.body' by the
 * secret's bytes. `timestamp` is in seconds.
 */
export function signatureOf(secret: string, message: { id: string; timestamp: number; body: string }): string {
  const { id, timestamp, body } = message
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

/** What a webhook's secret is sealed for. */
export const purposeOfSecret = (client: string) => `webhook:${client}`
