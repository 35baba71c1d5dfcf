import type { ChargeCategory } from '../invoice.ts'
import type { Payable } from '../dispute.ts'
import { minorUnitOf, roundToUnit } from '../../money/minor-units.ts'
import { shareOut } from '../reconciliation/amounts.ts'
import type { Cost } from '../../routing/prices/costing.ts'

/** Whether the carrier put tax on a row: no layout states a code. `Not stated` where no row of the invoice states any. */
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

/** One line of a journal, in ten-thousandths that are whole minor units; one of debit and credit is nothing, neither is negative. */
export type PostingLine = {
  readonly account: Account
  readonly category: ChargeCategory | 'accrual' | ''
  /** Empty where it is no client's. */
  readonly client: string
  readonly taxCode: TaxCode | ''
  readonly debit: Cost
  readonly credit: Cost
}

/** An accepted invoice as it is posted, in ten-thousandths of its currency; '' is the client of what is nobody's that is known. */
export type InvoiceToPost = {
  /** ISO code. */
  readonly currency: string
  /** As billed, credits negative: what cost, tax and payable come from. */
  readonly costs: readonly {
    readonly client: string
    readonly category: ChargeCategory
    readonly taxCode: TaxCode
    readonly net: Cost
  }[]
  /** Whose tax it is. */
  readonly taxes: readonly { readonly client: string; readonly tax: Cost }[]
  /** What is claimed back of it: by what the carrier's terms were, it is withheld or paid meanwhile. */
  readonly claims: readonly Claim[]
  /**
   * What its credits settle of disputes. `client` is whose credit it is, '' of a lump sum; `disputeClient` whose dispute. Those of
   * an invoice that was rejected as a whole, and so never posted, are apart.
   */
  readonly settled: readonly (Claim & { readonly disputeClient: string; readonly isWithdrawn: boolean })[]
  /** What accrued of the parcels whose carriage it is the first to bill. */
  readonly accrued: readonly { readonly client: string; readonly cost: Cost }[]
}
type Claim = {
  readonly client: string
  readonly category: ChargeCategory
  readonly payable: Payable
  readonly amount: Cost
}

/**
 * The journal lines of an invoice; debits and credits come to the same, to the minor unit. What is disputed is no cost: it stands
 * as a claim, which the credit settles later, and is withheld from what is payable where the carrier's terms say so. What is
 * credited of an invoice that was never posted is neither: it was not owed. The tax stands as billed. The accrual of the parcels
 * is reversed by a pair of lines for each client.
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

/** Costs without what is claimed of their client and category; shared over tax codes by what these come to. */
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
 * Amounts in whole minor units (`penny`) that add up to a total, which is their sum in whole minor units: each is rounded down,
 * and what is left goes to those that lost most.
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

/** 'P-000001': what a posting is called. */
export const postingNumber = (number: number) => `P-${String(number).padStart(6, '0')}`
