import { SEES_EVERYTHING } from '@despatch/domain/administration/clients/visibility'
import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import type { ActContext } from '../../http/context.ts'
import { acceptMatched } from '../accept-and-reject/accept-matched.ts'
import { decideDetails } from '../accept-and-reject/decide-rows.ts'
import { decideSummary } from '../accept-and-reject/decide-summary.ts'
import { actOnDisputes } from '../disputes/act-on-disputes.ts'
import { rowId } from '../ids.ts'
import { asOperator } from './as-operator.ts'
import { runImport } from './run-import.ts'

/** Marks the demo's files until they are imported. */
export const DEMO_CREATOR = 'demo'

/**
 * Imports the demo's invoice files as if a user had sent them, and decides the oldest invoices. Does nothing if no
 * file waits; after an interruption, call it again.
 */
export async function importDemoInvoices(database: Database, now = new Date()): Promise<void> {
  const files = await asOperator(database, (transaction) =>
    transaction.rows(
      db
        .selectFrom('invoice_files')
        .select('file_id')
        .where('creator', '=', DEMO_CREATOR)
        .where('job_id', 'is', null)
        .where('state', 'in', ['Waiting', 'Reading', 'Matching', 'Judging'])
        .orderBy('file_id'),
    ),
  )
  for (const { file_id } of files) await runImport(database, file_id)
  if (files.length === 0) return
  const invoices = await asOperator(database, (transaction) => oldest(transaction))
  const atWork = async (work: (context: ActContext) => Promise<unknown>) => {
    await asOperator(database, async (transaction) => work(await contextOf(transaction, now)))
  }
  for (const [index, { invoice_id, proof }] of invoices.entries()) {
    const summaryID = String(invoice_id)
    await atWork((context) => acceptMatched(context, { body: { summaryIDs: [summaryID] } }))
    await atWork((context) => rejectWrong(context, invoice_id, index))
    // Leave half of the last one undecided.
    if (index < invoices.length - 1 && proof !== 'does not add up')
      await atWork((context) => decideSummary(context, { params: { id: 'Accepted' }, body: { summaryID } }))
  }
  await atWork(pursueDisputes)
}

/** Marks all but the newest dispute as sent, and the first one as refused. */
async function pursueDisputes(context: ActContext): Promise<void> {
  const rows = await context.transaction.rows(
    db.selectFrom('invoice_disputes').select('dispute_id').orderBy('dispute_id'),
  )
  const sent = rows.slice(0, -1).map(({ dispute_id }) => ({ disputeID: String(dispute_id) }))
  if (sent.length === 0) return
  await actOnDisputes(context, { params: { act: 'send' }, body: { disputes: sent } })
  const reason = 'Their scales were checked on Monday; they show us the certificate.'
  await actOnDisputes(context, { params: { act: 'refuse' }, body: { disputes: sent.slice(0, 1), reason } })
}

const DECIDED = 4
type Oldest = { invoice_id: number; proof: string }

const oldest = (transaction: Transaction): Promise<Oldest[]> =>
  transaction.rows(
    sql<Oldest>`select invoice_id, proof from invoices where status = 'Imported' and currency = 'GBP'
      order by invoice_day, invoice_id limit ${DECIDED}`.compile(db),
  )

const REASONS: Readonly<Record<string, string>> = {
  'Already billed': 'Billed before: credit the second charge, please.',
  'Not found': 'We sent no such parcel.',
  'Not despatched': 'This order did not leave with you.',
  Overcharged: 'Not what was agreed: credit the difference, please.',
}

/** Rejects wrong rows with a fitting reason, and accepts those in the operator's favour. */
async function rejectWrong(context: ActContext, invoiceId: number, index: number): Promise<void> {
  const rows = await context.transaction.rows(
    sql<{ detail_no: number; verdict: string }>`select distinct detail_no, verdict from invoice_parcels
      where invoice_id = ${invoiceId} and status = 'Imported' order by detail_no`.compile(db),
  )
  const wanted = index === DECIDED - 1 ? rows.slice(0, Math.ceil(rows.length / 2)) : rows
  for (const [verdict, details] of Map.groupBy(wanted, (row) => row.verdict)) {
    const detailsID = details.map(({ detail_no }) => rowId(invoiceId, detail_no)).join(',')
    const reason = REASONS[verdict]
    const value = reason === undefined ? 'accepted' : 'rejected'
    await decideDetails(context, { params: { value }, body: { detailsID, ...(reason && { reason }) } })
  }
}

/** A call context of ops.user with what deciding needs. */
async function contextOf(transaction: Transaction, now: Date): Promise<ActContext> {
  const user = await transaction.row(
    db.selectFrom('users').select(['user_id', 'username']).where('username', '=', 'ops.user'),
  )
  if (!user) throw new Error('The demo has no user ops.user')
  const { user_id: userId, username } = user
  const caller = { userId, username, isInternal: true, isForAll: true, clients: [], sees: SEES_EVERYTHING }
  return { transaction, now, caller, requestId: '', audited: [] }
}
