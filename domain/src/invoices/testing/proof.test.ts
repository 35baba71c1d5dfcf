import { expect, test } from 'vitest'
import type { Cause, ChargeCategory } from '../invoice.ts'
import { compileRules, judge } from '../judging/judge.ts'
import type { DetailFacts, EarlierCharge, RowMatch } from '../judging/facts.ts'
import type { JudgedDetail, JudgedRow } from '../judging/judged.ts'
import { ProofTally } from '../reading/proof.ts'
import { agreed, pounds } from '../../testing/judging-samples.ts'
import { type World, worldOf } from '../../testing/despatch-world.ts'
import { FAULTS, type Written } from './carriage.ts'
import { type MadeInvoices, makeInvoices, netOf } from './make-invoices.ts'

const TERMS = { fuel: 1200, remoteArea: pounds(2.5), returned: pounds(3.75) }
const CARRIERS = ['DPD', 'UPS', 'DHL']
const once = { amount: { kind: 'money', money: TERMS.remoteArea, per: 'detail' }, when: 'if billed' } as const

const rulesOf = (world: World) =>
  compileRules({
    prices: world.histories,
    agreedCharges: CARRIERS.flatMap((carrier) => [
      agreed(`${carrier}-F`, { carrier, amount: { kind: 'percent', percent: 120_000, of: ['base'], per: 'detail' } }),
      agreed(`${carrier}-A`, { carrier, code: 'RAS', category: 'remote area', ...once }),
      agreed(`${carrier}-R`, {
        carrier,
        code: 'RTS',
        category: 'return to sender',
        ...once,
        amount: { kind: 'money', money: TERMS.returned, per: 'detail' },
      }),
    ]),
    divisors: [],
    tolerances: CARRIERS.map((carrier) => ({
      carrier,
      client: null,
      row: { money: pounds(0.06), percent: 50_000 },
      charge: { money: pounds(0.06), percent: 200_000 },
      invoice: null,
    })),
    serviceNames: [],
  })

/** Finds what each detail bills, as the server does from its tables. */
class Finder {
  readonly #byNumber = new Map<string, RowMatch & { kind: 'parcel' }>()
  readonly #earlier = new Map<unknown, EarlierCharge[]>()
  readonly #expected = new Map<unknown, Partial<Record<ChargeCategory, number>>>()
  readonly #stayed: readonly string[]
  constructor({ consignments, stayed }: World) {
    this.#stayed = stayed
    for (const consignment of consignments)
      for (const [index, { trackingNumber }] of consignment.parcels.entries())
        this.#byNumber.set(trackingNumber, { kind: 'parcel', consignment, index })
  }
  factsOf({ detail, invoice }: Written, carrier: string): DetailFacts {
    const [order = ''] = detail.references
    const none: RowMatch = this.#stayed.includes(order)
      ? { kind: 'order', client: 'ACME', orderNumber: order }
      : { kind: 'none', why: 'unknown' }
    const matches = detail.parcels.map(({ trackingNumber }) => this.#byNumber.get(trackingNumber) ?? none)
    const first = matches[0] ?? none
    const own: RowMatch = first.kind === 'parcel' ? { kind: 'consignment', consignment: first.consignment } : none
    const { leg, shipmentDay } = detail
    const seen = (key: unknown, charges: typeof detail.charges) => {
      const before = this.#earlier.get(key) ?? []
      this.#earlier.set(key, [
        ...before,
        ...charges.map((charge) => ({ ...charge, invoiceNumber: invoice, leg, shipmentDay })),
      ])
      return before
    }
    const ofOwn = own.kind === 'consignment' ? own.consignment : null
    return {
      carrier,
      currency: 'GBP',
      rate: null,
      parcels: detail.parcels.map(({ trackingNumber, charges }, index) => ({
        match: matches[index] ?? none,
        earlier: seen(trackingNumber, charges),
        earlierExpected: this.#expected.get(trackingNumber),
      })),
      own: {
        match: own,
        earlier: ofOwn ? seen(ofOwn, detail.charges) : [],
        earlierExpected: this.#expected.get(ofOwn),
      },
    }
  }
  /** Keeps what was expected, as the server keeps it beside each row. */
  keep({ detail }: Written, { parcels, own }: JudgedDetail, facts: DetailFacts) {
    const add = (key: unknown, { charges, verdict }: JudgedRow) => {
      if (verdict === 'Not judged') return
      const sums = { ...this.#expected.get(key) }
      for (const { category, expected } of charges) sums[category] = (sums[category] ?? 0) + expected
      this.#expected.set(key, sums)
    }
    for (const [index, { trackingNumber }] of detail.parcels.entries()) {
      const row = parcels[index]
      if (row) add(trackingNumber, row)
    }
    if (facts.own.match.kind === 'consignment') add(facts.own.match.consignment, own)
  }
}

const isFine = ({ verdict }: JudgedRow) => verdict === 'Matched' || verdict === 'Within tolerance'
const mainCause = ({ causes }: JudgedRow) =>
  (Object.entries(causes) as [Cause, number][]).toSorted((one, other) => Math.abs(other[1]) - Math.abs(one[1]))[0]?.[0]
const linesOf = ({ detail }: Written) =>
  detail.charges.length + detail.parcels.reduce((sum, { charges }) => sum + charges.length, 0)

/** Whether nobody can judge a detail: the weight of a parcel that it bills, or of one before that, is missing where it counts. */
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

/** The same facts before anything of the detail is known. */
const unfed = (facts: DetailFacts): DetailFacts => {
  const nothing = { match: { kind: 'none', why: 'unknown' }, earlier: [] } as const
  return { ...facts, parcels: facts.parcels.map(() => nothing), own: nothing }
}

const consignmentIn = ({ parcels, own }: DetailFacts) => {
  const match = [...parcels.map((row) => row.match), own.match].find((one) => 'consignment' in one)
  return match && 'consignment' in match ? match.consignment : null
}

test('every fault that was put in is found, with its cause and amount, and nothing else is', () => {
  const world = worldOf(20_260_302, 6000, 200)
  const rules = rulesOf(world)
  const finder = new Finder(world)
  const put = new Map(FAULTS.map((fault) => [fault as string, { put: 0, found: 0 }]))
  const wrong: object[] = []
  const counts = { details: 0, honest: 0, unweighed: 0, falseAlarms: 0, sumsOff: 0, sumsFound: 0 }
  for (const [index, carrier] of CARRIERS.entries()) {
    const made: MadeInvoices = makeInvoices(world.carriages.get(carrier) ?? [], {
      seed: index + 1,
      account: carrier,
      currency: 'GBP',
      day: '2026-04-06',
      terms: TERMS,
      perInvoice: 400,
      faultPercent: 30,
      ordersThatStayed: world.stayed,
    })
    for (const { invoice, details, isSumOff } of made.invoices) {
      const tally = new ProofTally()
      for (const detail of details) tally.net += netOf(detail)
      for (const { what, amount, line } of invoice.stated) tally.state(what, amount, line)
      const isOff = tally.proof().verdict === 'does not add up'
      if (isSumOff) counts.sumsOff++
      if (isOff && isSumOff) counts.sumsFound++
      expect(isOff).toBe(isSumOff)
    }
    for (const written of made.written) {
      const facts = finder.factsOf(written, carrier)
      // A despatch that is fed late: until then nobody knows the parcel.
      if (counts.details % 20 === 0) expect(judge(written.detail, unfed(facts), rules).verdict).toBe('Not found')
      const result = judge(written.detail, facts, rules)
      finder.keep(written, result, facts)
      counts.details++
      const note = {
        fault: written.fault,
        verdict: written.verdict,
        amount: written.amount,
        got: result.verdict,
        variance: result.variance,
        causes: result.causes,
        rows: result.parcels.map(
          ({ verdict, variance, charges }) =>
            `${verdict} ${variance}: ${charges.map(({ category, billed, expected }) => `${category} ${billed}/${expected}`).join(', ')}`,
        ),
      }
      if (isUnweighed(written, facts)) {
        counts.unweighed++
        if (result.verdict !== 'Not judged' || result.notJudged !== 'no weight') wrong.push(note)
      } else if (written.fault === null) {
        counts.honest++
        if (isFine(result) && result.parcels.every(isFine)) continue
        counts.falseAlarms++
        wrong.push(note)
      } else {
        const tally = put.get(written.fault)
        if (!tally) continue
        tally.put++
        if (isFound(written, result)) tally.found++
        else wrong.push(note)
      }
    }
  }
  const table = [...put].map(([fault, tally]) => `${fault.padEnd(24)} ${tally.found} / ${tally.put}`)
  process.stdout.write(`${[...table, JSON.stringify(counts)].join('\n')}\n`)
  expect(wrong.slice(0, 10)).toEqual([])
  expect(counts.falseAlarms).toBe(0)
  for (const [fault, { put: many }] of put) expect([fault, many > 10]).toEqual([fault, true])
})
