import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

/** Creates a secret in the form of Standard Webhooks: 'whsec_' and 32 random bytes in base64. */
export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64')
}

/**
 * The header webhook-signature of Standard Webhooks: for each secret 'v1,' and the base64 HMAC-SHA256 of
 * 'id.timestamp.body', separated by spaces. A receiver accepts any of them. `timestamp` is in seconds.
 */
export function signatureHeader(
  secrets: readonly string[],
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): string {
  return secrets
    .map((secret) => createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64')))
    .map((hmac) => `v1,${hmac.update(`${id}.${timestamp}.${body}`).digest('base64')}`)
    .join(' ')
}

/** The purpose for which a webhook's secret is sealed. */
export const secretPurpose = (client: string) => `webhook:${client}`
