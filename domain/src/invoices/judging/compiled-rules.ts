import { CarrierTerms, remembered } from '../../routing/terms/carrier-terms.ts'
import { sameName } from '../../text/same-name.ts'
import { PriceBooks } from './price-books.ts'
import type { JudgingRules, Tolerance } from './rules.ts'

/** Rules prepared for judging many details. Use one instance for all details of a job: it caches what it compiles. */
export class CompiledRules {
  readonly books: PriceBooks
  readonly terms: CarrierTerms
  readonly #rules: JudgingRules
  readonly #tolerances = new Map<string, Tolerance | undefined>()
  readonly #services = new Map<string, string[]>()

  constructor(rules: JudgingRules) {
    this.#rules = rules
    this.books = new PriceBooks(rules.prices)
    this.terms = new CarrierTerms(rules)
    for (const { carrier, name, carrierService } of rules.serviceNames) {
      const key = `${carrier} ${sameName(name.trim())}`
      this.#services.set(key, [...(this.#services.get(key) ?? []), sameName(carrierService)])
    }
  }

  /** The tolerance of a carrier for a client, otherwise for all. */
  toleranceOf(carrier: string, client: string | null): Tolerance | undefined {
    return remembered(this.#tolerances, `${carrier} ${client ?? ''}`, () => {
      const ofCarrier = this.#rules.tolerances.filter((one) => one.carrier === carrier)
      return ofCarrier.find((one) => one.client === client) ?? ofCarrier.find((one) => one.client === null)
    })
  }

  /** The carrier's services (normalised by {@link sameName}) for a name on its invoices. */
  servicesNamed(carrier: string, name: string): readonly string[] {
    const same = sameName(name.trim())
    return [same, ...(this.#services.get(`${carrier} ${same}`) ?? [])]
  }
}
