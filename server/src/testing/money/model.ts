import { type Account, alwaysDue, billedOf, exact } from './account.ts'
import type { Bill, Despatch, Row, Tables } from './history.ts'
import type { Judged } from './verdict.ts'

/** The claim for a row, in the currency of its invoice. */
export type Claim = { readonly amount: number; credited: number; state: 'open' | 'closed' }

export type RowState = {
  status: 'Imported' | 'Accepted' | 'Rejected'
  /** A user accepted it by name, whatever its verdict. */
  isByName: boolean
  judged: Judged
  claim: Claim | null
  /** The part of its credits that no claim has used. */
  creditLeft: number
  /** The part of its credits that settled claims of invoices withdrawn since. */
  settled: number
  neverOwed: number
  /** The claims that it settled, and the amounts. */
  settlements: { readonly of: InvoiceState; readonly claim: Claim; readonly taken: number }[]
  matchedWith: string
  /** The number of invoices imported before its first decision. */
  decidedAfter: number | null
  isSent: boolean
}
export type InvoiceState = {
  readonly bill: Bill
  /** Its place in the order of imports. */
  readonly place: number
  status: 'Imported' | 'Accepted' | 'Rejected'
  readonly rows: RowState[]
  isPosted: boolean
  /** One of its disputes has changed since it was posted. */
  isToBeCorrected: boolean
}

/** The expected state of a history: its accounts, its invoices with their rows, and what has been posted. */
export type Model = {
  readonly tables: Tables
  readonly despatched: Map<string, Despatch>
  readonly invoices: Map<string, InvoiceState>
  accounts: Map<string, Account>
  /** Parcels whose accrual a posting has reversed. */
  readonly reversed: Set<string>
}

export const openModel = (tables: Tables): Model => ({
  tables,
  despatched: new Map(),
  invoices: new Map(),
  accounts: new Map(),
  reversed: new Set(),
})

export const sum = (amounts: readonly number[]) => exact(amounts.reduce((all, one) => all + one, 0))
export const netOf = ({ base = 0, fuel = 0, remoteArea = 0, handling = 0, credit = 0 }: Row) =>
  sum([base, fuel, remoteArea, handling, -credit])

/** Invoices are sorted by day and number. */
export const byDate = (one: InvoiceState, other: InvoiceState) =>
  one.bill.day - other.bill.day || one.bill.invoice.localeCompare(other.bill.invoice)

export const waitsToBePosted = ({ status, isPosted, isToBeCorrected }: InvoiceState) =>
  status === 'Accepted' && (!isPosted || isToBeCorrected)

/** The possible accruals of a parcel: what is always due before it is billed, and at most the rest afterwards. */
export function accrualOf(account: Account): { readonly least: number; readonly most: number } {
  const due = alwaysDue(account)
  if (account.endedBy.length === 0) return { least: due, most: due }
  return { least: 0, most: Math.max(0, exact(due - billedOf(account))) }
}
