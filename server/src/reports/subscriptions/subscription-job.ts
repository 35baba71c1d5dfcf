import type { Database } from '../../database/database.ts'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'
import { asOperator } from '../../invoices/import/as-operator.ts'
import type { Services } from '../../process/services.ts'
import { beginNext } from './begin-sendings.ts'
import { mailFinishedFiles, recordFailedMails } from './finish-sendings.ts'
import { repeatUntilDone } from './sending-queries.ts'

/**
 * Begins due sendings, emails finished files, and records emails that no mail server accepted. Several servers may run
 * it.
 */
export async function sendSubscriptions(database: Database, services: Services, now = new Date()): Promise<void> {
  const context = { now, services }
  await repeatUntilDone(database, (transaction) => beginNext(transaction, context))
  for (let after: number | undefined = 0; after !== undefined;) {
    const from: number = after
    after = await retryOnDeadlock(() =>
      asOperator(database, (transaction) => mailFinishedFiles(transaction, context, from)),
    )
  }
  await repeatUntilDone(database, (transaction) => recordFailedMails(transaction, context))
}
