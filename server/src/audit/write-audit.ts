import type { Act } from '@despatch/domain/administration/user-activity/acts'
import type { ActContext, PublicContext } from '../http/context.ts'
import { prepared } from '../database/prepared.ts'
import { db } from '../database/sql.ts'
import type { Transaction } from '../database/transaction.ts'

/** An act as the audit keeps it. `record` ('user:12') names the record whose history shows it. `before` and `after` hold no secrets and no personal data: those are masked by the handler. */
export type AuditedAct = {
  clientCode: string | null
  act: Act
  object: string
  record?: string
  before?: unknown
  after?: unknown
}

/** Writes the audit row of a signed-in caller's act, in the transaction that does it. */
export async function audit(context: ActContext, act: AuditedAct): Promise<void> {
  context.audited.push(act.act)
  await writeAudit(context.transaction, {
    ...act,
    context,
    userId: context.caller.userId,
    byName: context.caller.username,
  })
}

/** Says of an audited call that it did nothing, so that its audit has nothing to tell. */
export function nothingDone(context: Pick<ActContext, 'audited'>): void {
  context.audited.push('')
}

/** As {@link audit}, where nobody is signed in yet, or a handler has transactions of its own. */
export async function writeAudit(
  transaction: Transaction,
  {
    context,
    clientCode,
    userId,
    byName,
    act,
    object,
    record,
    before,
    after,
  }: AuditedAct & {
    context: Pick<PublicContext, 'now' | 'requestId'>
    userId: number | null
    byName: string
  },
): Promise<void> {
  const row = db.insertInto('audit').values({
    client_code: clientCode ?? '',
    at: context.now,
    // An API key is no user.
    user_id: userId === 0 ? null : userId,
    by_name: byName,
    act,
    object,
    record: record ?? '',
    before: before === undefined ? null : JSON.stringify(before),
    after: after === undefined ? null : JSON.stringify(after),
    request_id: context.requestId,
  })
  await transaction.write(prepared(row))
}
