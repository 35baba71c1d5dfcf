import { describe, expect, test } from 'vitest'
import { book, carrier, consignment, method, MONDAY, parcel, route } from '../../testing/rule-books.ts'
import type { Finding } from './check-book.ts'
import { bookNames, exampleSentence, findingPlace, findingSentence } from './finding-text.ts'

const byWeight = method('W', 'DPD', 1, { methodDescription: 'DPD by weight' })
const names = bookNames(
  book({
    carriers: [carrier('DPD', { name: 'DPD Ltd' }), carrier('DHL')],
    methods: [
      { ...byWeight, pricing: { ...byWeight.pricing, pricingMethod: 'By Weight Matrix' } },
      method('P', 'DPD', 1, { methodDescription: 'DPD by parcel' }),
    ],
    fixedRouting: [
      route('1', { sku: 'BED' }, { carrier: 'UPS', startDate: '2026-05-02', endDate: '2026-05-01' }),
      route('2', { category: 'Beds' }, { clientMethodID: 'X' }),
      route('3', { sku: 'BED' }, { carrier: 'DHL' }),
    ],
  }),
)

type Bare = Finding extends infer One ? (One extends Finding ? Omit<One, 'example'> : never) : never
const weight = { clientMethodID: 'W', costing: 'primary' } as const
const parcels = { clientMethodID: 'P', costing: 'secondary' } as const
const limit = { kind: 'limit-too-low', clientMethodID: 'P' } as const

describe('every kind of finding as a sentence with the item to correct', () => {
  test.each<[Bare, string, string]>([
    [
      { kind: 'bands-overlap', ...weight, chargeIDs: ['1', '2'], from: 4000, to: 5500 },
      'method W',
      'DPD by weight, primary costing: rows 1 and 2 are in force at the same time and both price more than 4 kg, up to 5.5 kg',
    ],
    [
      { kind: 'bands-overlap', ...weight, chargeIDs: ['1', '2'], from: 0, to: null },
      'method W',
      'DPD by weight, primary costing: rows 1 and 2 are in force at the same time and both price any weight',
    ],
    [
      { kind: 'bands-overlap', ...parcels, chargeIDs: ['1', '2'], from: 4, to: null },
      'method P',
      'DPD by parcel, secondary costing: rows 1 and 2 are in force at the same time and both price 5 parcels or more',
    ],
    [
      { kind: 'bands-missing', ...weight, day: MONDAY, from: 0, to: 2000 },
      'method W',
      'DPD by weight, primary costing: no row prices less than 2 kg on 2 Mar 2026, so it is not available for that',
    ],
    [
      { kind: 'bands-missing', ...parcels, day: MONDAY, from: 4, to: 9 },
      'method P',
      'DPD by parcel, secondary costing: no row prices 5 to 9 parcels on 2 Mar 2026, so it is not available for that',
    ],
    [
      { kind: 'bands-missing', ...parcels, day: MONDAY, from: 0, to: 1 },
      'method P',
      'DPD by parcel, secondary costing: no row prices 1 parcel on 2 Mar 2026, so it is not available for that',
    ],
    [
      { kind: 'bands-missing', ...weight, day: MONDAY, from: 2000, to: 3000 },
      'method W',
      'DPD by weight, primary costing: no row prices more than 2 kg and less than 3 kg on 2 Mar 2026, so it is not available for that',
    ],
    [
      { kind: 'dates-with-hole', ...weight, from: '2026-03-11', to: '2026-03-14' },
      'method W',
      'DPD by weight, primary costing: no row is in force from 11 Mar 2026 to 14 Mar 2026, so it is not available then',
    ],
    [
      { kind: 'dates-with-hole', ...weight, from: MONDAY, to: MONDAY },
      'method W',
      'DPD by weight, primary costing: no row is in force on 2 Mar 2026, so it is not available then',
    ],
    [{ kind: 'no-price', clientMethodID: 'W' }, 'method W', 'DPD by weight has no price: nothing is routed to it'],
    [
      { kind: 'carrier-not-active', carrier: 'DPD', from: '2026-11-20', to: null },
      'carrier DPD',
      'DPD Ltd is not active after 19 Nov 2026: its methods take nothing',
    ],
    [
      { kind: 'carrier-not-active', carrier: 'DPD', from: '2026-12-03', to: '2026-12-05' },
      'carrier DPD',
      'DPD Ltd is not active from 3 Dec 2026 to 5 Dec 2026: its methods take nothing then',
    ],
    [
      { kind: 'carrier-not-active', carrier: 'DPD', from: '2026-12-03', to: '2026-12-03' },
      'carrier DPD',
      'DPD Ltd is not active on 3 Dec 2026: its methods take nothing then',
    ],
    [
      { kind: 'skus-without-weight', count: 12, first: ['A', 'B'] },
      'multi-box ',
      '12 SKUs have no weight (A, B and 10 more): they are routed and priced as though they weighed nothing',
    ],
    [
      { kind: 'skus-without-weight', count: 1, first: ['A'] },
      'multi-box ',
      'The SKU A has no weight: it is routed and priced as though it weighed nothing',
    ],
    [
      { kind: 'route-to-nothing', customPreferenceID: '1', why: 'no-such-carrier' },
      'fixed-route 1',
      'The fixed route of SKU BED holds to the carrier UPS, which this client does not have, so what it holds cannot be routed',
    ],
    [
      { kind: 'route-to-nothing', customPreferenceID: '2', why: 'no-such-method' },
      'fixed-route 2',
      'The fixed route of category Beds holds to X, which is no service of DPD Ltd, so what it holds cannot be routed',
    ],
    [
      { kind: 'route-to-nothing', customPreferenceID: '3', why: 'no-such-method' },
      'fixed-route 3',
      'The fixed route of SKU BED holds to DHL, of which this client has no service, so what it holds cannot be routed',
    ],
    [
      { kind: 'route-to-nothing', customPreferenceID: '3', why: 'carrier-inactive' },
      'fixed-route 3',
      'The fixed route of SKU BED holds to DHL, which is not active, so what it holds cannot be routed',
    ],
    [
      { kind: 'route-never-applies', customPreferenceID: '3', beatenBy: '1' },
      'fixed-route 3',
      'The fixed route of SKU BED never applies any more: wherever and whenever it would, the fixed route of SKU BED to UPS goes before it',
    ],
    [
      { kind: 'route-ends-before-it-starts', customPreferenceID: '1' },
      'fixed-route 1',
      'The fixed route of SKU BED ends before it starts: on 1 May 2026, and it starts on 2 May 2026',
    ],
    [
      { kind: 'no-capacity', carrier: 'DPD', day: MONDAY, services: ['NEXT DAY', 'NAMED DAY'] },
      'capacity DPD',
      'DPD Ltd takes no parcels on Mon 2 Mar, a working day, though it sells NEXT DAY and NAMED DAY',
    ],
    [
      { ...limit, type: 'Length', limit: 100, least: 300 },
      'parcel-limits P',
      'DPD by parcel: length is limited to 10 cm, and the shortest SKU is 30 cm: nothing can travel with it',
    ],
    [
      { ...limit, type: 'Volume', limit: 100, least: 8000 },
      'parcel-limits P',
      'DPD by parcel: volume is limited to 0.0001 m³, and the smallest SKU is 0.008 m³: nothing can travel with it',
    ],
    [
      { ...limit, type: 'NumberOfParcels', limit: 0, least: 1 },
      'parcel-limits P',
      'DPD by parcel: number of parcels is limited to 0 parcels, and a consignment is at least 1 parcel: nothing can travel with it',
    ],
    [
      { ...limit, type: 'ParcelWeight', limit: 500, least: 1000 },
      'parcel-limits P',
      'DPD by parcel: parcel weight is limited to 0.5 kg, and the lightest SKU is 1 kg: nothing can travel with it',
    ],
    [
      { ...limit, type: 'ConsignmentWeight', limit: 500, least: 1000 },
      'parcel-limits P',
      'DPD by parcel: consignment weight is limited to 0.5 kg, and the lightest SKU is 1 kg: nothing can travel with it',
    ],
  ])('%j', (bare, place, sentence) => {
    const finding: Finding = { ...bare, example: null }
    const { kind, key } = findingPlace(finding)
    expect([`${kind} ${key}`, findingSentence(finding, names)]).toEqual([place, sentence])
  })
  test('unknown items are named by id', () => {
    const gone: Finding = { kind: 'route-ends-before-it-starts', customPreferenceID: '9', example: null }
    expect(findingSentence(gone, names)).toBe('Fixed route 9 ends before it starts')
  })
})

test('the example consignment with its hold', () => {
  const plain = consignment({ region: 'AB', parcels: [parcel(), parcel({ weight: 2001 })] })
  const words = '2 parcels of 3.001 kg, STANDARD to AB, United Kingdom, despatched on Mon 2 Mar'
  expect(exampleSentence(plain, names)).toBe(words)
  const heldTo = { carrier: 'DPD', clientMethodID: 'P', customPreferenceIDs: ['2'] }
  expect(exampleSentence({ ...plain, heldTo }, names)).toBe(
    `${words}, held to DPD by parcel by the fixed route of category Beds`,
  )
})
