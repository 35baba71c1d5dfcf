import { type Account, book, exact, expectOf, openAccounts } from './account.ts'
import { type Bill, consignmentOf, type Despatch, type Row } from './history.ts'
import { byDate, type Model, netOf } from './model.ts'
import { type Judged, verdictsOf } from './verdict.ts'

/** Opens the accounts again and books all invoices in the order of their days; rows that somebody decided stay as they were judged. */
export function judgeAll(model: Model): void {
  const { despatched, tables } = model
  model.accounts = new Map()
  for (const despatch of despatched.values()) {
    const client = tables.clients.find(({ name }) => name === despatch.client)
    if (!client) throw new Error(`There is no client ${despatch.client}`)
    for (const account of openAccounts(despatch.order, client, despatch, tables.terms))
      model.accounts.set(account.parcel, account)
  }
  for (const invoice of [...model.invoices.values()].toSorted(byDate)) {
    // A withdrawn invoice bills nothing.
    if (invoice.status === 'Rejected') continue
    for (const [index, row] of invoice.bill.rows.entries()) {
      const state = invoice.rows[index]
      if (!state) continue
      const { covered, isKnown } = coverOf(model, row, state.matchedWith)
      const judged = judgeRow(model, invoice.bill, row, covered, isKnown)
      if (state.status === 'Imported') state.judged = judged
      if (row.leg === 'return') continue
      book(row, covered, invoice.bill.currency, invoice.bill.invoice)
      if (row.salesOrder) for (const account of covered) account.salesOrder ||= row.salesOrder
    }
  }
}

type Cover = { readonly covered: Account[]; readonly isKnown: boolean }

/** The parcels that a row is about. */
function coverOf({ accounts, despatched }: Model, row: Row, matchedWith: string): Cover {
  const one = (parcel: string) => [accounts.get(parcel)].filter((account) => account !== undefined)
  if (matchedWith) return { covered: one(matchedWith), isKnown: true }
  const despatch = despatched.get(consignmentOf(row.about))
  if (row.by === 'nothing' || !despatch) return { covered: [], isKnown: false }
  const ofConsignment = [...accounts.values()].filter(({ parcel }) => consignmentOf(parcel) === despatch.order)
  if (row.by === 'sales order')
    return { covered: ofSalesOrder([...accounts.values()], row, despatch, despatched), isKnown: true }
  if (!row.about.includes('/')) return { covered: ofConsignment, isKnown: true }
  if (row.by === 'number') return { covered: one(row.about), isKnown: true }
  // A parcel that only its reference names: one that nobody has billed yet.
  const free = ofConsignment.filter((account) => account.billedBy.length === 0)
  return { covered: free.slice(0, 1), isKnown: true }
}

function ofSalesOrder(
  accounts: readonly Account[],
  { salesOrder = '', items = 1 }: Row,
  { service, day, grams: [itemGrams = 0] }: Despatch,
  despatched: ReadonlyMap<string, Despatch>,
): Account[] {
  const ofDay = accounts.filter(({ parcel }) => {
    const despatch = despatched.get(consignmentOf(parcel))
    return despatch?.service === service && despatch.day === day
  })
  const again = ofDay.filter((account) => account.salesOrder === salesOrder)
  // The weight of an item says which parcels are meant.
  const farOff = ({ parcel }: Account) => Math.abs((despatched.get(consignmentOf(parcel))?.grams[0] ?? 0) - itemGrams)
  const free = ofDay
    .filter((account) => account.salesOrder === '')
    .toSorted((one, other) => farOff(one) - farOff(other))
  return (again.length > 0 ? again : free).slice(0, items)
}

function judgeRow(
  model: Model,
  { currency, carrier }: Bill,
  row: Row,
  covered: readonly Account[],
  isKnown: boolean,
): Judged {
  const billed = netOf(row)
  const parcels = covered.map(({ parcel }) => parcel)
  if (row.leg === 'return')
    return { expected: [null], verdicts: ['Not judged'], parcels, claimable: Math.max(0, billed) }
  if (covered.length === 0) {
    const verdicts = verdictsOf({ isKnown, isFee: row.about === 'the invoice' })
    return { expected: [0], verdicts, parcels, claimable: Math.max(0, billed) }
  }
  const found = expectOf(carrier === 'Royal Mail' ? { ...row, fuel: 0 } : row, covered, currency)
  const { tolerance } = model.tables.terms
  const verdicts = verdictsOf({ isKnown, found, billed, leg: row.leg, tolerance })
  return { expected: found.allowed, verdicts, parcels, claimable: Math.max(0, exact(billed - (found.allowed[0] ?? 0))) }
}
