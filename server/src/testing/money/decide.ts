import { CHARGES, convert, exact } from './account.ts'
import type { Bill, Row, Step } from './history.ts'
import { byDate, type InvoiceState, type Model, netOf, type RowState, sum } from './model.ts'

/** Settles claims with credits for the same parcel: the credit's own charge first, then the oldest. */
export function settle({ invoices }: Model): void {
  const all = [...invoices.values()].toSorted((one, other) => one.place - other.place)
  const rows = all.flatMap((invoice) =>
    invoice.rows.map((row, index) => ({ invoice, row, billed: invoice.bill.rows[index] })),
  )
  for (const { row: credit, invoice: from, billed: gives } of rows) {
    const credited = CHARGES.filter((charge) => (gives?.[charge] ?? 0) < 0)
    const isOther = (row: Row | undefined) => !credited.some((charge) => (row?.[charge] ?? 0) > 0)
    for (const { row, invoice } of rows.toSorted((a, b) => Number(isOther(a.billed)) - Number(isOther(b.billed)))) {
      const { claim } = row
      if (!claim || claim.state === 'closed' || credit.creditLeft <= 0) continue
      // A credit is for what was billed or decided before it.
      const isDecided = row.decidedAfter !== null && row.decidedAfter <= from.place
      if (!isDecided && byDate(from, invoice) <= 0) continue
      if (!row.judged.parcels.some((parcel) => credit.judged.parcels.includes(parcel))) continue
      const rate = (amount: number) => convert(amount, from.bill.currency, invoice.bill.currency)
      const taken = Math.min(rate(credit.creditLeft), claim.amount - claim.credited)
      if (taken <= 0) continue
      const worth = convert(taken, invoice.bill.currency, from.bill.currency)
      claim.credited = exact(claim.credited + taken)
      credit.creditLeft = exact(credit.creditLeft - worth)
      credit.settled = exact(credit.settled + worth)
      credit.settlements.push({ of: invoice, claim, taken })
      if (invoice.status === 'Rejected') credit.neverOwed = exact(credit.neverOwed + worth)
      from.isToBeCorrected ||= from.isPosted
    }
  }
}

type Act = Extract<Step, { readonly invoice: string }>

/** Does a decision on an invoice; false if it is not possible. */
export function decide(model: Model, invoice: InvoiceState, step: Exclude<Act, Bill>): boolean {
  if (invoice.status === 'Rejected') return false
  const isClosed = invoice.status === 'Accepted'
  const claims = invoice.rows.flatMap(({ claim }) =>
    claim?.state === 'open' && claim.credited < claim.amount ? [claim] : [],
  )
  switch (step.do) {
    case 'send disputes':
      return claims.length > 0 && !invoice.rows.some(({ isSent }) => isSent) && mark(invoice)
    case 'refuse disputes':
    case 'write off disputes':
      for (const claim of claims) claim.state = 'closed'
      invoice.isToBeCorrected = invoice.isPosted && claims.length > 0
      return claims.length > 0
    case 'accept matched': {
      const some = invoice.rows.filter(isAcceptable)
      if (isClosed || some.length === 0) return false
      for (const row of some) settleOn(model, row, 'Accepted')
      return true
    }
    case 'accept invoice': {
      if (isClosed || invoice.rows.some((row) => row.status === 'Imported' && !isAcceptable(row))) return false
      for (const row of invoice.rows.filter(isAcceptable)) settleOn(model, row, 'Accepted')
      invoice.status = 'Accepted'
      return true
    }
    case 'reject invoice':
      if (isClosed || invoice.rows.some(({ claim, status }) => claim || status !== 'Imported')) return false
      invoice.status = 'Rejected'
      // It bills nothing, but overbilled amounts are still claimed, because a credit is expected for them.
      for (const [index, row] of invoice.rows.entries()) {
        takeBack(row)
        settleOn(model, row, 'Rejected')
        row.claim = claimOf(row, invoice.bill.rows[index])
      }
      settle(model)
      return true
    case 'judge again':
      return !isClosed
    case 'accept row':
    case 'reject row':
    case 'undo row':
    case 'match row':
      return !isClosed && decideRow(model, invoice, step)
  }
}

/** An invoice that is rejected as a whole gives no credit. */
function takeBack(row: RowState): void {
  for (const { of, claim, taken } of row.settlements) {
    claim.credited = exact(claim.credited - taken)
    if (claim.state === 'closed') of.isToBeCorrected = of.isPosted
  }
  Object.assign(row, { settlements: [], settled: 0, neverOwed: 0, creditLeft: 0 })
}

function mark({ rows }: InvoiceState): true {
  for (const row of rows) row.isSent = row.claim !== null
  return true
}

type RowAct = Extract<Act, { readonly row: number }>

function decideRow(model: Model, invoice: InvoiceState, step: RowAct): boolean {
  const row = invoice.rows[step.row]
  const billed = invoice.bill.rows[step.row]
  if (!row || !billed) return false
  if (step.do === 'match row') {
    if (row.status !== 'Imported' || billed.by !== 'nothing' || billed.about !== '' || !model.accounts.has(step.parcel))
      return false
    row.matchedWith = step.parcel
    return true
  }
  if (step.do === 'undo row') {
    if (row.status === 'Imported' || row.isSent || (row.claim?.credited ?? 0) > 0 || row.claim?.state === 'closed')
      return false
    Object.assign(row, { status: 'Imported', isByName: false, claim: null })
    return true
  }
  if (row.status !== 'Imported') return false
  if (step.do === 'accept row') {
    settleOn(model, row, 'Accepted')
    row.isByName = true
    return true
  }
  settleOn(model, row, 'Rejected')
  row.claim = claimOf(row, billed, step.claim)
  settle(model)
  return true
}

function claimOf({ judged }: RowState, billed: Row | undefined, claimed = judged.claimable): RowState['claim'] {
  const amount = Math.min(claimed, Math.max(0, billed ? netOf(billed) : 0))
  return amount > 0 ? { amount, credited: 0, state: 'open' } : null
}

/** Decides a row: from then on it counts before later imports. */
function settleOn({ invoices }: Model, row: RowState, status: 'Accepted' | 'Rejected'): void {
  row.status = status
  row.decidedAfter ??= invoices.size
}

const isAcceptable = ({ status, judged }: RowState) =>
  status === 'Imported' &&
  judged.verdicts.length === 1 &&
  ['Matched', 'Within tolerance'].includes(judged.verdicts[0] ?? '')

/**
 * Whether the tolerated differences of an invoice would exceed the limit if a row (or with null, every acceptable
 * row) were accepted, including rows accepted before in any way.
 */
export function isBeyondSum({ tables: { terms } }: Model, { bill, rows }: InvoiceState, named: number | null): boolean {
  const isAsked = (index: number) => named === null || named === index
  const differences = rows.map(({ judged, status }, index) => {
    const row = bill.rows[index]
    const isTaken = status === 'Accepted' || (status === 'Imported' && isAsked(index))
    return row && isTaken && judged.verdicts[0] === 'Within tolerance' ? netOf(row) - (judged.expected[0] ?? 0) : 0
  })
  return terms.tolerance > 0 && Math.abs(sum(differences)) > terms.toleranceOfInvoice
}
