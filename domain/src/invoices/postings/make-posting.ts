import type { ChargeCategory } from '../../routing/terms/charge-category.ts'
import type { Payable } from '../dispute.ts'
import { minorUnitOf, roundToUnit } from '../../money/minor-units.ts'
import { shareOut } from '../../routing/terms/amounts.ts'
import type { Cost } from '../../routing/prices/costing.ts'

/** Whether the carrier put tax on a row: no layout has tax codes. `Not stated` if no row of the invoice states tax. */
export const TAX_CODES = ['Taxed', 'No tax', 'Not stated'] as const
export type TaxCode = (typeof TAX_CODES)[number]

export const ACCOUNTS = [
  'Carriage',
  'Disputed with carriers',
  'Input tax',
  'Carriers payable',
  'Withheld from carriers',
  'Accrued carriage',
] as const
export type Account = (typeof ACCOUNTS)[number]

/**
 * One line of a journal, in ten-thousandths that are whole minor units. Either debit or credit is zero; neither is
 * negative.
 */
export type PostingLine = {
  readonly account: Account
  readonly category: ChargeCategory | 'accrual' | ''
  /** Empty if it belongs to no client. */
  readonly client: string
  readonly taxCode: TaxCode | ''
  readonly debit: Cost
  readonly credit: Cost
}

/**
 * An accepted invoice to post, in ten-thousandths of its currency. The client '' stands for rows of unknown clients.
 */
export type InvoiceToPost = {
  /** ISO code. */
  readonly currency: string
  /** As billed, with negative credits: the source of cost, tax and payable amount. */
  readonly costs: readonly {
    readonly client: string
    readonly category: ChargeCategory
    readonly taxCode: TaxCode
    readonly net: Cost
  }[]
  /** The tax of each client. */
  readonly taxes: readonly { readonly client: string; readonly tax: Cost }[]
  /** What is claimed back: withheld or paid meanwhile, by the carrier's terms. */
  readonly claims: readonly Claim[]
  /**
   * What its credits settle of disputes. `client` is the credit's, '' for a lump sum; `disputeClient` is the
   * dispute's. `isWithdrawn` marks disputes of an invoice that was rejected as a whole, and so never posted.
   */
  readonly settled: readonly (Claim & { readonly disputeClient: string; readonly isWithdrawn: boolean })[]
  /** The accruals of parcels whose base it is the first to bill. */
  readonly accrued: readonly { readonly client: string; readonly cost: Cost }[]
}
type Claim = {
  readonly client: string
  readonly category: ChargeCategory
  readonly payable: Payable
  readonly amount: Cost
}

/**
 * Makes the journal lines of an invoice; debits equal credits to the minor unit. A disputed amount is not cost: it is
 * a claim until the credit settles it, and is withheld from the payable amount if the carrier's terms say so. A
 * credit of an invoice that was never posted is neither, because nothing was owed. Tax is posted as billed. Accruals
 * are reversed by a pair of lines for each client.
 */
export function makePosting(invoice: InvoiceToPost): PostingLine[] {
  const { taxes, claims, settled, accrued } = invoice
  const penny = minorUnitOf(invoice.currency)
  const credited = settled.map((one) => ({ ...one, amount: -one.amount }))
  const moved = [...claims, ...credited]
  const costs = withoutClaims(invoice.costs, moved, penny)
  const posted = [
    ...claims,
    ...credited.filter(({ isWithdrawn }) => !isWithdrawn).map((one) => ({ ...one, client: one.disputeClient })),
  ]
  const disputed = sumsBy(posted, ({ client }) => client)
  const isWithheld = ({ payable }: Claim) => payable === 'billed less disputed'
  const withheld = roundToUnit(sumOf(posted.filter(isWithheld).map(({ amount }) => amount)), penny)
  const owed = [
    ...costs.map(({ net, ...line }) => ({ ...line, account: 'Carriage' as const, exact: net })),
    ...[...disputed].map(([client, exact]) => ({
      ...NO_KIND,
      account: 'Disputed with carriers' as const,
      client,
      exact,
    })),
    ...taxes.map(({ client, tax }) => ({ ...NO_KIND, account: 'Input tax' as const, client, exact: tax })),
  ]
  const gross = roundToUnit(sumOf(owed.map(({ exact }) => exact)), penny)
  const rounded = roundToMinorUnits(
    owed.map(({ exact }) => exact),
    gross,
    penny,
  )
  return [
    ...owed.map(({ exact: _exact, ...line }, index) => ({ ...line, ...onSide(rounded[index] ?? 0) })),
    { ...NO_KIND, account: 'Carriers payable' as const, client: '', ...onSide(withheld - gross) },
    { ...NO_KIND, account: 'Withheld from carriers' as const, client: '', ...onSide(-withheld) },
    ...accrued.flatMap(({ client, cost }) => [
      { ...NO_KIND, account: 'Accrued carriage' as const, client, ...onSide(roundToUnit(cost, penny)) },
      {
        account: 'Carriage' as const,
        category: 'accrual' as const,
        taxCode: '' as const,
        client,
        ...onSide(-roundToUnit(cost, penny)),
      },
    ]),
  ].filter(({ debit, credit }) => debit !== credit)
}

const NO_KIND = { category: '', taxCode: '' } as const

/** Subtracts claims from the costs of their client and category, in proportion to its tax codes. */
function withoutClaims(costs: InvoiceToPost['costs'], claims: readonly Claim[], penny: Cost): InvoiceToPost['costs'] {
  const left = costs.map((cost) => ({ ...cost }))
  for (const [key, amount] of sumsBy(claims, keyOf)) {
    const same = left.filter((cost) => keyOf(cost) === key)
    if (same.length === 0) {
      const claim = claims.find((one) => keyOf(one) === key)
      if (claim) left.push({ client: claim.client, category: claim.category, taxCode: 'Not stated', net: -amount })
      continue
    }
    const shares = shareOut(
      amount,
      same.map(({ net }) => Math.abs(net)),
      penny,
    )
    for (const [index, cost] of same.entries()) cost.net -= shares[index] ?? 0
  }
  return left
}
const keyOf = ({ client, category }: { client: string; category: string }) => `${client} ${category}`

function sumsBy<One extends { readonly amount: Cost }>(
  all: readonly One[],
  key: (one: One) => string,
): Map<string, Cost> {
  const sums = new Map<string, Cost>()
  for (const one of all) sums.set(key(one), (sums.get(key(one)) ?? 0) + one.amount)
  return sums
}

const sumOf = (amounts: readonly Cost[]) => amounts.reduce((sum, amount) => sum + amount, 0)

const onSide = (amount: Cost) => ({ debit: Math.max(0, amount), credit: Math.max(0, -amount) })

/**
 * Rounds amounts to whole minor units (`penny`) that add up to `total`: each is rounded down, and the rest goes to
 * those that lost most.
 */
export function roundToMinorUnits(amounts: readonly Cost[], total: Cost, penny: Cost): Cost[] {
  const down = amounts.map((amount) => Math.floor(amount / penny) * penny)
  const byLoss = amounts
    .map((amount, index) => ({ index, lost: amount - (down[index] ?? 0) }))
    .toSorted((one, other) => other.lost - one.lost || one.index - other.index)
  const left = (total - sumOf(down)) / penny
  for (const { index } of byLoss.slice(0, left)) down[index] = (down[index] ?? 0) + penny
  return down
}

/** A posting's number for users: 'P-000001'. */
export const postingNumber = (number: number) => `P-${String(number).padStart(6, '0')}`
