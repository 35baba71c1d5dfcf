import { billedOf, convert, exact } from './account.ts'
import { clientCode, invoiceNumber, type Names, trackingNumber } from './files.ts'
import { consignmentOf, type Currency, type Row } from './history.ts'
import { accrualOf, type InvoiceState, type Model, netOf } from './model.ts'
import type { LedgerLine, ProductInvoice, ProductRow } from './read.ts'

/** What must hold after each step. Their names are used in the list of known failures. */
export const CHECKS = {
  judged: 'Each row is expected to come to what is still due, and has the verdict that says so',
  causes: 'The causes of a row add up to its variance, and its variance is billed less expected',
  refused: 'The product does what can be done',
  decided: 'Rows and invoices have the status that was decided',
  claims: 'What is claimed, credited and open of an invoice is what was rejected, and what credits gave back',
  paid: 'What is paid of a parcel is at most what is due, what is tolerated, and what somebody accepted by name',
  payable: 'What is payable is the gross of the invoice, less what is claimed and open of it',
  carriage: 'The carriage of each client in the ledger is what was billed, less what is claimed and open or credited',
  tax: 'The tax of each client in the ledger is what their rows state',
  gross:
    'What the ledger owes and withholds of an invoice is its gross, less what it credits of one that was withdrawn',
  disputed: 'The ledger credits no more for disputes than it debited for them',
  statement: 'A client’s statement is their carriage in the ledger, invoice by invoice',
  accrued: 'What is still to be billed is the due of parcels that nobody has billed',
  reversed: 'The accrual of a parcel is reversed once, at what is due of it, when it is first billed',
  balance: 'Each posting comes to nought in each currency',
} as const
export type Check = keyof typeof CHECKS

export type Breach = { readonly check: Check; readonly text: string }

/** A running history: the expected state, and what the product has posted. */
export type RunningHistory = {
  readonly names: Names
  readonly model: Model
  readonly ids: Map<string, string>
  readonly ledger: LedgerLine[]
}

const pounds = (pence: number | null | undefined) =>
  pence === null || pence === undefined ? 'not known' : (pence / 100).toFixed(2)
const isSame = (one: number | null, other: number | null) =>
  one === other || (one !== null && other !== null && Math.abs(one - other) < 0.05)
const sum = (amounts: readonly number[]) => exact(amounts.reduce((all, one) => all + one, 0))

/** Checks rows: expected cost, variance, verdict, causes, status. */
export function checkRows({ model, ids }: RunningHistory, rows: ReadonlyMap<string, readonly ProductRow[]>): Breach[] {
  return [...model.invoices.values()].flatMap((invoice) => {
    const said = rows.get(ids.get(invoice.bill.invoice) ?? '') ?? []
    return invoice.bill.rows.flatMap((row, index) => checkRow(invoice, row, index, said[index]))
  })
}

function checkRow(
  { bill, rows, status }: InvoiceState,
  row: Row,
  index: number,
  said: ProductRow | undefined,
): Breach[] {
  const state = rows[index]
  const where = `${bill.invoice} row ${index + 1}`
  if (!state || !said) return [{ check: 'judged', text: `${where} is not there` }]
  const breaches: Breach[] = []
  const { expected, verdicts } = state.judged
  const isExpected = expected.some((one) => isSame(one, said.expected))
  const isRight = said.verdicts.every((verdict) => verdicts.some((one) => one === verdict))
  if (status !== 'Rejected' && !(isExpected && isRight))
    breaches.push({
      check: 'judged',
      text: `${where}: ${said.verdicts.join()}, expected ${pounds(said.expected)}; right is ${verdicts.join(' or ')}, expected ${expected.map(pounds).join(' or ')}`,
    })
  if (!isSame(said.billed, netOf(row)))
    breaches.push({ check: 'judged', text: `${where} is read as ${pounds(said.billed)}` })
  if (said.variance !== null && said.expected !== null && !isSame(said.variance, exact(said.billed - said.expected)))
    breaches.push({ check: 'causes', text: `${where}: variance ${pounds(said.variance)}` })
  if (said.variance !== null && !isSame(said.variance, said.causes))
    breaches.push({
      check: 'causes',
      text: `${where}: causes ${pounds(said.causes)}, variance ${pounds(said.variance)}`,
    })
  if (said.status !== state.status)
    breaches.push({ check: 'decided', text: `${where} is ${said.status}; right is ${state.status}` })
  return breaches
}

const claimsOf = ({ rows }: InvoiceState) => rows.flatMap(({ claim }) => (claim ? [claim] : []))
const withholds = ({ bill }: InvoiceState) => bill.carrier !== 'Osprey'

/** Checks invoices: status, sums, disputes, payable. */
export function checkInvoices({ model, ids }: RunningHistory, invoices: ReadonlyMap<string, ProductInvoice>): Breach[] {
  return [...model.invoices.values()].flatMap((invoice): Breach[] => {
    const { bill, status, rows } = invoice
    const said = invoices.get(ids.get(bill.invoice) ?? '')
    if (!said) return [{ check: 'decided', text: `${bill.invoice} is not there` }]
    const breaches: Breach[] = []
    const wants = (check: Check, what: string, is: number, right: number) => {
      if (!isSame(is, right))
        breaches.push({ check, text: `${bill.invoice}: ${what} ${pounds(is)}; right is ${pounds(right)}` })
    }
    if (said.status !== status)
      breaches.push({ check: 'decided', text: `${bill.invoice} is ${said.status}; right is ${status}` })
    const net = sum(bill.rows.map(netOf))
    const tax = sum(bill.rows.map((row) => row.tax ?? 0))
    wants('payable', 'net', said.net, net)
    wants('payable', 'tax', said.tax, tax)
    if (status === 'Rejected') {
      wants('payable', 'payable of a withdrawn invoice', said.payable, 0)
      return breaches
    }
    const claims = claimsOf(invoice)
    const open = sum(claims.map(({ state, amount, credited }) => (state === 'open' ? amount - credited : 0)))
    wants('claims', 'claimed', said.claimed, sum(claims.map(({ amount }) => amount)))
    wants('claims', 'credited', said.credited, sum(claims.map(({ credited }) => credited)))
    wants('claims', 'open', said.open, open)
    const settled = sum(rows.map((row) => row.settled))
    if (settled === 0 && claims.every(({ credited }) => credited === 0))
      wants('payable', 'payable', said.payable, net + tax - (withholds(invoice) ? open : 0))
    return breaches
  })
}

/** Checks for each parcel what accepted rows pay, and rejected rows that are not claimed. */
export function checkPaid({ model, ids }: RunningHistory, rows: ReadonlyMap<string, readonly ProductRow[]>): Breach[] {
  const paid = new Map<string, number>()
  for (const { bill, rows: states, status } of model.invoices.values()) {
    if (status === 'Rejected') continue
    for (const [index, state] of states.entries()) {
      const said = rows.get(ids.get(bill.invoice) ?? '')?.[index]
      const row = bill.rows[index]
      const [parcel] = state.judged.parcels
      if (!said || !row || !parcel || row.leg === 'return') continue
      // A bill accepted by name may have any amount; a credit reduces the payment in any case.
      if (state.isByName && netOf(row) > 0) continue
      // An undecided bill is not paid; an undecided credit counts at once.
      if (said.status === 'Imported' && netOf(row) > 0) continue
      const tolerated = said.verdicts.includes('Within tolerance') ? Math.max(0, said.variance ?? 0) : 0
      const isGivenUp = state.claim?.state === 'closed' || (said.status === 'Rejected' && !state.claim)
      if (isGivenUp && netOf(row) > 0) continue
      // The credited part of a claim was never paid.
      const held = (state.claim?.amount ?? 0) - state.settled
      const amount = convert(netOf(row) - held - tolerated, bill.currency, currencyOf(model, parcel))
      const order = consignmentOf(parcel)
      paid.set(order, sum([paid.get(order) ?? 0, amount]))
    }
  }
  return [...paid].flatMap(([order, amount]) => {
    const accounts = [...model.accounts.values()].filter(({ parcel }) => consignmentOf(parcel) === order)
    const due = sum(accounts.map(({ due: { base, fuel, remoteArea } }) => base + fuel + remoteArea))
    return amount > due + 0.05
      ? [{ check: 'paid' as const, text: `${order}: ${pounds(amount)} is paid of ${pounds(due)}` }]
      : []
  })
}
const currencyOf = ({ accounts }: Model, parcel: string): Currency => accounts.get(parcel)?.client.currency ?? 'GBP'

/** Checks the ledger, and the clients' statements against it. */
export function checkLedger(
  going: RunningHistory,
  statements: ReadonlyMap<string, ReadonlyMap<string, { net: number; tax: number }>>,
): Breach[] {
  const { model, names, ledger, ids } = going
  const breaches: Breach[] = []
  const wants = (check: Check, what: string, is: number, right: number) => {
    if (!isSame(is, right)) breaches.push({ check, text: `${what}: ${pounds(is)}; right is ${pounds(right)}` })
  }
  for (const invoice of model.invoices.values()) {
    const { bill, isPosted, rows } = invoice
    if (!isPosted) continue
    const lines = ledger.filter((line) => line.invoiceNumber === invoiceNumber(names, bill.invoice))
    const of = (account: string, client?: string) =>
      sum(
        lines.map((line) =>
          line.account === account && !line.isAccrual && (client ?? line.client) === line.client ? line.amount : 0,
        ),
      )
    const gross = sum(bill.rows.map((row) => netOf(row) + (row.tax ?? 0)))
    const owed = -sum([of('Carriers payable'), of('Withheld from carriers')])
    // It is not stored which of several invoices a credit settles.
    const settled = sum(rows.map((row) => row.settled))
    const most = exact(gross + Math.min(settled, convert(creditedOf(model, isWithdrawn), 'GBP', bill.currency)))
    wants('gross', `${bill.invoice}: owed and withheld`, owed, owed > gross ? Math.min(owed, most) : gross)
    wants('balance', `${bill.invoice}: all lines`, sum(lines.map(({ amount }) => amount)), 0)
    for (const client of ['', ...model.tables.clients.map(({ name }) => name)]) {
      const code = client && clientCode(names.batch, client)
      const some = rows.flatMap((state, index) => {
        const row = bill.rows[index]
        return row && clientOf(model, row, state.judged.parcels) === client ? [{ row, ...state }] : []
      })
      const held = some.map(({ claim }) => (claim ? (claim.state === 'open' ? claim.amount : claim.credited) : 0))
      const carriage = sum([
        ...some.map(({ row }) => netOf(row)),
        ...some.map(({ settled }) => settled),
        ...held.map((one) => -one),
      ])
      const whose = `${bill.invoice}: ${client || 'the operator'}’s`
      wants('carriage', `${whose} carriage`, of('Carriage', code), carriage)
      wants('tax', `${whose} tax`, of('Input tax', code), sum(some.map(({ row }) => row.tax ?? 0)))
      if (client)
        wants(
          'statement',
          `${whose} statement`,
          statements.get(client)?.get(ids.get(bill.invoice) ?? '')?.net ?? 0,
          of('Carriage', code),
        )
    }
  }
  return [...breaches, ...checkDisputed(going), ...checkReversed(going)]
}

/** The credited claims of some invoices, in pence. */
const creditedOf = ({ invoices }: Model, isMeant: (invoice: InvoiceState) => boolean) =>
  sum(
    [...invoices.values()]
      .filter(isMeant)
      .flatMap((one) => claimsOf(one).map(({ credited }) => convert(credited, one.bill.currency, 'GBP'))),
  )
const isWithdrawn = ({ status }: InvoiceState) => status === 'Rejected'

/** A credit may be posted before its invoice, or before the correction of that. */
function checkDisputed({ model, ledger }: RunningHistory): Breach[] {
  const waits = (one: InvoiceState) => !isWithdrawn(one) && (!one.isPosted || one.isToBeCorrected)
  const lines = ledger.filter(({ account }) => account === 'Disputed with carriers')
  const left = sum(lines.map(({ amount, currency }) => convert(amount, currency, 'GBP')))
  // Each line is rounded in its own currency.
  return left + creditedOf(model, waits) >= -lines.length
    ? []
    : [{ check: 'disputed', text: `${pounds(-left)} more is credited for disputes than was debited` }]
}

/** The client of a row: of the parcels that it bills, otherwise of the order that it names; '' is the operator's. */
function clientOf({ accounts, despatched }: Model, row: Row, parcels: readonly string[]): string {
  const account = accounts.get(parcels[0] ?? '')
  if (account) return account.client.name
  return row.by !== 'nothing' ? (despatched.get(consignmentOf(row.about))?.client ?? '') : ''
}

function checkReversed({ model, names, ledger }: RunningHistory): Breach[] {
  return model.tables.clients.flatMap(({ name, currency }): Breach[] => {
    const lines = ledger.filter((line) => line.isAccrual && line.client === clientCode(names.batch, name))
    const is = -sum(lines.map((line) => convert(line.amount, line.currency, currency)))
    const accounts = [...model.reversed].flatMap((parcel) => model.accounts.get(parcel) ?? [])
    const right = sum(accounts.map(({ client, due }) => (client.name === name ? due.base + due.fuel : 0)))
    return isSame(is, right)
      ? []
      : [{ check: 'reversed', text: `${name}: ${pounds(is)} ${currency} is reversed; right is ${pounds(right)}` }]
  })
}

/** Checks what is still to be billed, parcel by parcel. */
export function checkAccrued(
  { model, names }: RunningHistory,
  accruals: ReadonlyMap<string, ReadonlyMap<string, number | null>>,
): Breach[] {
  return [...model.accounts.values()].flatMap((account): Breach[] => {
    const said = accruals.get(account.client.name)?.get(trackingNumber(names, account.parcel))
    const { least, most } = accrualOf(account)
    const is = said === undefined ? 0 : said
    const isRight = is !== null && is >= least - 0.05 && is <= most + 0.05
    const right = least === most ? pounds(least) : `${pounds(least)} to ${pounds(most)}`
    const billed = account.billedBy.length > 0 ? `, billed ${pounds(billedOf(account))}` : ''
    return isRight
      ? []
      : [{ check: 'accrued', text: `${account.parcel}${billed}: ${pounds(is)} is accrued; right is ${right}` }]
  })
}
