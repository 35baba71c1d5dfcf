import type { invoices as routes } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { type Day, dayOf, formatDayShort } from '@despatch/domain/calendar/day'
import { disputeNumber, openAmount } from '@despatch/domain/invoices/dispute'
import { costText } from '@despatch/domain/routing/allocation/units'
import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { db } from '../../database/sql.ts'
import { type WrittenCell, writeWorkbook } from '../../files/workbook/write-workbook.ts'
import type { StreamingContext } from '../../http/context.ts'
import { FileAnswer } from '../../http/file-answer.ts'
import { asOperator } from '../import/as-operator.ts'
import { refuseClientUsers } from '../scope.ts'
import { readDisputeTerms, type StoredDisputeTerms } from './dispute-terms.ts'
import type { DisputeRow } from './lock-disputes.ts'
import { EVIDENCE_COLUMNS, evidenceOf, evidenceRows } from './pack-evidence.ts'
import { noSuchDispute } from './read-dispute.ts'

type Answer = RouteAnswer<typeof routes.disputePack>
/** A fact on the cover, with its cell in the workbook. */
type Fact = Answer['cover'][number] & { readonly cell: WrittenCell }
type Cover = { dispute: DisputeRow; terms: StoredDisputeTerms; billed: number; person: { name: string; email: string } }

/** Rows of evidence read at a time. */
const BATCH_SIZE = 1000

/**
 * Makes the pack for the carrier: a cover with the sums and the contact person, and the evidence of each disputed
 * row. With isFile it streams a workbook, otherwise it returns the content.
 *
 * @throws AppError 403 for client users, 404 if there is no such dispute
 */
export async function makePack(
  { database, caller, now }: StreamingContext,
  { params: { disputeID }, query: { isFile } }: RouteChecked<typeof routes.disputePack>,
): Promise<Answer | FileAnswer> {
  refuseClientUsers(caller)
  const cover = await readCover(database, Number(disputeID), caller.userId)
  const { dispute } = cover
  const facts = coverOf(cover, now)
  if (!isFile)
    return {
      code: 200,
      cover: facts.map(({ cell: _cell, ...fact }) => fact),
      columns: EVIDENCE_COLUMNS.map(({ name }) => name),
      rows: dispute.rows,
    }
  const number = disputeNumber(dispute.dispute_id)
  return new FileAnswer(`Dispute ${number}.xlsx`, () =>
    Promise.resolve(
      writeWorkbook([
        { name: `Dispute ${number}`, widths: [22, 70], frozen: 0, rows: coverRows(facts) },
        {
          name: 'Evidence',
          widths: EVIDENCE_COLUMNS.map(({ width }) => width),
          frozen: 1,
          rows: allEvidence(database, dispute),
        },
      ]),
    ),
  )
}

function readCover(database: Database, disputeId: number, userId: number): Promise<Cover> {
  return asOperator(database, async (transaction) => {
    const dispute = await transaction.row(
      db.selectFrom('invoice_disputes').selectAll().where('dispute_id', '=', disputeId),
    )
    if (!dispute) throw noSuchDispute()
    const [terms, sums, person] = await Promise.all([
      readDisputeTerms(transaction, dispute.carrier),
      transaction.row(
        sql<{ billed: number }>`
          select coalesce(sum(p.billed), 0)::bigint as billed from invoice_parcels p
          where p.invoice_id = ${dispute.invoice_id} and p.parcel_no in (
            select x.parcel_no from invoice_dispute_parts x where x.dispute_id = ${disputeId})`.compile(db),
      ),
      transaction.row(
        db.selectFrom('users').select(['first_name', 'last_name', 'email']).where('user_id', '=', userId),
      ),
    ])
    const name = person ? `${person.first_name} ${person.last_name}`.trim() : ''
    return { dispute, terms, billed: sums?.billed ?? 0, person: { name, email: person?.email ?? '' } }
  })
}

function coverOf({ dispute, terms, billed, person }: Cover, now: Date): Fact[] {
  const textFact = (name: string, value: string): Fact => ({ name, value, isAmount: false, cell: value })
  const on = (name: string, day: Day): Fact => ({ ...textFact(name, formatDayShort(day)), cell: { day } })
  const net = (name: string, cost: number): Fact => {
    const value = costText(cost)
    return { name, value, isAmount: true, cell: { amount: Number(value) } }
  }
  return [
    textFact('Dispute', disputeNumber(dispute.dispute_id)),
    textFact('Carrier', dispute.carrier_name),
    textFact('Send to', [terms.contact, terms.email].filter(Boolean).join(', ')),
    textFact('Account', dispute.account),
    textFact('Invoice', dispute.invoice_number),
    on('Invoice date', dispute.invoice_day),
    textFact('Reason', dispute.reason),
    textFact('Rows disputed', String(dispute.rows)),
    textFact('Currency', dispute.currency),
    net('Billed for these rows, net', billed),
    net('Claimed, net', dispute.claimed),
    net('Credited so far, net', dispute.credited),
    net('Still to be credited, net', openAmount(dispute)),
    on('Deadline', dispute.due_day),
    on('Prepared', dayOf(now)),
    textFact('Please answer to', [person.name, person.email].filter(Boolean).join(', ')),
  ]
}

function* coverRows(facts: readonly Fact[]): Generator<WrittenCell[]> {
  for (const { name, value, cell } of facts) if (value !== '') yield [{ heading: name }, cell]
}

/** Reads the evidence in batches, each in its own transaction, so that few rows are in memory. */
async function* allEvidence(database: Database, dispute: DisputeRow): AsyncGenerator<WrittenCell[]> {
  yield EVIDENCE_COLUMNS.map(({ name }) => ({ heading: name }))
  for (let after = 0; ;) {
    const rows = await asOperator(database, (transaction) =>
      transaction.rows(evidenceRows(dispute.dispute_id, { after, limit: BATCH_SIZE })),
    )
    for (const row of rows) {
      const evidence = evidenceOf(row, dispute)
      yield EVIDENCE_COLUMNS.map(({ of }) => of(evidence))
    }
    const last = rows.at(-1)
    if (!last || rows.length < BATCH_SIZE) return
    after = last.parcel_no
  }
}
