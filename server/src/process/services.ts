import type { Jobs } from '../jobs/jobs.ts'
import type { AddressRules } from './address-rules.ts'
import type { SecretBox } from './secret-box.ts'

/**
 * Services that handlers get beside their request, made once by main.ts. An area extends this interface where it makes a
 * service (`declare module`), so that nothing here imports an area.
 */
export interface Services {
  secrets: SecretBox
  /** The portal's address for users, without a final slash: links in mail begin with it. */
  publicUrl: string
  /** Whom users ask for help, or an empty text. */
  contact: string
  /** Call after a transaction that queued mail has committed. */
  mailQueued: () => void
  /** Call after a transaction that queued a webhook delivery has committed, to send it without delay. */
  webhooksQueued: () => void
  /** Where webhooks may be sent. */
  webhookAddresses: AddressRules
  /** Work that continues after the tab that started it is closed. */
  jobs: Pick<Jobs, 'send' | 'cancel' | 'unfinishedOf' | 'sendRecurring'>
}
