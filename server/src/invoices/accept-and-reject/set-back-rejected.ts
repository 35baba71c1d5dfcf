import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { ActContext } from '../../http/context.ts'
import { settleCredits } from '../disputes/settle-credits.ts'
import { noteVoided } from '../parcel-accounts/judge-following.ts'
import { noteCreditsOf } from '../postings/posting-changes.ts'
import { whileSeeingEveryClient } from '../scope.ts'

/**
 * Sets held invoices back to Imported that were rejected as a whole, of those that are asked for. They bill again from now on, behind
 * what was decided meanwhile, and what they give back settles disputes again. The caller sums up.
 */
export async function setBackRejected({ transaction, now }: ActContext, asked: RawBuilder<boolean>): Promise<void> {
  const back = await transaction.write(
    db
      .updateTable('invoices')
      .set({
        status: 'Imported',
        reason: '',
        decided_by: '',
        decided_at: null,
        decided_command: null,
        billed_since: sql`clock_timestamp()`,
      })
      .where('status', '=', 'Rejected')
      .where(asked)
      .returning('invoice_id'),
  )
  const ids = back.map(({ invoice_id }) => invoice_id)
  if (ids.length === 0) return
  await noteVoided(transaction, ids)
  await noteCreditsOf(transaction, ids, now)
  await whileSeeingEveryClient(transaction, () => settleCredits(transaction, ids))
}
