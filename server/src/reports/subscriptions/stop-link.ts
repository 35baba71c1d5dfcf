import type { SecretBox } from '../../process/secret-box.ts'

export type Recipient = { subscriptionId: number; userId: number }

const PURPOSE = 'report-mail-stop'

/** A link that stops a report's emails for one recipient; its token is sealed, so only the portal can make one. */
export const stopAddress = (publicUrl: string, secrets: SecretBox, { subscriptionId, userId }: Recipient): string =>
  `${publicUrl}/report-mails/${secrets.seal(`${subscriptionId} ${userId}`, PURPOSE).toString('base64url')}`

/** The recipient in a link's token; undefined if the portal did not make it. */
export function recipientOf(secrets: SecretBox, token: string): Recipient | undefined {
  const [subscriptionId, userId] = (secrets.open(Buffer.from(token, 'base64url'), PURPOSE) ?? '').split(' ').map(Number)
  return subscriptionId && userId ? { subscriptionId, userId } : undefined
}
