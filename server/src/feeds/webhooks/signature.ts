import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** A new secret to sign deliveries with, in the form of Standard Webhooks: 'whsec_' and its bytes in base64. */
export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/**
 * The header webhook-signature of Standard Webhooks: for each secret 'v1,' and, in base64, the HMAC-SHA256 of
 * 'id.timestamp.body' by its bytes, with a blank between them. A receiver takes what one of them fits. `timestamp` is in
 * seconds.
 */
export function signaturesOf(
  secrets: readonly string[],
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): string {
  return secrets
    .map((secret) => createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64')))
    .map((hmac) => `v1,${hmac.update(`${id}.${timestamp}.${body}`).digest('base64')}`)
    .join(' ')
}

/** What a webhook's secret is sealed for. */
export const purposeOfSecret = (client: string) => `webhook:${client}`
