import type { Cause } from '../invoices/invoice.ts'
import type { DetailFacts, EarlierCharge, RowMatch } from '../invoices/judging/facts.ts'
import { compileRules } from '../invoices/judging/judge.ts'
import type { JudgedDetail, JudgedRow } from '../invoices/judging/judged.ts'
import { type CarrierTerms, FAULTS, type Written } from '../invoices/testing/carriage.ts'
import type { NamedCharge } from '../invoices/testing/printing/paper.ts'
import type { World } from './despatch-world.ts'
import { agreed, pounds } from './judging-samples.ts'

/** Finds what each detail bills, as the server does from its tables. */
export class Finder {
  readonly #byNumber = new Map<string, RowMatch & { kind: 'parcel' }>()
  readonly #earlier = new Map<unknown, EarlierCharge[]>()
  readonly #stayed: readonly string[]
  readonly #isByParcel: boolean
  /** With `isByParcel`, each row bills its own parcel only, whatever its number of pieces. */
  constructor({ consignments, stayed }: World, { isByParcel = false } = {}) {
    this.#stayed = stayed
    this.#isByParcel = isByParcel
    for (const consignment of consignments)
      for (const [index, { trackingNumber }] of consignment.parcels.entries())
        this.#byNumber.set(trackingNumber, { kind: 'parcel', consignment, index })
  }
  factsOf({ detail, invoice }: Written, carrier: string): DetailFacts {
    const [order = ''] = detail.references
    const none: RowMatch = this.#stayed.includes(order)
      ? { kind: 'order', client: 'ACME', orderNumber: order }
      : { kind: 'none', why: 'unknown' }
    const isWhole = !this.#isByParcel && detail.parcels.length === 1 && detail.pieces > 1
    const matches = detail.parcels.map(({ trackingNumber }): RowMatch => {
      const found = this.#byNumber.get(trackingNumber)
      return found && isWhole ? { kind: 'consignment', consignment: found.consignment } : (found ?? none)
    })
    const first = matches[0] ?? none
    const own: RowMatch = 'consignment' in first ? { kind: 'consignment', consignment: first.consignment } : none
    const { leg, shipmentDay } = detail
    const numbersOf = (match: RowMatch) =>
      ('consignment' in match ? match.consignment.parcels : [])
        .filter((_, index) => match.kind !== 'parcel' || match.index === index)
        .map(({ trackingNumber }) => trackingNumber)
    const keyOf = (match: RowMatch, number: string) =>
      'consignment' in match ? match.consignment : `${carrier} ${number}`
    const before = (key: unknown) => this.#earlier.get(key) ?? []
    const facts: DetailFacts = {
      carrier,
      currency: 'GBP',
      rateOf: () => null,
      parcels: detail.parcels.map(({ trackingNumber }, index) => {
        const match = matches[index] ?? none
        return { match, earlier: before(keyOf(match, trackingNumber)) }
      }),
      own: { match: own, earlier: before(keyOf(own, detail.consignmentNumber)) },
    }
    const add = (key: unknown, charges: typeof detail.charges, parcels: readonly string[]) =>
      this.#earlier.set(key, [
        ...before(key),
        ...charges.map((one) => ({
          ...one,
          invoiceNumber: invoice,
          leg,
          shipmentDay,
          ...(parcels.length > 0 && { parcels }),
        })),
      ])
    for (const [index, { trackingNumber, charges }] of detail.parcels.entries()) {
      const match = matches[index] ?? none
      add(keyOf(match, trackingNumber), charges, numbersOf(match))
    }
    add(keyOf(own, detail.consignmentNumber), detail.charges, matches.flatMap(numbersOf))
    return facts
  }
}

const isFine = ({ verdict }: JudgedRow) => verdict === 'Matched' || verdict === 'Within tolerance'
const mainCause = ({ causes }: JudgedRow) =>
  (Object.entries(causes) as [Cause, number][]).toSorted((one, other) => Math.abs(other[1]) - Math.abs(one[1]))[0]?.[0]
const linesOf = ({ detail }: Written) =>
  detail.charges.length + detail.parcels.reduce((sum, { charges }) => sum + charges.length, 0)

/** Whether a detail cannot be judged, because it needs a missing weight of one of its parcels or of an earlier one. */
function isUnweighed({ detail, verdict }: Written, facts: DetailFacts): boolean {
  const consignment = consignmentIn(facts)
  if (!consignment || consignment.carrier === 'UPS' || verdict === 'Already billed') return false
  const [first] = facts.parcels
  const last = detail.leg === 'adjustment' && first?.match.kind === 'parcel' ? first.match.index + 1 : undefined
  return consignment.parcels
    .slice(0, last)
    .some(({ weight, plannedWeight }) => weight === null && plannedWeight === null)
}

function isFound(written: Written, result: JudgedDetail): boolean {
  const { verdict, cause, amount, row } = written
  if (result.verdict !== verdict || mainCause(result) !== cause) return false
  if (Math.abs((result.variance ?? Number.NaN) - amount) > 100 * linesOf(written)) return false
  return (
    row === null ||
    result.parcels.every((parcel, index) => (index === row ? parcel.verdict === verdict : isFine(parcel)))
  )
}

/** The facts before anything is known about the detail. */
export const unfed = (facts: DetailFacts): DetailFacts => {
  const nothing = { match: { kind: 'none', why: 'unknown' }, earlier: [] } as const
  return { ...facts, parcels: facts.parcels.map(() => nothing), own: nothing }
}

const consignmentIn = ({ parcels, own }: DetailFacts) => {
  const match = [...parcels.map((row) => row.match), own.match].find((one) => 'consignment' in one)
  return match && 'consignment' in match ? match.consignment : null
}

export const TERMS: CarrierTerms = { fuel: 1200, remoteArea: pounds(2.5), returned: pounds(3.75) }

export type AgreedWith = { readonly carrier: string; readonly remoteArea: NamedCharge; readonly returned: NamedCharge }

/** The prices of a world, and the agreements with its carriers. */
export const rulesOf = (world: World, agreements: readonly AgreedWith[]) =>
  compileRules({
    prices: world.histories,
    agreedCharges: agreements.flatMap(({ carrier, remoteArea, returned }) => {
      const once = (money: number) => ({ amount: { kind: 'money', money, per: 'detail' }, when: 'if billed' }) as const
      return [
        agreed(`${carrier}-F`, { carrier, amount: { kind: 'percent', percent: 120_000, of: ['base'], per: 'detail' } }),
        agreed(`${carrier}-A`, { carrier, ...remoteArea, ...once(TERMS.remoteArea) }),
        agreed(`${carrier}-R`, { carrier, ...returned, ...once(TERMS.returned) }),
      ]
    }),
    divisors: [],
    tolerances: agreements.map(({ carrier }) => ({
      carrier,
      client: null,
      row: { money: pounds(0.06), percent: 50_000 },
      charge: { money: pounds(0.06), percent: 200_000 },
      invoice: null,
    })),
    serviceNames: [],
  })

/** Counts planted faults and those that were found. */
export class FaultTally {
  readonly put = new Map(FAULTS.map((fault) => [fault as string, { put: 0, found: 0 }]))
  /** Planted faults that were not found, and findings without a planted fault. */
  readonly wrong: object[] = []
  readonly counts = { details: 0, honest: 0, unweighed: 0, falseAlarms: 0, sumsOff: 0, sumsFound: 0 }

  add(written: Written, facts: DetailFacts, result: JudgedDetail): void {
    this.counts.details++
    if (isUnweighed(written, facts)) {
      this.counts.unweighed++
      if (result.verdict !== 'Not judged' || result.notJudged !== 'no weight') this.#note(written, result)
    } else if (written.fault === null) {
      this.counts.honest++
      if (isFine(result) && result.parcels.every(isFine)) return
      this.counts.falseAlarms++
      this.#note(written, result)
    } else {
      const tally = this.put.get(written.fault)
      if (!tally) return
      tally.put++
      if (isFound(written, result)) tally.found++
      else this.#note(written, result)
    }
  }

  /** An invoice whose stated total is wrong or right, and whether its proof agrees. */
  addSum(isSumOff: boolean, isFoundOff: boolean): void {
    if (isSumOff) this.counts.sumsOff++
    if (isSumOff && isFoundOff) this.counts.sumsFound++
    if (isSumOff !== isFoundOff) this.wrong.push({ fault: 'a sum that is off', isSumOff, isFoundOff })
  }

  text(title: string): string {
    const found = [...this.put].filter(([, { put }]) => put > 0)
    const lines = found.map(([fault, tally]) => `${fault.padEnd(24)} ${tally.found} / ${tally.put}`)
    return `${[title, ...lines, JSON.stringify(this.counts)].join('\n')}\n`
  }

  #note({ fault, verdict, amount }: Written, { variance, causes, parcels, ...got }: JudgedDetail): void {
    const rows = parcels.map(
      (row) =>
        `${row.verdict} ${row.variance}: ${row.charges.map(({ category, billed, expected }) => `${category} ${billed}/${expected}`).join(', ')}`,
    )
    this.wrong.push({ fault, verdict, amount, got: got.verdict, variance, causes, rows })
  }
}
