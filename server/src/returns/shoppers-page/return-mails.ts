import { shopperMail } from '@despatch/domain/returns/shoppers-page/shopper-mails'
import { sql } from 'kysely'
import { fixed } from '../../database/prepared.ts'
import { db } from '../../database/sql.ts'
import { inOrder, type Transaction } from '../../database/transaction.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import type { Services } from '../../process/services.ts'
import { readReturn } from '../portal/read-return.ts'
import { pageSettings } from './page-context.ts'
import { withDistinctLines } from './distinct-lines.ts'
import { returnPath } from './return-link.ts'

type MailContext = { readonly services: Pick<Services, 'secrets' | 'publicUrl' | 'mailQueued'>; readonly now: Date }
type WaitingRow = { client_code: string; return_reference: string; step_number: number; step: string }

/** Queues the waiting emails of a return in the transaction of its step: both are stored, or neither. */
export async function mailSteps(
  transaction: Transaction,
  { client, reference }: { client: string; reference: string },
  context: MailContext,
): Promise<void> {
  await queueEach(transaction, await transaction.write(waitingOf(client, reference)), context)
}

const waitingOf = fixed((client: string, reference: string) =>
  sql<WaitingRow>`
    select client_code, return_reference, step_number, step from return_mails
    where mailed_at is null and client_code = ${client} and return_reference = ${reference}
    order by step_number for update skip locked`.compile(db),
)

/**
 * Queues the longest-waiting emails, of all clients visible to the transaction. Each is marked in the transaction that
 * queues it, so a crash never queues it twice.
 *
 * @returns how many were waiting, at most `most`
 */
export async function mailWaitingSteps(transaction: Transaction, most: number, context: MailContext): Promise<number> {
  const waiting = await transaction.write(
    sql<WaitingRow>`
      select client_code, return_reference, step_number, step from return_mails
      where mailed_at is null
      order by made_at, client_code, return_reference, step_number limit ${most} for update skip locked`.compile(db),
  )
  await queueEach(transaction, waiting, context)
  return waiting.length
}

async function queueEach(
  transaction: Transaction,
  waiting: readonly WaitingRow[],
  context: MailContext,
): Promise<void> {
  const { services, now } = context
  for (const { client_code: client, return_reference: reference, step_number, step } of waiting) {
    const [announcedReturn, { settings }, shop] = await Promise.all([
      readReturn(transaction, { client, reference }),
      pageSettings(transaction, client),
      transaction.row(nameOf(client)),
    ])
    const marked = transaction.write(markMailed(now, client, reference, step_number))
    const event = announcedReturn?.steps.find(({ number }) => number === step_number)
    if (announcedReturn && event && announcedReturn.email.includes('@')) {
      const currency = shop?.currency_code ?? 'GBP'
      const mail = shopperMail({
        shop: settings.title || (shop?.name ?? client),
        currency,
        contactMail: settings.contactMail,
        returnsAddress: settings.returnsAddress,
        link: settings.isOn ? `${services.publicUrl}${returnPath(services.secrets, { client, reference })}` : '',
        of: withDistinctLines(announcedReturn, currency),
        step,
        event,
      })
      await inOrder([marked, queueMail(transaction, { to: announcedReturn.email, ...mail }, { now, services, client })])
    } else await marked
  }
}

const nameOf = fixed((client: string) =>
  db.selectFrom('clients').select(['name', 'currency_code']).where('client_code', '=', client).compile(),
)
const markMailed = fixed((now: Date, client: string, reference: string, step: number) =>
  db
    .updateTable('return_mails')
    .set({ mailed_at: now })
    .where('client_code', '=', client)
    .where('return_reference', '=', reference)
    .where('step_number', '=', step)
    .compile(),
)
