import type { BookShelf } from '../routing/rule-book/book-shelf.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { AddressProvider } from '../orders/create/address-provider.ts'
import type { AddressRules } from './address-rules.ts'
import type { SecretBox } from './secret-box.ts'

/** What the portal itself has, the same for every request. */
export type Portal = {
  secrets: SecretBox
  /** Where people reach the portal, without a slash at its end: links in mail begin with it. */
  publicUrl: string
  /** Called when mail has been queued and committed. */
  mailQueued: () => void
  /** Called when something is to be delivered to a webhook without delay, once it is committed. */
  webhooksQueued: () => void
  /** Where webhooks may send to. */
  webhookAddresses: AddressRules
  /** The rule books that are used, ready to decide with. */
  books: BookShelf
  /** What survives the tab that asked for it. */
  jobs: Pick<Jobs, 'send' | 'cancel' | 'unfinishedOf'>
  /** Who is asked for addresses; undefined where the portal's own table has them. */
  addresses: AddressProvider | undefined
}
