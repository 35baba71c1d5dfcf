import type { Jobs } from '../jobs/jobs.ts'
import type { AddressRules } from './address-rules.ts'
import type { SecretBox } from './secret-box.ts'

/**
 * What handlers are given beside their request: it is made once, by main.ts, and the same for every request. An area that
 * gives something adds it to this interface where it makes it (`declare module`), so that nothing here imports an area.
 */
export interface Services {
  secrets: SecretBox
  /** Where people reach the portal, without a slash at its end: links in mail begin with it. */
  publicUrl: string
  /** Called when mail has been queued and committed. */
  mailQueued: () => void
  /** Called when something is to be delivered to a webhook without delay, once it is committed. */
  webhooksQueued: () => void
  /** Where webhooks may send to. */
  webhookAddresses: AddressRules
  /** What survives the tab that asked for it. */
  jobs: Pick<Jobs, 'send' | 'cancel' | 'unfinishedOf' | 'sendRecurring'>
}
