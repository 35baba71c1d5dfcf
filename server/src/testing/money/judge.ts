import { type Account, billsOut, book, CHARGES, exact, expectOf, openAccounts } from './account.ts'
import { type Bill, consignmentOf, type Despatch, type Row } from './history.ts'
import { byDate, type InvoiceState, type Model, netOf, type RowState } from './model.ts'
import { type Judged, verdictsOf } from './verdict.ts'

/** Rebuilds the accounts by booking all rows in order; decided rows keep their verdict. */
export function judgeAll(model: Model): void {
  const { despatched, tables } = model
  model.accounts = new Map()
  for (const despatch of despatched.values()) {
    const client = tables.clients.find(({ name }) => name === despatch.client)
    if (!client) throw new Error(`There is no client ${despatch.client}`)
    for (const account of openAccounts(despatch.order, client, despatch, tables.terms))
      model.accounts.set(account.parcel, account)
  }
  for (const { invoice, row, state } of inTurn(model)) {
    const { covered, isKnown } = coverOf(model, row, state.matchedWith)
    const judged = judgeRow(model, invoice.bill, row, covered, isKnown)
    if (state.status === 'Imported') state.judged = withSettled(judged, row, state.settled)
    if (row.leg === 'return') continue
    book(owedOf(row, state), covered, invoice.bill.currency, invoice.bill.invoice)
    if (billsOut(row) && !isClaimedBack(row, state))
      for (const { endedBy } of covered) endedBy.push(invoice.bill.invoice)
    if (row.salesOrder) for (const account of covered) account.salesOrder ||= row.salesOrder
  }
}

/** A row without its credits for withdrawn invoices. */
function owedOf(row: Row, { neverOwed }: RowState): Row {
  let left = neverOwed
  if (left === 0) return row
  const take = (amount: number) => {
    const part = Math.min(left, Math.max(0, amount))
    left = exact(left - part)
    return part
  }
  const charges = CHARGES.map((charge) => [charge, exact((row[charge] ?? 0) + take(-(row[charge] ?? 0)))] as const)
  return { ...row, ...Object.fromEntries(charges), credit: exact((row.credit ?? 0) - take(row.credit ?? 0)) }
}

/** For a claim that was given up, the part credited before stays claimed. */
const isClaimedBack = (row: Row, { claim }: RowState) =>
  claim !== null && (claim.state === 'closed' ? claim.credited : claim.amount) >= netOf(row)

type Entry = { readonly invoice: InvoiceState; readonly row: Row; readonly state: RowState }

/**
 * All rows in the order in which they count: in order of import, but each moves before rows of later days until it
 * meets a row that was decided before it was imported. Rows of other consignments do not stop it. A withdrawn invoice
 * bills nothing.
 */
function inTurn({ invoices, despatched }: Model): Entry[] {
  const turns = new Map<string, Entry[]>()
  for (const invoice of [...invoices.values()].toSorted((one, other) => one.place - other.place)) {
    if (invoice.status === 'Rejected') continue
    for (const [index, state] of invoice.rows.entries()) {
      const row = invoice.bill.rows[index]
      if (!row) continue
      const of = consignmentOf(state.matchedWith || row.about)
      const despatch = row.salesOrder ? despatched.get(of) : undefined
      const key = despatch ? `${despatch.service} ${despatch.day}` : of
      const turn = turns.get(key) ?? []
      turns.set(key, turn)
      let at = turn.length
      for (; at > 0; at--) {
        const before = turn[at - 1]
        const decidedAfter = before?.state.decidedAfter ?? null
        const isDecided = decidedAfter !== null && decidedAfter <= invoice.place
        if (!before || isDecided || byDate(before.invoice, invoice) <= 0) break
      }
      turn.splice(at, 0, { invoice, row, state })
    }
  }
  return [...turns.values()].flat()
}

type Cover = { readonly covered: Account[]; readonly isKnown: boolean }

/** The parcels of a row. */
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
  // A parcel named only by reference: one that nobody has billed yet.
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
  // The weight of an item suggests its parcels.
  const farOff = ({ parcel }: Account) => Math.abs((despatched.get(consignmentOf(parcel))?.grams[0] ?? 0) - itemGrams)
  const free = ofDay
    .filter((account) => account.salesOrder === '')
    .toSorted((one, other) => farOff(one) - farOff(other))
  return (again.length > 0 ? again : free).slice(0, items)
}

/** A dispute expects its credit: a credit row is expected to be at least what it settles. */
function withSettled(judged: Judged, row: Row, settled: number): Judged {
  if (settled === 0 || CHARGES.some((charge) => (row[charge] ?? 0) > 0)) return judged
  const allowed = judged.expected.map((one) => Math.min(one ?? 0, -settled))
  if (allowed.every((one, index) => one === judged.expected[index])) return judged
  const found = { allowed, differences: [], wasBilledBefore: true, wasGivenBack: false, billsBase: false }
  return { ...judged, expected: allowed, verdicts: verdictsOf({ isKnown: true, found, billed: netOf(row) }) }
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
  if (row.leg === 'return' && isKnown)
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
