import type { CausePart, InvoiceSummary } from '@despatch/contract/invoices/invoice'
import { CAUSES, VERDICTS } from '@despatch/domain/invoices/invoice'
import { postingNumber } from '@despatch/domain/invoices/postings/make-posting'
import { roundMoney } from '@despatch/domain/money/minor-units'
import { costText } from '@despatch/domain/routing/allocation/units'
import type { CauseSums, VerdictSums } from '../../database/tables/invoice-tables.ts'
import type { InvoiceDisputes } from '../disputes/disputes-of-rows.ts'
import type { Scope } from '../scope.ts'
import type { ClientOfInvoice, OperatorsRow, PartRow } from './summary-queries.ts'

/** Presents an invoice, or the parts that belong to the caller's clients, as one row. */
export function presentSummary(
  scope: Scope,
  parts: readonly PartRow[],
  clients: readonly ClientOfInvoice[],
  operators: OperatorsRow | undefined,
  { disputes, withheld }: InvoiceDisputes,
): InvoiceSummary {
  const [first] = parts
  if (!first) throw new Error('An invoice without a part')
  const sum = (key: 'billed' | 'tax' | 'matched' | 'expected' | 'variance' | 'undecided_billed') =>
    costText(parts.reduce((total, part) => total + part[key], 0))
  const count = (key: 'details' | 'parcels' | 'undecided') => parts.reduce((total, part) => total + part[key], 0)
  const tax = taxOf(parts, count('parcels') === first.of_parcels ? operators : undefined)
  return {
    summaryID: String(first.invoice_id),
    status: first.status,
    filename: operators?.filename ?? '',
    invoiceNumber: first.invoice_number,
    carrierCode: first.carrier,
    carrierName: first.carrier_name,
    account: first.account,
    currency: first.currency,
    invoiceDay: first.invoice_day,
    dueDay: first.due_day,
    importedAt: first.imported_at.toISOString(),
    totalCarrier: sum('billed'),
    totalTax: tax === null ? null : costText(tax),
    parcelClient: clients.map(({ name }) => name).join(', '),
    clients: clients.map(({ client_code, name }) => ({ clientCode: client_code, clientName: name })),
    details: count('details'),
    parcels: count('parcels'),
    matched: sum('matched'),
    expected: sum('expected'),
    variance: sum('variance'),
    causes: presentCauses(addedCauses(parts.map(({ causes }) => causes))),
    verdicts: presentVerdicts(parts.map(({ verdicts }) => verdicts)),
    leftToDecide: count('undecided'),
    leftToDecideAmount: sum('undecided_billed'),
    disputes,
    // An invoice that is rejected as a whole is not payable.
    payable:
      first.status === 'Rejected'
        ? costText(0)
        : costText(parts.reduce((total, { billed }) => total + billed, (tax ?? 0) - withheld)),
    proof: operators?.proof ?? null,
    explanation: operators?.explanation ?? '',
    reason: first.reason,
    decidedAt: first.decided_at?.toISOString() ?? null,
    decidedBy: first.decided_by,
    canDecide: scope.isOperator || count('parcels') === first.of_parcels,
    posting: operators?.posting ? postingNumber(operators.posting) : null,
    version: first.version,
  }
}

/** The sum of the rows' tax; if no row states tax, that of the whole document, which is unknown for a part of it. */
function taxOf(parts: readonly PartRow[], operators: OperatorsRow | undefined): number | null {
  const ofRows = parts.reduce((total, { tax }) => total + tax, 0)
  if (ofRows !== 0) return ofRows
  return operators?.tax ? roundMoney(operators.tax, parts[0]?.currency ?? '') : (operators?.tax ?? null)
}

function addedCauses(parts: readonly CauseSums[]): CauseSums {
  const sums: CauseSums = {}
  for (const part of parts) for (const cause of CAUSES) if (part[cause]) sums[cause] = (sums[cause] ?? 0) + part[cause]
  return sums
}

/** Amounts by cause, in the order in which causes are calculated. */
export const presentCauses = (causes: CauseSums): CausePart[] =>
  CAUSES.flatMap((cause) => {
    const amount = causes[cause]
    return amount ? [{ cause, amount: costText(amount) }] : []
  })

function presentVerdicts(parts: readonly VerdictSums[]): InvoiceSummary['verdicts'] {
  return VERDICTS.flatMap((verdict) => {
    const sums = [0, 0, 0, 0]
    for (const part of parts)
      for (const [index, figure] of (part[verdict] ?? []).entries()) sums[index] = (sums[index] ?? 0) + figure
    const [rows = 0, undecided = 0, billed = 0, variance = 0] = sums
    return rows === 0 ? [] : [{ verdict, rows, undecided, billed: costText(billed), variance: costText(variance) }]
  })
}
