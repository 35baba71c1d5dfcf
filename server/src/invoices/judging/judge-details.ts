import type { Duplicate } from '@despatch/domain/invoices/reading/stored-proof'
import { judge } from '@despatch/domain/invoices/judging/judge'
import { runInTurns } from '../../process/loop-budget.ts'
import type { Rules } from '../matching/load-rules.ts'
import { type AccountRow, type ParcelKey, parcelName, type Undecided } from '../parcel-accounts/accounts.ts'
import { type StoredDetail, toStoredDetail, numberOf } from './billed-rows.ts'
import { type DetailToJudge, FactsOfDetail, type JudgedInvoice, type JudgingData } from './facts-of-detail.ts'

/** The accounts that judging details needs: all parcels of their consignments, and the numbers of their rows. */
export const accountsOf = (
  details: readonly DetailToJudge[],
  consignments: JudgingData['consignments'],
): { parcels: ParcelKey[]; numbers: string[] } => ({
  parcels: [...consignments.values()].flatMap((ofOrder) =>
    ofOrder.flatMap(({ client, parcels }) => parcels.map(({ trackingNumber }) => ({ client, trackingNumber }))),
  ),
  numbers: details.flatMap(({ detail }) => detail.parcels.map((parcel) => numberOf(parcel.trackingNumber))),
})

type JudgedDetails = { details: StoredDetail[]; duplicates: Duplicate[] }

/**
 * Judges details of an invoice in their order: what one bills counts as billed before for the next. The accounts must
 * contain what {@link accountsOf} lists; judged rows are added to them. Yields the event loop between details.
 *
 * @returns the rows to store, and their charges that were billed before
 */
export const judgeDetails = (
  rules: Rules,
  invoice: JudgedInvoice,
  details: readonly DetailToJudge[],
  data: JudgingData,
): Promise<JudgedDetails> => runInTurns(judgeEach(rules, invoice, details, data))

function* judgeEach(
  rules: Rules,
  invoice: JudgedInvoice,
  details: readonly DetailToJudge[],
  data: JudgingData,
): Generator<undefined, JudgedDetails> {
  const duplicates: Duplicate[] = []
  const judgedDetails: StoredDetail[] = []
  const numbered = numberedParcels(details)
  for (const one of details) {
    yield
    const of = new FactsOfDetail(rules, invoice, one, data, numbered)
    duplicates.push(...of.duplicates())
    const judged = toStoredDetail(one, of.facts, judge(one.detail, of.facts, rules.rules))
    for (const row of accountRowsOf(invoice, judged)) data.accounts.addJudged(row)
    judgedDetails.push(judged)
  }
  return { details: judgedDetails, duplicates }
}

/** The parcels that rows name by their own numbers, so that no other number can match them. */
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

/** The rows of a detail just judged, as rows of the account. */
const accountRowsOf = (
  { invoiceId, number, filename, day, currency, billedSince }: JudgedInvoice,
  { detail, rows }: StoredDetail,
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
