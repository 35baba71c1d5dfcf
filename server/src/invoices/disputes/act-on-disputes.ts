import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import {
  canDo,
  type DisputeAct,
  type DisputeEvent,
  type DisputeState,
  disputeNumber,
} from '@despatch/domain/invoices/dispute'
import { sql } from 'kysely'
import { audit, skipAudit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import type { ActContext } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { lockInvoices } from '../accept-and-reject/lock-invoices.ts'
import { openOperatorScope } from '../scope.ts'
import { notePostedInvoices } from '../postings/posting-changes.ts'
import { type DisputeRow, lockDisputes, noteDisputedDays, noteEvents, refreshDisputes } from './lock-disputes.ts'
import { noSuchDispute } from './read-dispute.ts'
import { settleByWaitingCredits } from './settle-waiting.ts'

type Answer = RouteAnswer<typeof routes.actOnDisputes>
type Input = RouteChecked<typeof routes.actOnDisputes>

const DONE: Readonly<Record<DisputeAct, { event: DisputeEvent; label: string }>> = {
  send: { event: 'sent', label: 'marked as sent' },
  refuse: { event: 'refused', label: 'marked as refused' },
  'write-off': { event: 'written off', label: 'written off' },
  reopen: { event: 'reopened', label: 'open again' },
}
const NEEDS_REASON: readonly DisputeAct[] = ['refuse', 'write-off']

/**
 * Sends, refuses, writes off or reopens those of the disputes that allow it, with a receipt for all. Reopened
 * disputes are settled by credits that came meanwhile.
 *
 * @throws AppError 403 for client users, 400 without a reason; for a single dispute also 404, 409 if another user
 *   changed it first, 422 if its state does not allow the act
 */
export async function actOnDisputes(context: ActContext, { params: { act }, body }: Input): Promise<Answer> {
  await openOperatorScope(context)
  const { transaction, caller, now } = context
  const { disputes: named, reason = '' } = body
  if (NEEDS_REASON.includes(act) && reason === '')
    throw new AppError('bad_request', 'Give a reason. It is kept in the dispute’s history.')
  const ids = named.map(({ disputeID }) => Number(disputeID))
  // Reopening reads rows; locking their invoices keeps the rows from changing.
  if (act === 'reopen') await lockInvoices(context, await invoicesOf(context, ids))
  const held = await lockDisputes(transaction, ids)
  if (held.length < new Set(ids).size) throw noSuchDispute()
  const gone = act === 'reopen' ? await withoutRows(context, ids) : new Set<number>()
  const versions = new Map(named.map(({ disputeID, version }) => [Number(disputeID), version]))
  const refusals = new Map<number, AppError>()
  for (const dispute of held) {
    const refusal = refusalOf(act, dispute, { version: versions.get(dispute.dispute_id), gone })
    if (refusal) refusals.set(dispute.dispute_id, refusal)
  }
  const [only] = refusals.values()
  if (only && held.length === 1) throw only
  const done = held.filter(({ dispute_id }) => !refusals.has(dispute_id))
  await change(context, act, done, reason)
  await noteEvents(
    transaction,
    { at: now, by: caller.username },
    done.map(({ dispute_id }) => ({ disputeId: dispute_id, what: DONE[act].event, text: reason })),
  )
  if (act === 'reopen')
    await settleByWaitingCredits(
      context,
      done.map(({ dispute_id }) => dispute_id),
    )
  const states = new Map<number, DisputeState>(
    (await lockDisputes(transaction, ids)).map(({ dispute_id, state }) => [dispute_id, state]),
  )
  const numbers = done.map(({ dispute_id }) => disputeNumber(dispute_id))
  if (done.length === 0) skipAudit(context)
  else
    await audit(context, {
      clientCode: null,
      act: 'invoice.disputes-decided',
      object: numbers.join(', ').slice(0, 1000),
      after: { act, ...(reason && { reason }) },
    })
  return {
    code: 200,
    message: messageOf(act, numbers, refusals.size),
    done: done.length,
    receipts: held.map(({ dispute_id, state }) => ({
      disputeID: String(dispute_id),
      number: disputeNumber(dispute_id),
      isDone: !refusals.has(dispute_id),
      before: state,
      after: states.get(dispute_id) ?? state,
      message: refusals.get(dispute_id)?.message ?? '',
    })),
  }
}

async function invoicesOf({ transaction }: ActContext, ids: readonly number[]): Promise<number[]> {
  const rows = await transaction.rows(
    db.selectFrom('invoice_disputes').select('invoice_id').distinct().where('dispute_id', 'in', ids),
  )
  if (rows.length === 0) throw noSuchDispute()
  return rows.map(({ invoice_id }) => invoice_id)
}

/** Finds disputes with rows that are no longer rejected, or that another dispute claims. */
async function withoutRows({ transaction }: ActContext, ids: readonly number[]): Promise<Set<number>> {
  const rows = await transaction.rows(
    sql<{ dispute_id: number }>`
      select distinct x.dispute_id from invoice_dispute_parts x
      join invoice_parcels p on p.invoice_id = x.invoice_id and p.parcel_no = x.parcel_no
      where x.dispute_id = any (${ids}::bigint[]) and (p.status <> 'Rejected' or exists (
        select from invoice_dispute_parts n
        where n.invoice_id = x.invoice_id and n.parcel_no = x.parcel_no and n.dispute_id > x.dispute_id))`.compile(db),
  )
  return new Set(rows.map(({ dispute_id }) => dispute_id))
}

function refusalOf(
  act: DisputeAct,
  dispute: DisputeRow,
  { version, gone }: { version: number | undefined; gone: ReadonlySet<number> },
): AppError | undefined {
  const number = disputeNumber(dispute.dispute_id)
  if (version !== undefined && version !== dispute.version)
    return new AppError('version_conflict', `Someone else changed dispute ${number}. Reload it.`)
  if (!canDo(act, { state: dispute.state, isSent: dispute.sent_at !== null }))
    return new AppError('unprocessable', `Dispute ${number} is ${dispute.state}, so it cannot be ${DONE[act].label}.`)
  if (gone.has(dispute.dispute_id))
    return new AppError(
      'unprocessable',
      `Rows of dispute ${number} were accepted, undone or disputed again, so it can’t be reopened. Reject the rows instead.`,
    )
  return undefined
}

async function change(
  { transaction, caller, now }: ActContext,
  act: DisputeAct,
  disputes: readonly DisputeRow[],
  reason: string,
): Promise<void> {
  const ids = disputes.map(({ dispute_id }) => dispute_id)
  if (ids.length === 0) return
  const closed = (state: 'refused' | 'written off') => ({
    state,
    closed_at: now,
    closed_by: caller.username,
    closed_reason: reason,
  })
  const changes = {
    send: { sent_at: now, sent_by: caller.username },
    refuse: closed('refused'),
    'write-off': closed('written off'),
    reopen: { state: 'open', closed_at: null, closed_by: '', closed_reason: '' },
  } as const
  await transaction.write(db.updateTable('invoice_disputes').set(changes[act]).where('dispute_id', 'in', ids))
  await refreshDisputes(transaction, ids)
  // Refusing and writing off turn the claim into cost; sending moves no money.
  if (act === 'send') return
  await noteDisputedDays(transaction, ids)
  await notePostedInvoices(
    transaction,
    disputes.map(({ invoice_id }) => invoice_id),
    now,
  )
}

function messageOf(act: DisputeAct, numbers: readonly string[], refused: number): string {
  const [only, another] = numbers
  const what = only && !another ? `Dispute ${only} is` : `${numbers.length} disputes are`
  return `${what} ${DONE[act].label}.${refused > 0 ? ` ${refused} failed. See the receipts.` : ''}`
}
