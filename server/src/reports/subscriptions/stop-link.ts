import type { SecretBox } from '../../process/secret-box.ts'

export type Recipient = { subscriptionId: number; userId: number }

const PURPOSE = 'report-mail-stop'

/** The address of a page on which a recipient stops the mails of a report; only the portal can make one. */
export const stopAddress = (publicUrl: string, secrets: SecretBox, { subscriptionId, userId }: Recipient): string =>
  `${publicUrl}/report-mails/${secrets.seal(`${subscriptionId} ${userId}`, PURPOSE).toString('base64url')}`

/** Whose mails such an address stops; undefined for one that the portal did not make. */
export function recipientOf(secrets: SecretBox, token: string): Recipient | undefined {
  const [subscriptionId, userId] = (secrets.open(Buffer.from(token, 'base64url'), PURPOSE) ?? '').split(' ').map(Number)
  return subscriptionId && userId ? { subscriptionId, userId } : undefined
}
