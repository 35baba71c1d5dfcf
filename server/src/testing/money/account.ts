import type { Client, Currency, Row, Terms } from './history.ts'

/**
 * The model account of one outbound parcel: the amounts due, and billed so far, by charge, in pence or cents of its
 * client's currency.
 */
export type Account = {
  readonly parcel: string
  readonly client: Client
  readonly due: Amounts
  readonly billed: Amounts
  /** Credited under the name of a charge; it may be for another charge that was overbilled. */
  readonly givenBack: Amounts
  /** Credited without naming a charge. */
  credited: number
  /** Invoices that bill its base, in order. */
  readonly billedBy: string[]
  /** Those of them that are not fully claimed back, or whose claim was given up: the first ends its accrual. */
  readonly endedBy: string[]
  salesOrder: string
}

export const CHARGES = ['base', 'fuel', 'remoteArea', 'handling'] as const
export type Charge = (typeof CHARGES)[number]
export type Amounts = Record<Charge, number>

const POUNDS_FOR_A_EURO = 0.8
/** Rounds away floating-point errors: all amounts of histories are whole pence and cents. */
export const exact = (amount: number) => Math.round(amount * 100) / 100

export function convert(amount: number, from: Currency, to: Currency): number {
  if (from === to) return amount
  return exact(from === 'EUR' ? amount * POUNDS_FOR_A_EURO : amount / POUNDS_FOR_A_EURO)
}

/**
 * Opens the accounts of a consignment: each parcel's amount due is what it adds to those before it, so that they add
 * up to the consignment's cost.
 */
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

/** The accrual of an unbilled parcel: the charges that carriers always bill. */
export const alwaysDue = ({ due }: Account) => due.base + due.fuel
export const billedOf = ({ billed, credited }: Account) => sum([...CHARGES.map((charge) => billed[charge]), -credited])
/** The overbilled amounts of all charges, less credits. */
export const overbilled = ({ billed, due, credited }: Account) =>
  Math.max(0, exact(sum(CHARGES.map((charge) => Math.max(0, billed[charge] - due[charge]))) - credited))

const overOfOthers = ({ billed, due }: Account, charge: Charge) =>
  sum(CHARGES.map((one) => (one === charge ? 0 : Math.max(0, billed[one] - due[one]))))

/** The overbilled part of a charge that was credited under the names of others. */
const givenBackElsewhere = ({ billed, due, givenBack }: Account, charge: Charge) =>
  Math.min(
    Math.max(0, exact(billed[charge] - due[charge])),
    sum(CHARGES.map((one) => (one === charge ? 0 : givenBack[one]))),
  )

/** The credited part of what was never overbilled. */
const creditedEarly = ({ billed, due, credited }: Account) =>
  Math.max(0, exact(credited - sum(CHARGES.map((charge) => Math.max(0, billed[charge] - due[charge])))))

export type Expected = {
  /** In the row's currency. A partial correction may be compared with that part, or with everything that is wrong. */
  readonly allowed: readonly number[]
  /** For each charge, billed less expected. */
  readonly differences: readonly number[]
  readonly wasBilledBefore: boolean
  /** It was billed before, and fully credited under its name: for itself, or for another charge. */
  readonly wasGivenBack: boolean
  readonly billsBase: boolean
}

/**
 * The amounts that a row covering these accounts may be expected to bill: what is still due for its charges. A bill
 * of the base is expected with its fuel; a negative charge up to what was overbilled.
 */
export function expectOf(row: Row, accounts: readonly Account[], currency: Currency): Expected {
  const inRow = (amount: number, { client }: Account) => convert(amount, client.currency, currency)
  const billsBase = billsOut(row)
  const differences: number[] = []
  // `netted`: credits under another name are compared with what they were for.
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
    // Credits under this name for another charge do not make this one due again; nor is fuel due for a price that is
    // not.
    const elsewhere = sum(accounts.map((one) => inRow(Math.min(one.givenBack[charge], overOfOthers(one, charge)), one)))
    const isForgotten = net === 0 && most === 0
    const again = isForgotten ? 0 : Math.min(gap, Math.max(0, exact(left - elsewhere)))
    // For a correction that is too small, either all of it or the part that it corrects may be expected.
    const part = net < 0 ? Math.max(gap, net) : row.leg === 'adjustment' ? Math.min(again, net) : again
    least = exact(least + part)
    most = exact(most + gap)
    // What other rows have credited already need not be credited again.
    const creditedElsewhere = net < 0 ? sum(accounts.map((one) => inRow(givenBackElsewhere(one, charge), one))) : 0
    netted = exact(netted + (net < 0 ? Math.min(0, Math.max(exact(gap + creditedElsewhere), net)) : again))
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
  // A credit under another name may be expected for what was overbilled under its own.
  const back = sum(CHARGES.map((charge) => Math.min(0, row[charge] ?? 0)))
  const over = back < 0 ? sum(accounts.map((one) => inRow(overbilled(one), one))) : 0
  const renamed = row.leg === 'adjustment' && over > 0 ? [-Math.min(-back, over)] : []
  // A credit before the bill makes a later bill exceed what is due.
  const early = sum(accounts.map((one) => inRow(creditedEarly(one), one)))
  // A negative price among prices of the same consignment may be the wrong one.
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

/** Whether a row bills the outbound leg. */
export const billsOut = ({ base = 0, leg }: Row) => base > 0 && leg === 'outbound'

/** Books a row: each charge is distributed by what is still due, otherwise by what is due at all, to the penny. */
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

/**
 * Distributes whole pence by the first weights that are not all zero; remaining pennies go to the largest remainders.
 */
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
