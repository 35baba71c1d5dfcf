import type { Cost } from '../../routing/prices/costing.ts'
import type { BilledCharge, BilledDetail, BilledParcel } from '../invoice.ts'
import type { ChargeCategory } from '../../routing/terms/charge-category.ts'
import { type Carriage, type CarrierTerms, surcharge, toPenny } from './carriage.ts'
import type { Random } from './random.ts'

/** Numbers the lines of invoices, one after another. */
export class Pen {
  #line = 0
  charge(category: ChargeCategory, net: Cost, code: string, text: string): BilledCharge {
    return { category, net, code, text, line: ++this.#line }
  }
  get line() {
    return this.#line
  }
}

/** How a carrier writes a consignment: a row for each parcel, one row for all, or its base on the consignment only. */
export type Style = 'rows' | 'one row' | 'whole'

/** A carriage and its charges, before they are written as a detail. */
export type Draft = {
  readonly carriage: Carriage
  readonly style: Style
  /** Whether the base is spread evenly over the parcels, so that no row states its parcel's cost. */
  readonly isSpread: boolean
  /** Base and fuel of each parcel. */
  bases: Cost[]
  fuels: Cost[]
  grams: (number | null)[]
  service: string
  pieces: number
  /** Charges beside base and fuel, by parcel. */
  readonly extras: { parcel: number; category: ChargeCategory; net: Cost; code: string; text: string }[]
}

/** What a carrier correctly bills, in its own style. */
export function honestDraft(
  carriage: Carriage,
  prices: readonly Cost[],
  terms: CarrierTerms,
  style: Style,
  random: Random,
): Draft {
  const bases = prices.map(toPenny)
  const isSpread = style === 'rows' && bases.length > 1 && random.happens(20)
  if (isSpread) spread(bases)
  const draft: Draft = {
    carriage,
    style,
    isSpread,
    bases,
    fuels: [],
    grams: carriage.parcels.map(({ grams }) => (random.happens(15) ? null : grams)),
    service: random.happens(10) ? '' : carriage.service,
    pieces: bases.length,
    extras: [],
  }
  fillFuels(draft, terms)
  if (random.happens(8))
    draft.extras.push({ parcel: 0, category: 'remote area', net: terms.remoteArea, code: 'RAS', text: 'Remote area' })
  if (carriage.isReturned)
    draft.extras.push({ parcel: 0, category: 'return to sender', net: terms.returned, code: 'RTS', text: 'Returned' })
  return draft
}

/** Spreads the same sum evenly over the parcels. */
function spread(bases: Cost[]) {
  const pennies = bases.reduce((sum, base) => sum + base, 0) / 100
  const each = Math.floor(pennies / bases.length)
  for (const index of bases.keys()) bases[index] = (each + (index < pennies - each * bases.length ? 1 : 0)) * 100
}

/** Adds fuel to each row, or to the consignment if only that is billed. */
export function fillFuels(draft: Draft, { fuel }: Pick<CarrierTerms, 'fuel'>) {
  if (draft.style === 'rows') draft.fuels = draft.bases.map((base) => surcharge(base, fuel))
  else draft.fuels = [surcharge(sum(draft.bases), fuel)]
}

export const sum = (amounts: readonly Cost[]): Cost => amounts.reduce((total, amount) => total + amount, 0)

/** Turns a draft into a detail. */
export function writeDetail(draft: Draft, pen: Pen, leg: BilledDetail['leg'] = 'outbound'): BilledDetail {
  const { carriage, style, bases, fuels, grams, extras, pieces } = draft
  const line = pen.line + 1
  const chargesOf = (base: Cost, fuel: Cost) => [
    pen.charge('base', base, 'FRT', 'Carriage'),
    ...(fuel === 0 ? [] : [pen.charge('fuel', fuel, 'FSC', 'Fuel surcharge')]),
  ]
  const extrasOf = (parcel: number | null) =>
    extras
      .filter((extra) => parcel === null || extra.parcel === parcel)
      .map(({ category, net, code, text }) => pen.charge(category, net, code, text))
  const total = grams.some((one) => one === null) ? null : grams.reduce<number>((all, one) => all + (one ?? 0), 0)
  const parcel = (index: number, weight: number | null, charges: readonly BilledCharge[]): BilledParcel => ({
    trackingNumber: carriage.parcels[index]?.trackingNumber ?? '',
    line: pen.line,
    billedWeight: weight,
    declaredWeight: null,
    size: null,
    charges,
    tax: null,
  })
  const whole = chargesFor(style !== 'rows', () => [...chargesOf(sum(bases), fuels[0] ?? 0), ...extrasOf(null)])
  return {
    consignmentNumber: `C${carriage.parcels[0]?.trackingNumber ?? ''}`,
    references: [carriage.orderNumber],
    leg,
    service: draft.service,
    shipmentDay: carriage.day,
    country: carriage.country,
    postcode: carriage.postcode ?? '',
    pieces,
    parcels:
      style === 'rows'
        ? bases.map((base, index) =>
            parcel(index, grams[index] ?? null, [...chargesOf(base, fuels[index] ?? 0), ...extrasOf(index)]),
          )
        : style === 'one row'
          ? [parcel(0, total, whole)]
          : carriage.parcels.map((_, index) => parcel(index, grams[index] ?? null, [])),
    charges: style === 'whole' ? whole : [],
    line,
  }
}

const chargesFor = (isNeeded: boolean, make: () => BilledCharge[]) => (isNeeded ? make() : [])
