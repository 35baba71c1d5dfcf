import { type RawBuilder, sql } from 'kysely'
import type { Transaction } from '../database/transaction.ts'
import type { Services } from '../process/services.ts'
import { db } from '../database/sql.ts'

/** State of the unsent mails about some records; null if there are none. */
export type WaitingMails = {
  tries: number
  /** Null before the first try, and while they are being tried. */
  refused_with: string | null
  next_attempt_at: string
}

/** Selects {@link WaitingMails} for the uuids of a query. */
export const waitingMails = (about: RawBuilder<unknown>) => sql`
  (select jsonb_build_object('tries', max(attempts), 'refused_with', max(refused_with), 'next_attempt_at', min(next_attempt_at))
   from mails where about in (${about}) having count(*) > 0)`

/** Whether unsent mails are tried for the first time, tried again, or wait for the next try. */
export function waitingState({ tries, refused_with, next_attempt_at }: WaitingMails) {
  if (refused_with !== null)
    return { reason: refusalText(refused_with), nextTryAt: new Date(next_attempt_at).toISOString() }
  return tries > 1 ? { reason: 'The mail server is being tried again.', nextTryAt: null } : undefined
}

const OUT_OF_REACH = ['ECONNECTION', 'ECONNREFUSED', 'EDNS', 'ESOCKET', 'ETIMEDOUT', 'ETLS']

/** Why mails wait, in words, from the answer to the last try. */
function refusalText(refusedWith: string): string {
  if (OUT_OF_REACH.includes(refusedWith)) return 'The mail server cannot be reached.'
  if (refusedWith === 'EAUTH') return 'The mail server does not let the portal sign in.'
  return /^\d+$/.test(refusedWith)
    ? `The mail server did not take it (its answer was ${refusedWith}).`
    : 'The mail could not be handed over.'
}

/**
 * Makes waiting mails due at once, for the uuids of a query. Returns how many. Skips mails being sent, which would
 * otherwise go out twice.
 */
export async function retryMailsNow(
  transaction: Transaction,
  about: RawBuilder<unknown>,
  { now, services }: { now: Date; services: Pick<Services, 'mailQueued'> },
): Promise<number> {
  const tried = await transaction.write(
    sql<{ mail_id: number }>`
      update mails set next_attempt_at = ${now} where about in (${about}) and refused_with is not null
      returning mail_id`.compile(db),
  )
  if (tried.length > 0) transaction.afterCommit(services.mailQueued)
  return tried.length
}
