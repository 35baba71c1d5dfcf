import type { Database } from '../../database/database.ts'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'
import { asOperator } from '../../invoices/import/as-operator.ts'
import type { Services } from '../../process/services.ts'
import { beginNext } from './begin-sendings.ts'
import { mailMade, noteGivenUp } from './finish-sendings.ts'
import { whileFound } from './sending-queries.ts'

/** Begins what is due, mails what is made, and notes what no mail server took. Several servers may do it at once. */
export async function sendSubscriptions(database: Database, services: Services, now = new Date()): Promise<void> {
  const given = { now, services }
  await whileFound(database, (transaction) => beginNext(transaction, given))
  for (let after: number | undefined = 0; after !== undefined;) {
    const from: number = after
    after = await retryOnDeadlock(() => asOperator(database, (transaction) => mailMade(transaction, given, from)))
  }
  await whileFound(database, (transaction) => noteGivenUp(transaction, given))
}
