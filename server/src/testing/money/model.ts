import { type Account, alwaysDue, billedOf, exact } from './account.ts'
import type { Bill, Despatch, Row, Tables } from './history.ts'
import type { Judged } from './verdict.ts'

/** What is claimed back of a row, in the currency of its invoice. */
export type Claim = { readonly amount: number; credited: number; state: 'open' | 'closed' }

export type RowState = {
  status: 'Imported' | 'Accepted' | 'Rejected'
  /** Somebody accepted it by name, whatever its verdict. */
  isByName: boolean
  judged: Judged
  claim: Claim | null
  /** What it gives back and no claim has taken. */
  creditLeft: number
  /** What it gave back of claims, and what of that no invoice billed: those that claimed it were withdrawn. */
  settled: number
  neverOwed: number
  /** Which claims it gave back, and how much of each. */
  settlements: { readonly of: InvoiceState; readonly claim: Claim; readonly taken: number }[]
  matchedWith: string
  /** How many invoices had been imported when somebody first decided on it. */
  decidedAfter: number | null
  isSent: boolean
}
export type InvoiceState = {
  readonly bill: Bill
  /** The order in which it was imported. */
  readonly place: number
  status: 'Imported' | 'Accepted' | 'Rejected'
  readonly rows: RowState[]
  isPosted: boolean
  /** A dispute of it was decided otherwise since it was posted. */
  isToBeCorrected: boolean
}

/** What should be true of a history: its accounts, its invoices with their rows, and what has been posted. */
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

/** Invoices lie in the order of their days and numbers. */
export const byDate = (one: InvoiceState, other: InvoiceState) =>
  one.bill.day - other.bill.day || one.bill.invoice.localeCompare(other.bill.invoice)

export const waitsToBePosted = ({ status, isPosted, isToBeCorrected }: InvoiceState) =>
  status === 'Accepted' && (!isPosted || isToBeCorrected)

/** What a parcel may stand accrued at: what is always due while nobody bills it, at most what is left of it once somebody has. */
export function accrualOf(account: Account): { readonly least: number; readonly most: number } {
  const due = alwaysDue(account)
  if (account.endedBy.length === 0) return { least: due, most: due }
  return { least: 0, most: Math.max(0, exact(due - billedOf(account))) }
}
