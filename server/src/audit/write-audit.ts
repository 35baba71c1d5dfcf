import type { Act } from '@despatch/domain/administration/user-activity/acts'
import type { ActContext, PublicContext } from '../http/context.ts'
import { prepared } from '../database/prepared.ts'
import { db } from '../database/sql.ts'
import type { Transaction } from '../database/transaction.ts'

/**
 * An act to audit. `record` ('user:12') names the record whose history shows it. `before` and `after` must hold no
 * secrets and no personal data: the handler masks those.
 */
export type AuditedAct = {
  clientCode: string | null
  act: Act
  object: string
  record?: string
  before?: unknown
  after?: unknown
}

/** Writes the audit row of the caller's act, in the transaction of the act. */
export async function audit(context: ActContext, act: AuditedAct): Promise<void> {
  context.audited.push(act.act)
  await writeAudit(context.transaction, {
    ...act,
    context,
    userId: context.caller.userId,
    byName: context.caller.username,
  })
}

/** Marks an audited call as having changed nothing, so that it needs no audit row. */
export function skipAudit(context: Pick<ActContext, 'audited'>): void {
  context.audited.push('')
}

/** Like {@link audit}, for callers who are not signed in and handlers with their own transactions. */
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
    // API keys act with user id 0.
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
