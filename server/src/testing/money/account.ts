import type { Client, Currency, Row, Terms } from './history.ts'

/**
 * The account of one parcel on its way out: what it should cost, and what was billed of it so far, by charge, in pence or cents
 * of its client's currency.
 */
export type Account = {
  readonly parcel: string
  readonly client: Client
  readonly due: Amounts
  readonly billed: Amounts
  /** Given back under the name of a charge: as far as another was billed too much, it may be for that one. */
  readonly givenBack: Amounts
  /** Given back without saying of which charge. */
  credited: number
  /** Invoices that bill its base, in their order. */
  readonly billedBy: string[]
  /** Those of them of which not all is claimed back, or was given up: the first ends its accrual. */
  readonly endedBy: string[]
  salesOrder: string
}

export const CHARGES = ['base', 'fuel', 'remoteArea', 'handling'] as const
export type Charge = (typeof CHARGES)[number]
export type Amounts = Record<Charge, number>

const POUNDS_FOR_A_EURO = 0.8
/** All amounts of histories come to whole pence and cents: what is less than a hundredth of a penny is how computers count. */
export const exact = (amount: number) => Math.round(amount * 100) / 100

export function convert(amount: number, from: Currency, to: Currency): number {
  if (from === to) return amount
  return exact(from === 'EUR' ? amount * POUNDS_FOR_A_EURO : amount / POUNDS_FOR_A_EURO)
}

/** The accounts of a consignment: its parcels' dues add up to what it costs, each is what it adds to those before it. */
export function openAccounts(
  order: string,
  client: Client,
  { service: name, grams }: { service: string; grams: readonly number[] },
  terms: Terms,
): Account[] {
  const service = client.services.find((one) => one.name === name)
  if (!service) throw new Error(`${client.name} has no service ${name}`)
  const costOf = (parcels: number) => {
    if (!('bands' in service)) return parcels === 0 ? 0 : service.first + service.further * (parcels - 1)
    if (parcels === 0) return 0
    const weight = grams.slice(0, parcels).reduce((sum, one) => sum + one, 0)
    const band = service.bands.find(({ upToGrams }) => weight <= upToGrams)
    if (!band) throw new Error(`${order} weighs more than ${name} takes`)
    return band.price
  }
  return grams.map((_grams, index) => {
    const base = costOf(index + 1) - costOf(index)
    const fuel = service.carrier === 'Royal Mail' ? 0 : exact((base * terms.fuelPercent) / 100)
    const remoteArea = convert(terms.remoteArea, 'GBP', client.currency)
    return {
      parcel: `${order}/${index + 1}`,
      client,
      due: { base, fuel, remoteArea, handling: 0 },
      billed: { base: 0, fuel: 0, remoteArea: 0, handling: 0 },
      givenBack: { base: 0, fuel: 0, remoteArea: 0, handling: 0 },
      credited: 0,
      billedBy: [],
      endedBy: [],
      salesOrder: '',
    }
  })
}

const sum = (amounts: readonly number[]) => exact(amounts.reduce((all, one) => all + one, 0))

/** What is accrued of a parcel while nobody has billed it: what carriers always bill. */
export const alwaysDue = ({ due }: Account) => due.base + due.fuel
export const billedOf = ({ billed, credited }: Account) => sum([...CHARGES.map((charge) => billed[charge]), -credited])
/** What was billed too much: charge by charge, less what was given back. */
export const overbilled = ({ billed, due, credited }: Account) =>
  Math.max(0, exact(sum(CHARGES.map((charge) => Math.max(0, billed[charge] - due[charge]))) - credited))

const overOfOthers = ({ billed, due }: Account, charge: Charge) =>
  sum(CHARGES.map((one) => (one === charge ? 0 : Math.max(0, billed[one] - due[one]))))

/** What was billed too much of a charge, as far as it was given back under the names of others. */
const givenBackElsewhere = ({ billed, due, givenBack }: Account, charge: Charge) =>
  Math.min(
    Math.max(0, exact(billed[charge] - due[charge])),
    sum(CHARGES.map((one) => (one === charge ? 0 : givenBack[one]))),
  )

/** What was given back of nothing that was billed too much. */
const creditedEarly = ({ billed, due, credited }: Account) =>
  Math.max(0, exact(credited - sum(CHARGES.map((charge) => Math.max(0, billed[charge] - due[charge])))))

export type Expected = {
  /** In the row's currency. Corrections of a part of what is wrong may be held against that part, or against all of it. */
  readonly allowed: readonly number[]
  /** Of each charge, billed less expected. */
  readonly differences: readonly number[]
  readonly wasBilledBefore: boolean
  /** It was billed before, and all of that was given back, by its name: for itself, or for another charge. */
  readonly wasGivenBack: boolean
  readonly billsBase: boolean
}

/**
 * What a row may come to that covers these accounts: what is still due of the charges that it bills. A bill of the base is
 * expected with its fuel. A charge below nought is expected as far as it gives back what was billed too much.
 */
export function expectOf(row: Row, accounts: readonly Account[], currency: Currency): Expected {
  const inRow = (amount: number, { client }: Account) => convert(amount, client.currency, currency)
  const billsBase = billsOut(row)
  const differences: number[] = []
  // `netted`: what was given back under another name is held against what it was given back for.
  let [least, most, netted] = [0, 0, 0]
  let [wasBilledBefore, wasGivenBack] = [false, false]
  for (const charge of CHARGES) {
    const net = row[charge] ?? 0
    if (net === 0 && !(charge === 'fuel' && billsBase)) continue
    if (accounts.some(({ billed }) => billed[charge] > 0)) wasBilledBefore = true
    else if (accounts.some(({ billed, givenBack }) => billed[charge] + givenBack[charge] > 0)) wasGivenBack = true
    const left = sum(accounts.map((one) => inRow(one.due[charge] - one.billed[charge], one)))
    const before = sum(accounts.map((one) => inRow(one.billed[charge], one)))
    const gap = net < 0 ? Math.min(0, Math.max(left, -before)) : Math.max(0, left)
    // What was given back under this name for another charge is not due again; nor need fuel be of a price that is not.
    const elsewhere = sum(accounts.map((one) => inRow(Math.min(one.givenBack[charge], overOfOthers(one, charge)), one)))
    const isForgotten = net === 0 && most === 0
    const again = isForgotten ? 0 : Math.min(gap, Math.max(0, exact(left - elsewhere)))
    // Of a correction that is too small, all or the part that it puts right may be expected.
    const part = net < 0 ? Math.max(gap, net) : row.leg === 'adjustment' ? Math.min(again, net) : again
    least = exact(least + part)
    most = exact(most + gap)
    // What others gave back of it already need not be expected to be given back again.
    const given = net < 0 ? sum(accounts.map((one) => inRow(givenBackElsewhere(one, charge), one))) : 0
    netted = exact(netted + (net < 0 ? Math.min(0, Math.max(exact(gap + given), net)) : again))
    differences.push(exact(net - gap))
  }
  const credit = row.credit ?? 0
  if (credit > 0) {
    const over = sum(accounts.map((one) => inRow(overbilled(one), one)))
    const expected = -Math.min(credit, over)
    least = exact(least + expected)
    most = exact(most + expected)
    netted = exact(netted + expected)
    differences.push(exact(-credit - expected))
  }
  // What is given back under another name may be expected for what was billed too much under its own.
  const back = sum(CHARGES.map((charge) => Math.min(0, row[charge] ?? 0)))
  const over = back < 0 ? sum(accounts.map((one) => inRow(overbilled(one), one))) : 0
  const renamed = row.leg === 'adjustment' && over > 0 ? [-Math.min(-back, over)] : []
  // What was given back before it was billed is billed beyond what is due.
  const early = sum(accounts.map((one) => inRow(creditedEarly(one), one)))
  // A price below nought among prices of the same consignment may be one that is wrong.
  const isFirst = accounts.every(({ billedBy }) => billedBy.length === 0)
  const isWrongPrice = row.leg === 'outbound' && (row.base ?? 0) < 0 && isFirst
  const wrongPrice = isWrongPrice
    ? [sum(accounts.map((one) => inRow(Math.max(0, alwaysDue(one) - billedOf(one)), one)))]
    : []
  return {
    allowed:
      back === 0 && early > 0 ? [exact(most + early)] : [...new Set([least, most, netted, ...renamed, ...wrongPrice])],
    differences,
    wasBilledBefore,
    wasGivenBack,
    billsBase,
  }
}

/** Whether a row bills the way out. */
export const billsOut = ({ base = 0, leg }: Row) => base > 0 && leg === 'outbound'

/** Books a row: each charge is shared by what is still due of it, else by what is due at all; to the penny. */
export function book(row: Row, accounts: readonly Account[], currency: Currency, invoice: string): void {
  for (const charge of CHARGES) {
    const net = row[charge] ?? 0
    if (net === 0) continue
    const left = accounts.map((one) => Math.max(0, one.due[charge] - one.billed[charge]))
    const over = accounts.map((one) => Math.max(0, one.billed[charge] - one.due[charge]))
    const shares = shareOut(net, [net < 0 ? over : left, accounts.map((one) => one.due[charge]), accounts.map(() => 1)])
    for (const [index, account] of accounts.entries()) {
      const share = convert(shares[index] ?? 0, currency, account.client.currency)
      account.billed[charge] = exact(account.billed[charge] + share)
      if (share < 0) account.givenBack[charge] = exact(account.givenBack[charge] - share)
    }
  }
  if (billsOut(row)) for (const account of accounts) account.billedBy.push(invoice)
  if (row.credit) {
    const shares = shareOut(row.credit, [accounts.map(overbilled), accounts.map(() => 1)])
    for (const [index, account] of accounts.entries())
      account.credited = exact(account.credited + convert(shares[index] ?? 0, currency, account.client.currency))
  }
}

/** Shares whole pence by the first weights that come to something; pennies that are left go to the largest remainders. */
export function shareOut(amount: number, weightings: readonly (readonly number[])[]): number[] {
  const weights = weightings.find((one) => sum(one) > 0) ?? [1]
  const all = sum(weights)
  const shares = weights.map((weight) => Math.trunc((amount * weight) / all))
  const remainders = weights.map((weight, index) => Math.abs((amount * weight) / all - (shares[index] ?? 0)))
  const order = [...weights.keys()].toSorted((one, other) => (remainders[other] ?? 0) - (remainders[one] ?? 0))
  const left = Math.round(amount - sum(shares))
  for (const index of order.slice(0, Math.abs(left))) shares[index] = (shares[index] ?? 0) + Math.sign(left)
  return shares
}
