import { expect, test } from 'vitest'
import { book, carrier, consignment, method, MONDAY, parcel } from '../../testing/rule-books.ts'
import { allocate } from './allocate.ts'
import { compileBook, usedOn } from '../rule-book/compile-book.ts'
import { type Consignment, type Usage, usageKey } from './consignment.ts'
import { explain } from './explain.ts'
import type { Method, RuleBook } from '../rule-book/rule-book.ts'
import { noCarrierText } from './no-carrier-text.ts'

const limits = { Length: null, Volume: null, NumberOfParcels: null, ParcelWeight: null, ConsignmentWeight: null }
const dpd = (given: Partial<Method>) => method('M1', 'DPD', 450, { methodDescription: 'DPD Next Day', ...given })
const carriers = [carrier('DPD', { name: 'DPD UK' }), carrier('DHL', { name: 'DHL Parcel' })]

function why(rules: Partial<RuleBook>, given: Partial<Consignment> = {}, usage: Usage = new Map()): string {
  const compiled = compileBook(book({ carriers, ...rules }))
  const order = consignment(given)
  const decision = allocate(compiled, order, usedOn(compiled, usage, order.despatchDay))
  expect(decision.chosen).toBe(-1)
  const names = new Map(compiled.carriers.map(({ code, name }) => [code, name]))
  return noCarrierText(explain(compiled, order, usage, decision), order, (code) => names.get(code), 'GBP')
}

test.each<[string, Partial<Method>, Partial<Consignment>, string]>([
  [
    'a limit',
    { limits: { ...limits, ConsignmentWeight: 20_000 } },
    { parcels: [parcel({ weight: 23_000 })] },
    'Consignment weight 23 kg is over the limit of 20 kg',
  ],
  ['a service', { serviceTypes: ['STANDARD'] }, { service: 'NEXT DAY' }, 'Does not carry NEXT DAY, only STANDARD'],
  ['a country', { countries: ['GB'] }, { country: 'FR', region: null }, 'Does not serve France, only United Kingdom'],
  [
    'a region',
    { regions: ['London'] },
    { region: null },
    'The postcode is of no known region, and only London are served',
  ],
])('%s that stood in the way', (_what, given, order, expected) => {
  expect(why({ methods: [dpd(given)] }, order)).toBe(`Closest match: DPD Next Day (DPD UK) – ${expected}`)
})

test('lists everything that failed', () => {
  const methods = [dpd({ serviceTypes: ['STANDARD'], limits: { ...limits, NumberOfParcels: 1 } })]
  expect(why({ methods }, { service: 'NEXT DAY', parcels: [parcel(), parcel()] })).toBe(
    'Closest match: DPD Next Day (DPD UK) – Does not carry NEXT DAY, only STANDARD; Number of parcels 2 is over the limit of 1',
  )
})

test('describes the nearest of several candidates', () => {
  const far = method('M2', 'DHL', 100, { serviceTypes: [], countries: ['IE'], methodDescription: 'DHL Far' })
  const near = dpd({ limits: { ...limits, NumberOfParcels: 1 } })
  expect(why({ methods: [far, near] }, { parcels: [parcel(), parcel()] })).toMatch(
    /^Closest match: DPD Next Day \(DPD UK\)/,
  )
})

test('a full carrier, an inactive carrier and a fixed route', () => {
  const capacities = [{ carrier: 'DPD', slots: [3, 0, 0, 0, 0, 0, 0], effectiveFrom: null, effectiveBetween: null }]
  expect(why({ methods: [dpd({})], capacities }, {}, new Map([[usageKey('DPD', MONDAY), 3]]))).toBe(
    'Closest match: DPD Next Day (DPD UK) – Mon 2 Mar: 3 of 3 parcels taken, 1 more does not fit',
  )
  const off = [carrier('DPD', { name: 'DPD UK', active: 'N' })]
  expect(why({ methods: [dpd({})], carriers: off })).toBe('Closest match: DPD Next Day (DPD UK) – DPD UK is not active')
  const heldTo = { carrier: 'DHL', clientMethodID: null, customPreferenceIDs: ['7'] }
  expect(why({ methods: [dpd({})] }, { heldTo })).toMatch(
    /^Closest match: DPD Next Day \(DPD UK\) – Held to .*7, not to this method$/,
  )
})

test('a carrier’s name is not repeated, and names never look like two sentences', () => {
  const methods = [dpd({ methodDescription: 'Dpd uk next day', serviceTypes: [] })]
  expect(why({ methods })).toBe('Closest match: Dpd uk next day – Carries no service type')
  const john = [carrier('DPD', { name: 'St. John' })]
  expect(why({ methods, carriers: john })).toBe(
    'Closest match: Dpd uk next day (St.\u00A0John) – Carries no service type',
  )
  const closed = [carrier('DPD', { name: 'U.K. Mail; North', active: 'N' })]
  expect(why({ methods: [dpd({})], carriers: closed })).toBe(
    'Closest match: DPD Next Day (U.K.\u00A0Mail;\u00A0North) – U.K.\u00A0Mail;\u00A0North is not active',
  )
})

test('a client without methods', () => {
  expect(why({ methods: [] })).toBe('The client has no carrier services yet')
})
