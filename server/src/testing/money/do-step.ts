import { decide, isBeyondSum, settle } from './decide.ts'
import { type Bill, consignmentOf, type Row, type Step } from './history.ts'
import { judgeAll } from './judge.ts'
import { type Model, netOf, type RowState, waitsToBePosted } from './model.ts'
import type { Judged } from './verdict.ts'

/** 'refused': the product must refuse it; 'skipped': it makes no sense and is not sent. */
export type Done = 'done' | 'refused' | 'skipped'

/** Does a step, if possible. */
export function doStep(model: Model, step: Step): Done {
  if (step.do === 'accept matched' || step.do === 'accept invoice' || step.do === 'accept row') {
    const invoice = model.invoices.get(step.invoice)
    const named = step.do === 'accept row' ? step.row : null
    if (invoice?.status === 'Imported' && isBeyondSum(model, invoice, named)) return 'refused'
  }
  return take(model, step) ? 'done' : 'skipped'
}

function take(model: Model, step: Step): boolean {
  const { invoices } = model
  if (step.do === 'despatch') {
    if (model.despatched.has(step.order)) return false
    model.despatched.set(step.order, step)
    judgeAll(model)
    return true
  }
  if (step.do === 'bill') return importBill(model, step)
  if (step.do === 'post') return post(model)
  const invoice = invoices.get(step.invoice)
  if (!invoice) return false
  const done = decide(model, invoice, step)
  if (done) judgeAll(model)
  return done
}

function importBill(model: Model, bill: Bill): boolean {
  const { invoices, despatched } = model
  // A parcel may be billed by its number before its despatch is fed.
  const isKnown = ({ about, by }: Row) =>
    by === 'nothing' || despatched.has(consignmentOf(about)) || (by === 'number' && about.includes('/'))
  if (invoices.has(bill.invoice) || bill.rows.length === 0 || !bill.rows.every(isKnown)) return false
  const rows = bill.rows.map((row): RowState => {
    const net = netOf(row)
    const state = {
      status: 'Imported',
      isByName: false,
      claim: null,
      settled: 0,
      neverOwed: 0,
      matchedWith: '',
      decidedAfter: null,
      isSent: false,
    } as const
    return { ...state, settlements: [], judged: NOTHING_JUDGED, creditLeft: net < 0 ? -net : 0 }
  })
  invoices.set(bill.invoice, {
    bill,
    place: invoices.size,
    status: 'Imported',
    rows,
    isPosted: false,
    isToBeCorrected: false,
  })
  judgeAll(model)
  settle(model)
  judgeAll(model)
  return true
}
const NOTHING_JUDGED: Judged = { expected: [], verdicts: [], parcels: [], claimable: 0 }

/** Posts accepted invoices: the accruals of parcels that they are the first to bill end. */
function post(model: Model): boolean {
  const some = [...model.invoices.values()].filter(({ status }) => status === 'Accepted')
  if (!some.some(waitsToBePosted)) return false
  for (const invoice of some) Object.assign(invoice, { isPosted: true, isToBeCorrected: false })
  for (const account of model.accounts.values())
    if (account.endedBy.some((name) => model.invoices.get(name)?.isPosted)) model.reversed.add(account.parcel)
  return true
}
