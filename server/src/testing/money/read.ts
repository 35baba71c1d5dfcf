import { contract } from '@despatch/contract/contract'
import type { InvoiceSummary } from '@despatch/contract/invoices/invoice'
import type { ExportedParcel } from '@despatch/contract/invoices/statements'
import { callOn, type Portal } from './drive.ts'
import type { Currency } from './history.ts'

/** Reads the product's results, in pence and cents. */

const { invoices } = contract
const pence = (text: string) => Math.round(Number(text) * 10_000) / 100

/** A row of the file, combined if the product shows it as several parcel rows. */
export type ProductRow = {
  readonly summaryID: string
  readonly parcels: readonly { readonly parcelID: string; readonly version: number }[]
  readonly clients: readonly string[]
  readonly billed: number
  readonly expected: number | null
  readonly variance: number | null
  readonly causes: number
  readonly verdicts: readonly string[]
  readonly status: string
}

const MAX_INVOICES = 100

/** The rows of invoices by the invoice's id, in the order of the file. */
export async function readRows(on: Portal, summaryIDs: readonly string[]): Promise<Map<string, ProductRow[]>> {
  const call = callOn(on)
  const rows: ExportedParcel[] = []
  for (let from = 0; from < summaryIDs.length; from += MAX_INVOICES) {
    let after: string | undefined
    for (let hasMore = true; hasMore;) {
      const some = summaryIDs.slice(from, from + MAX_INVOICES)
      const body = await call(invoices.exportRows, { body: { summaryIDs: some, ...(after && { after }) } })
      rows.push(...body.rows)
      after = body.rows.at(-1)?.parcelID
      hasMore = body.hasMore
    }
  }
  const byLine = Map.groupBy(rows, ({ summaryID, line }) => `${summaryID} ${String(line).padStart(9, '0')}`)
  const said = [...byLine].toSorted(([one], [other]) => one.localeCompare(other))
  return Map.groupBy(
    said.map(([, some]) => toRow(some)),
    ({ summaryID }) => summaryID,
  )
}

function toRow(some: readonly ExportedParcel[]): ProductRow {
  const add = (texts: readonly (string | null)[]) =>
    texts.some((text) => text === null) ? null : sum(texts.map((text) => pence(text ?? '0')))
  return {
    summaryID: some[0]?.summaryID ?? '',
    parcels: some.map(({ parcelID, version }) => ({ parcelID, version })),
    clients: [...new Set(some.map(({ clientCode }) => clientCode))],
    billed: sum(some.map(({ billed }) => pence(billed))),
    expected: add(some.map(({ expected }) => expected)),
    variance: add(some.map(({ variance }) => variance)),
    causes: sum(some.flatMap(({ causes }) => causes.map(({ amount }) => pence(amount)))),
    verdicts: [...new Set(some.map(({ verdict }) => verdict))],
    status: [...new Set(some.map(({ status }) => status))].join(),
  }
}
const sum = (amounts: readonly number[]) => Math.round(amounts.reduce((all, one) => all + one, 0) * 100) / 100

export type ProductInvoice = {
  readonly status: string
  readonly net: number
  readonly tax: number
  readonly payable: number
  readonly claimed: number
  readonly credited: number
  readonly open: number
}

/** All invoices of a batch by their ids. */
export async function readInvoices(on: Portal, batch: number): Promise<Map<string, ProductInvoice>> {
  const { summary } = await callOn(on)(invoices.summary, { query: { search: `M${batch}H`, limit: '999999' } })
  return new Map(summary.map((one) => [one.summaryID, toInvoice(one)]))
}

const toInvoice = ({ status, totalCarrier, totalTax, payable, disputes }: InvoiceSummary): ProductInvoice => ({
  status,
  net: pence(totalCarrier),
  tax: pence(totalTax ?? '0'),
  payable: pence(payable),
  claimed: pence(disputes.claimed),
  credited: pence(disputes.credited),
  open: pence(disputes.open),
})

export type LedgerLine = {
  readonly invoiceNumber: string
  readonly account: string
  readonly isAccrual: boolean
  readonly client: string
  readonly currency: Currency
  /** Debit less credit. */
  readonly amount: number
}

/** Posts invoices; returns the lines of the posting, empty if nothing was posted. */
export async function postInvoices(on: Portal, summaryIDs: readonly string[]): Promise<LedgerLine[]> {
  const call = callOn(on)
  const { posting } = await call(invoices.post, { body: { summaryIDs: [...summaryIDs] } })
  if (!posting) return []
  const { lines } = await call(invoices.postingLines, { query: { postingID: posting.postingID, limit: '999999' } })
  return lines.map(({ invoiceNumber, account, category, clientCode, debit, credit, currency }) => ({
    invoiceNumber,
    account,
    isAccrual: category === 'accrual',
    client: clientCode,
    currency: currency === 'EUR' ? 'EUR' : 'GBP',
    amount: sum([pence(debit), -pence(credit)]),
  }))
}

/** A client's statement by invoice. */
export async function readStatement(
  on: Portal,
  { clientCode, from, to }: { clientCode: string; from: string; to: string },
): Promise<Map<string, { net: number; tax: number }>> {
  const { invoices: some } = await callOn(on)(invoices.statement, { query: { clientCode, from, to } })
  // An invoice has a line for each posting: the first, and its corrections.
  const sums = [...Map.groupBy(some, ({ summaryID }) => summaryID)].map(([summaryID, lines]) => {
    const sumOf = (amounts: readonly string[]) => amounts.reduce((sum, amount) => sum + pence(amount), 0)
    return [
      summaryID,
      { net: sumOf(lines.map(({ net }) => net)), tax: sumOf(lines.map(({ tax }) => tax ?? '0')) },
    ] as const
  })
  return new Map(sums)
}

/** The accruals of a client's unbilled parcels, by tracking number. */
export async function readAccruals(on: Portal, clientCode: string): Promise<Map<string, number | null>> {
  const call = callOn(on)
  const { required } = await call(invoices.required, { query: { clientCode } })
  const found = new Map<string, number | null>()
  for (const { carrierCode, week, missing } of required) {
    if (missing === 0) continue
    const query = { clientCode, carriercode: carrierCode, week, limit: '999999' }
    for (const { trackingNumber, cost } of (await call(invoices.requiredParcels, { query })).parcels)
      found.set(trackingNumber, cost === null ? null : pence(cost))
  }
  return found
}
