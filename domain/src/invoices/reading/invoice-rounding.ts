import { CarriedRounding, roundMoney } from '../../money/minor-units.ts'
import type { BilledCharge, BilledDetail } from '../invoice.ts'
import type { Proof } from './proof.ts'

/**
 * Rounds what an invoice bills to the minor unit of its currency, in the order of its file: carriers print lines with
 * more decimals than the total. Rounding differences carry over to the next lines, so that the lines add up to the
 * rounded total. Amounts without a known currency stay unchanged.
 */
export class InvoiceRounding {
  readonly #net: CarriedRounding | null
  readonly #tax: CarriedRounding | null
  readonly #currency: string

  /** `currency` is an ISO code, or '' if unknown. */
  constructor(currency: string) {
    this.#currency = currency
    const open = () => (currency === '' ? null : new CarriedRounding(currency))
    this.#net = open()
    this.#tax = open()
  }

  round(detail: BilledDetail): BilledDetail {
    return {
      ...detail,
      charges: this.roundCharges(detail.charges),
      parcels: detail.parcels.map((parcel) => ({
        ...parcel,
        charges: this.roundCharges(parcel.charges),
        tax: parcel.tax === null || !this.#tax ? parcel.tax : this.#tax.round(parcel.tax),
      })),
    }
  }

  roundCharges(charges: readonly BilledCharge[]): readonly BilledCharge[] {
    const net = this.#net
    return net ? charges.map((charge) => ({ ...charge, net: net.round(charge.net) })) : charges
  }

  /** Rounds the tax of the whole invoice. */
  roundTax(tax: number): number {
    return this.#tax ? roundMoney(tax, this.#currency) : tax
  }
}

/** Rounds a proof to whole minor units of the invoice's currency: a difference by rounding alone adds up. */
export function roundedProof(proof: Proof, currency: string): Proof {
  if (currency === '') return proof
  const round = (amount: number) => roundMoney(amount, currency)
  const statements = proof.statements.map((one) => {
    const amount = round(one.amount)
    return { ...one, amount, difference: round(one.amount + one.difference) - amount }
  })
  const repeats = proof.repeats.map((one) => ({ ...one, ofRows: round(one.ofRows), ofColumn: round(one.ofColumn) }))
  const isWrong =
    proof.ownTotals.wrong > 0 ||
    statements.some(({ difference }) => difference !== 0) ||
    repeats.some(({ ofRows, ofColumn }) => ofRows !== ofColumn)
  const verdict = isWrong ? 'does not add up' : statements.length === 0 ? 'nothing stated' : 'adds up'
  const first = proof.ownTotals.first.map((one) => ({
    ...one,
    stated: round(one.stated),
    difference: round(one.difference),
  }))
  return {
    ...proof,
    verdict,
    net: round(proof.net),
    tax: proof.tax === null ? null : round(proof.tax),
    statements,
    ownTotals: { ...proof.ownTotals, first },
    repeats,
  }
}
