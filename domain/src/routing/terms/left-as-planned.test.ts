import { expect, test } from 'vitest'
import { compileRules, judge } from '../../invoices/judging/judge.ts'
import type { DespatchedConsignment } from '../../invoices/judging/facts.ts'
import type { CompiledRules } from '../../invoices/judging/compiled-rules.ts'
import type { JudgedDetail } from '../../invoices/judging/judged.ts'
import { reasonText } from '../../invoices/judging/reason-text.ts'
import type { JudgingRules } from '../../invoices/judging/rules.ts'
import { makeInvoices } from '../../invoices/testing/make-invoices.ts'
import { worldOf } from '../../testing/despatch-world.ts'
import { Finder } from '../../testing/find-billed.ts'
import { agreed } from '../../testing/judging-samples.ts'
import { book, carrier } from '../../testing/rule-books.ts'
import { divisor, flat, fuel, when } from '../../testing/terms-samples.ts'
import { allocate } from '../allocation/allocate.ts'
import type { Consignment } from '../allocation/consignment.ts'
import { compileBook } from '../rule-book/compile-book.ts'
import type { Method } from '../rule-book/rule-book.ts'
import type { AgreedCharge } from './agreed-charge.ts'
import { CarrierTerms, type Terms } from './carrier-terms.ts'
import { ClientTerms } from './client-terms.ts'

const AT = '2026-01-01T00:00:00.000Z'
const DISTRICTS = ['IV2', 'EC1A', 'KA27', 'M1'] as const

/** What each carrier always bills, and some that it bills only sometimes. */
const TERMS: Terms = {
  agreedCharges: ['DPD', 'UPS', 'DHL'].flatMap((code) =>
    [
      { ...fuel(12, '2026-01-01') },
      flat(1.25, 'detail', { ...when({ postcodes: ['IV', 'KA27-28'] }), code: 'HIG', text: 'Highlands' }),
      flat(0.8, 'parcel', {
        ...when({ weight: { above: 15_000, upTo: null } }),
        code: 'HVY',
        text: 'Heavy',
        category: 'overweight',
      }),
      agreed('P', {
        code: 'PEAK',
        category: 'peak',
        text: 'Peak',
        amount: { kind: 'percent', percent: 15_000, of: ['base', 'overweight'], per: 'detail' },
        from: '2026-03-01',
      }),
      flat(2.5, 'detail', { code: 'RAS', when: 'if billed' }),
      flat(3.75, 'parcel', { code: 'RTS', category: 'return to sender', text: 'Returned', when: 'if billed' }),
    ].map((one): AgreedCharge => ({ ...one, id: `${code} ${one.code}`, carrier: code })),
  ),
  divisors: [divisor(5000, { carrier: 'DHL' })],
}

/** Every parcel of a world weighed and measured, each with the decision that planned it as it left. */
function plannedWorld(terms: Terms, despatched: (one: DespatchedConsignment) => DespatchedConsignment = (one) => one) {
  const world = worldOf(20_261_130, 900, 6)
  const prices = world.histories
  const clientTerms = new Map(
    ['ACME', 'BIRCH'].map((client) => [client, new ClientTerms(new CarrierTerms(terms), { client, currency: 'GBP' })]),
  )
  const costs = new Map<DespatchedConsignment, number>()
  const { books } = compileRules({ prices, agreedCharges: [], divisors: [], tolerances: [], serviceNames: [] })
  const consignments = world.consignments.flatMap((one, number): DespatchedConsignment[] => {
    const parcels = one.parcels.map(({ weight, plannedWeight, ...parcel }, index) => {
      const grams = weight ?? plannedWeight ?? 1000
      return { ...parcel, weight: grams, plannedWeight: grams, volume: ((number + index) % 7) * 9000, length: 400 }
    })
    const by = books
      .methodsOn(one.client, one.day, parcels[0]?.despatchedAt ?? 0)
      .find(({ method }) => method.clientMethodID === one.clientMethodID && method.carrier === one.carrier)
    const postcode = DISTRICTS[number % DISTRICTS.length] ?? ''
    if (!by) return [one]
    const consignment: Consignment = {
      service: one.service,
      country: 'GB',
      region: null,
      despatchDay: one.day,
      parcels: parcels.map(({ weight, length, volume }) => ({ weight, length, volume })),
      heldTo: null,
      terms: { at: AT, postcode },
    }
    const counting = clientTerms.get(one.client)
    const compiled = {
      ...compileBook(
        book({ client: one.client, currency: 'GBP', carriers: [carrier(one.carrier)], methods: [by.method as Method] }),
      ),
      ...(counting && { terms: new Map([[AT, counting]]) }),
    }
    const decision = allocate(compiled, consignment, new Float64Array(1))
    const made = despatched({
      ...one,
      postcode,
      parcels,
      carrierService: by.method.carrierService,
      decision: {
        clientMethodID: by.method.clientMethodID,
        version: by.enteredIn.version,
        day: one.day,
        grams: parcels.map(({ weight }) => weight),
        terms: counting?.countFor(consignment, { at: AT, postcode }, compiled.carriers),
      },
    })
    if (decision.chosen === 0) costs.set(made, decision.costs[0] ?? 0)
    return [made]
  })
  return { world: { ...world, consignments }, costs, prices }
}

type Planned = ReturnType<typeof plannedWorld>

/** Judges the first bill of every consignment that was planned; each carrier writes in rows, one row, or for the whole. */
function judgeFirstBills({ world, costs, prices }: Planned, terms: Terms) {
  const rules: JudgingRules = { prices, ...terms, tolerances: [], serviceNames: [] }
  const compiled: CompiledRules = compileRules(rules)
  const found: { judged: JudgedDetail; cost: number; consignment: DespatchedConsignment }[] = []
  const finder = new Finder(world)
  for (const code of ['DPD', 'UPS', 'DHL']) {
    const { written } = makeInvoices(world.carriages.get(code) ?? [], {
      seed: 5,
      account: '1',
      currency: 'GBP',
      day: '2026-05-01',
      terms: { fuel: 1200, remoteArea: 25_000, returned: 37_500 },
      perInvoice: 50,
      faultPercent: 0,
      ordersThatStayed: [],
    })
    for (const one of written) {
      const facts = finder.factsOf(one, code)
      const match = facts.own.match
      const consignment = 'consignment' in match ? match.consignment : undefined
      const cost = consignment && costs.get(consignment)
      const isFirst = facts.own.earlier.length === 0 && facts.parcels.every(({ earlier }) => earlier.length === 0)
      if (!consignment || cost === undefined || !isFirst || one.detail.leg !== 'outbound') continue
      const judged = judge(one.detail, facts, compiled)
      if (judged.expected !== null) found.push({ judged, cost, consignment })
    }
  }
  return found
}

/** What is expected of a detail, except charges that are billed only sometimes. */
const expectedOf = ({ charges }: JudgedDetail) =>
  charges
    .filter(({ agreedCharge }) => !/ (?:RAS|RTS)$/.test(agreedCharge ?? ''))
    .reduce((sum, { expected }) => sum + expected, 0)

const isKind = (kind: string) => (reason: { readonly kind: string }) => reason.kind === kind
const changesIn = ({ judged }: ReturnType<typeof judgeFirstBills>[number]) =>
  [judged.own, ...judged.parcels].flatMap(({ reasons }) => reasons.filter(isKind('our change')))

test('where a parcel left as planned, the cost that allocation counted is the one that reconciliation expects', () => {
  const found = judgeFirstBills(plannedWorld(TERMS), TERMS)
  expect(found.length).toBeGreaterThan(500)
  expect(found.filter(({ consignment }) => consignment.parcels.length > 1).length).toBeGreaterThan(100)
  const dues = new Set(
    found.flatMap(({ judged }) =>
      judged.charges.flatMap(({ expected, agreedCharge }) => (expected > 0 ? (agreedCharge ?? 'price') : [])),
    ),
  )
  for (const due of ['price', 'DPD FSC', 'DHL HIG', 'DPD HVY', 'UPS PEAK']) expect(dues).toContain(due)
  expect(
    found.flatMap(({ judged, cost }) => (expectedOf(judged) === cost ? [] : [[expectedOf(judged), cost]])),
  ).toEqual([])
  expect(found.filter(({ judged }) => judged.ourChange !== 0)).toEqual([])
  // Not even where the carrier shares fuel between parcels in its own way.
  expect(found.flatMap(changesIn)).toEqual([])
})

test('terms that changed since are our change, by part, and it is all that differs', () => {
  const agreedCharges = TERMS.agreedCharges.flatMap((one): AgreedCharge[] => {
    if (one.code === 'FSC')
      return [{ ...one, amount: { kind: 'percent', percent: 135_000, of: ['base'], per: 'detail' } }]
    return one.code === 'HVY' ? [] : [one]
  })
  const now = { ...TERMS, agreedCharges }
  const found = judgeFirstBills(plannedWorld(TERMS), now)
  expect(found.length).toBeGreaterThan(500)
  for (const one of found) expect(one.judged.ourChange).toBe(expectedOf(one.judged) - one.cost)
  const parts = found.flatMap((one) =>
    changesIn(one).flatMap((reason) => ('parts' in reason ? (reason.parts ?? []) : [])),
  )
  expect(new Set(parts.map(({ text }) => text))).toEqual(new Set(['Fuel', 'Heavy', 'Peak']))
  const byText = (of: string) =>
    parts.filter(({ text }) => text === of).reduce((sum, { thought, expected }) => sum + expected - thought, 0)
  expect([byText('Fuel') > 0, byText('Heavy') < 0, byText('Peak') < 0]).toEqual([true, true, true])
  const [reason] = found.flatMap(changesIn)
  expect(
    reason && reasonText(reason, { carrier: 'DPD', currency: 'GBP', priceCurrency: 'GBP', method: (id) => id }),
  ).toMatch(
    /^Routing expected £\d+\.\d\d; the expected cost is now £\d+\.\d\d\. Other charges are agreed with the carrier for the despatch date\. .*Fuel £\d+\.\d\d, now £\d+\.\d\d/,
  )
})

test('parcels that left heavier than planned are our change, in the price and in what depends on it', () => {
  const heavier = plannedWorld(TERMS, (one) => ({
    ...one,
    parcels: one.parcels.map((parcel) => ({ ...parcel, weight: Math.min((parcel.weight ?? 0) * 2, 30_000) })),
  }))
  const found = judgeFirstBills(heavier, TERMS)
  expect(found.length).toBeGreaterThan(500)
  for (const one of found) expect(one.judged.ourChange).toBe(expectedOf(one.judged) - one.cost)
  expect(found.filter(({ judged }) => judged.ourChange > 0).length).toBeGreaterThan(100)
})
