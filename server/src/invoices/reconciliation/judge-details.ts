import type { Duplicate } from '@despatch/domain/invoices/reading/kept-proof'
import { judge } from '@despatch/domain/invoices/reconciliation/judge'
import { runInTurns } from '../../process/loop-budget.ts'
import type { Rules } from '../matching/load-rules.ts'
import { type AccountRow, type ParcelKey, parcelName, type Undecided } from '../parcel-accounts/accounts.ts'
import { type KeptDetail, keepDetail, numberOf } from './billed-rows.ts'
import { type DetailToJudge, FactsOfDetail, type JudgedInvoice, type Known } from './facts-of-detail.ts'

/** Whose accounts details are judged by: all parcels of their consignments, and the numbers of their rows. */
export const accountsOf = (
  details: readonly DetailToJudge[],
  consignments: Known['consignments'],
): { parcels: ParcelKey[]; numbers: string[] } => ({
  parcels: [...consignments.values()].flatMap((ofOrder) =>
    ofOrder.flatMap(({ client, parcels }) => parcels.map(({ trackingNumber }) => ({ client, trackingNumber }))),
  ),
  numbers: details.flatMap(({ detail }) => detail.parcels.map((parcel) => numberOf(parcel.trackingNumber))),
})

type JudgedDetails = { kept: KeptDetail[]; duplicates: Duplicate[] }

/**
 * Judges details of an invoice, some at a time and in order: what one bills is billed before for those behind it. Gives them as
 * they are kept, and the charges among them that were billed before. The accounts hold what {@link accountsOf} asks for, and
 * grow. Others go first between two details.
 */
export const judgeDetails = (
  rules: Rules,
  invoice: JudgedInvoice,
  details: readonly DetailToJudge[],
  known: Known,
): Promise<JudgedDetails> => runInTurns(judgeEach(rules, invoice, details, known))

function* judgeEach(
  rules: Rules,
  invoice: JudgedInvoice,
  details: readonly DetailToJudge[],
  known: Known,
): Generator<undefined, JudgedDetails> {
  const duplicates: Duplicate[] = []
  const kept: KeptDetail[] = []
  const numbered = numberedParcels(details)
  for (const one of details) {
    yield
    const of = new FactsOfDetail(rules, invoice, one, known, numbered)
    duplicates.push(...of.duplicates())
    const judged = keepDetail(one, of.facts, judge(one.detail, of.facts, rules.rules))
    for (const row of accountRowsOf(invoice, judged)) known.accounts.addJudged(row)
    kept.push(judged)
  }
  return { kept, duplicates }
}

/** The parcels that rows name by their own numbers: no other number means them. */
function numberedParcels(details: readonly DetailToJudge[]): ReadonlySet<string> {
  const names = new Set<string>()
  for (const { detail, found } of details)
    for (const [index, { trackingNumber }] of detail.parcels.entries()) {
      const one = found.parcels[index]
      if (one?.kind === 'parcel' && one.parcel.trackingNumber === numberOf(trackingNumber))
        names.add(parcelName(one.parcel))
    }
  return names
}

/** The rows of a detail that were judged just now, as those behind it meet them. */
const accountRowsOf = (
  { invoiceId, number, filename, day, currency, billedSince }: JudgedInvoice,
  { detail, rows }: KeptDetail,
): Undecided<AccountRow>[] =>
  rows
    .filter(({ isDecided }) => !isDecided)
    .map((row) => ({
      invoiceId,
      no: row.no,
      invoiceNumber: number,
      invoiceDay: day,
      billedSince,
      currency,
      filename,
      line: row.line,
      leg: detail.leg,
      shipmentDay: detail.shipmentDay,
      client: row.client,
      covers: row.covers,
      number: row.trackingNumber,
      verdict: row.judged.verdict,
      charges: row.charges,
    }))
