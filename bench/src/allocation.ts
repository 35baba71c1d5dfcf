import { allocate } from '@despatch/domain/routing/allocation/allocate'
import { type CompiledBook, compileBook, usedOn } from '@despatch/domain/routing/rule-book/compile-book'
import type { Consignment } from '@despatch/domain/routing/allocation/consignment'
import { planConsignments } from '@despatch/domain/routing/allocation/plan-consignments'
import { startSide, replayNext, ReplayTally } from '@despatch/domain/routing/what-if/replay'
import type { AgreedCharge } from '@despatch/domain/routing/terms/agreed-charge'
import { CarrierTerms } from '@despatch/domain/routing/terms/carrier-terms'
import { ClientTerms } from '@despatch/domain/routing/terms/client-terms'
import { costOf, NO_PRICE, quantitiesOf } from '@despatch/domain/routing/prices/compile-pricing'
import { Engine } from 'json-rules-engine'
import { allocationCase } from './allocation-case.ts'
import { median, table, whole } from './table.ts'

const CONSIGNMENTS = 20_000
const PEER_CONSIGNMENTS = 200
const REPLAYED = 100_000
const AIM = 100_000
const FLOOR_AIM = 1 / 3
const PEER_AIM = 100

/**
 * Measures decisions per second on one core, beside a loop that only finds the winner and beside json-rules-engine; and
 * a what-if. Returns the missed aims.
 */
export async function measureAllocation(rounds: number): Promise<string[]> {
  const { book, orders, goodsOf, lines } = allocationCase(CONSIGNMENTS)
  const compiled = compileBook(book)
  const none = usedOn(compiled, new Map(), '2026-03-02')
  const engine = peerOf(compiled)
  await checkSameChoices(compiled, lines, none, engine)
  const { counting, counted } = withTerms(compiled, lines)
  const measured: { reasons: number; terms: number; whole: number; floor: number; peer: number }[] = []
  for (let round = 0; round < rounds; round++) {
    measured.push({
      reasons: perSecond(lines.length, () => {
        for (const each of lines) allocate(compiled, each, none)
      }),
      terms: perSecond(counted.length, () => {
        for (const each of counted) allocate(counting, each, none)
      }),
      whole: perSecond(orders.length, () => {
        for (const order of orders) {
          const plan = planConsignments(compiled, order, goodsOf)
          if ('consignments' in plan) for (const each of plan.consignments) allocate(compiled, each, none)
        }
      }),
      floor: perSecond(lines.length, () => {
        for (const each of lines) winnerOf(compiled, each, none)
      }),
      peer: await perSecondSlowly(lines.slice(0, PEER_CONSIGNMENTS), engine),
    })
  }
  const of = (key: keyof (typeof measured)[number]) => median(measured.map((one) => one[key]))
  const [reasons, floor, peer] = [of('reasons'), of('floor'), of('peer')]
  console.log(
    `\nallocation on one core: 40 methods, 5,000 fixed routes, 124 regions, 20 bands (aim: ${whole(AIM)} a second)`,
  )
  console.log(
    table(
      ['', 'decisions/s', 'of floor', 'of json-rules-engine'],
      [
        ['with all reasons', whole(reasons), (reasons / floor).toFixed(2), whole(reasons / peer)],
        ['with all reasons, and fuel and a remote area of every carrier', whole(of('terms')), '', ''],
        ['an order: planned from its lines, and allocated', whole(of('whole')), '', ''],
        ['floor: a loop that only finds the winner', whole(floor), '', ''],
        ['json-rules-engine, the same choice', whole(peer), '', ''],
      ],
    ),
  )
  return [
    ...(reasons < AIM ? [`allocation: ${whole(reasons)} decisions/s`] : []),
    ...(reasons / floor < FLOOR_AIM ? [`allocation: ${(reasons / floor).toFixed(2)} of the floor`] : []),
    ...(reasons / peer < PEER_AIM ? [`allocation: ${whole(reasons / peer)} times json-rules-engine`] : []),
    ...measureReplay(),
  ]
}

/** The same with the terms of every carrier: fuel in per cent, and a surcharge of some postcode areas. */
function withTerms(compiled: CompiledBook, lines: readonly Consignment[]) {
  const at = '2026-03-01T00:00:00.000Z'
  const always = {
    client: null,
    from: '2026-01-01',
    to: null,
    by: '',
    when: 'always',
    least: null,
    most: null,
  } as const
  const none = { countries: [], zones: [], services: [], weekdays: [], weight: null, length: null, volume: null }
  const agreedCharges = compiled.carriers.flatMap(({ code: carrier }): AgreedCharge[] => [
    {
      ...always,
      id: `${carrier} fuel`,
      carrier,
      code: 'FSC',
      category: 'fuel',
      text: 'Fuel',
      currency: 'GBP',
      amount: { kind: 'percent', percent: 125_000, of: ['base'], per: 'detail' },
    },
    {
      ...always,
      id: `${carrier} remote`,
      carrier,
      code: 'RAS',
      category: 'remote area',
      text: 'Remote area',
      currency: 'GBP',
      amount: { kind: 'money', money: 25_000, per: 'detail' },
      conditions: { ...none, postcodes: ['HS', 'IV', 'KW', 'ZE', 'KA27-28', 'PA20-49', 'PH17-26'] },
    },
  ])
  const terms = new ClientTerms(new CarrierTerms({ agreedCharges, divisors: [] }), { client: 'BENCH', currency: 'GBP' })
  return {
    counting: { ...compiled, terms: new Map([[at, terms]]) },
    counted: lines.map((each, index) => ({
      ...each,
      terms: { at, postcode: `${each.region ?? ''}${(index % 9) + 1}` },
    })),
  }
}

function perSecond(count: number, work: () => void): number {
  const began = performance.now()
  work()
  return count / ((performance.now() - began) / 1000)
}

/** The floor: the same arrays, but a candidate ends at its first failed constraint, and only the winner is stored. */
function winnerOf(compiled: CompiledBook, consignment: Consignment, used: Float64Array): number {
  const { methods, carrierOf, limits } = compiled
  const { parcels } = consignment
  const rules = compiled.rulesOn(consignment.despatchDay)
  const service = compiled.failingService.get(consignment.service)
  const country = compiled.failingCountry.get(consignment.country) ?? compiled.elsewhere.country
  const region = compiled.failingRegion.get(consignment.region ?? '') ?? compiled.elsewhere.region
  let [longest, largest, heaviest, grams] = [0, 0, 0, 0]
  for (const parcel of parcels) {
    grams += parcel.weight
    if (parcel.length > longest) longest = parcel.length
    if (parcel.volume > largest) largest = parcel.volume
    if (parcel.weight > heaviest) heaviest = parcel.weight
  }
  const quantities = quantitiesOf(parcels.map(({ weight }) => weight))
  let [winner, lowest] = [-1, Number.POSITIVE_INFINITY]
  for (let index = 0; index < methods.length; index++) {
    if (rules.failing[index] || service?.[index] || country[index] || region[index]) continue
    if (longest > (limits.Length[index] ?? 0) || largest > (limits.Volume[index] ?? 0)) continue
    if (parcels.length > (limits.NumberOfParcels[index] ?? 0) || heaviest > (limits.ParcelWeight[index] ?? 0)) continue
    const carrier = carrierOf[index] ?? 0
    if (grams > (limits.ConsignmentWeight[index] ?? 0)) continue
    if ((used[carrier] ?? 0) + parcels.length > (rules.slots[carrier] ?? 0)) continue
    const pricing = rules.pricing[index]
    const cost = pricing ? costOf(pricing, quantities) : NO_PRICE
    if (cost !== NO_PRICE && cost < lowest) [winner, lowest] = [index, cost]
  }
  return winner
}

type Peer = (consignment: Consignment) => Promise<number>

/** json-rules-engine with one rule per method, whose event carries the method. The cheapest event wins. */
function peerOf(compiled: CompiledBook): Peer {
  const engine = new Engine([], { allowUndefinedFacts: true })
  for (const [index, method] of compiled.methods.entries()) {
    const { limits } = method
    const most = (fact: string, value: number | null) =>
      value === null ? [] : [{ fact, operator: 'lessThanInclusive', value }]
    engine.addRule({
      conditions: {
        all: [
          { fact: 'service', operator: 'in', value: [...method.serviceTypes] },
          { fact: 'country', operator: 'in', value: [...method.countries] },
          ...(method.regions.length > 0 ? [{ fact: 'region', operator: 'in', value: [...method.regions] }] : []),
          { fact: 'active', operator: 'contains', value: index },
          ...most('longest', limits.Length),
          ...most('largest', limits.Volume),
          ...most('parcels', limits.NumberOfParcels),
          ...most('heaviest', limits.ParcelWeight),
          ...most('grams', limits.ConsignmentWeight),
          { fact: 'room', operator: 'contains', value: compiled.carrierOf[index] ?? 0 },
          { fact: 'priced', operator: 'contains', value: index },
        ],
      },
      event: { type: 'eligible', params: { index } },
    })
  }
  return async (consignment) => {
    const { parcels, despatchDay } = consignment
    const rules = compiled.rulesOn(despatchDay)
    const quantities = quantitiesOf(parcels.map(({ weight }) => weight))
    const costs = rules.pricing.map((pricing) => (pricing ? costOf(pricing, quantities) : NO_PRICE))
    const numbers = compiled.methods.map((_method, index) => index)
    const { events } = await engine.run({
      service: consignment.service,
      country: consignment.country,
      region: consignment.region,
      active: numbers.filter((index) => rules.failing[index] === 0),
      longest: Math.max(...parcels.map(({ length }) => length)),
      largest: Math.max(...parcels.map(({ volume }) => volume)),
      heaviest: Math.max(...parcels.map(({ weight }) => weight)),
      grams: quantities.gramsUpTo[parcels.length],
      parcels: parcels.length,
      room: compiled.carriers.flatMap((_carrier, index) =>
        parcels.length <= (rules.slots[index] ?? 0) ? [index] : [],
      ),
      priced: numbers.filter((index) => costs[index] !== NO_PRICE),
    })
    let [winner, lowest] = [-1, Number.POSITIVE_INFINITY]
    for (const index of events.map(({ params }) => Number(params?.['index'])).toSorted((one, other) => one - other)) {
      const cost = costs[index] ?? NO_PRICE
      if (cost < lowest) [winner, lowest] = [index, cost]
    }
    return winner
  }
}

async function perSecondSlowly(consignments: readonly Consignment[], peer: Peer): Promise<number> {
  const began = performance.now()
  for (const each of consignments) await peer(each)
  return consignments.length / ((performance.now() - began) / 1000)
}

/** Throws unless all three choose the same methods: otherwise the comparison is meaningless. */
async function checkSameChoices(
  compiled: CompiledBook,
  lines: readonly Consignment[],
  none: Float64Array,
  peer: Peer,
): Promise<void> {
  for (const [index, each] of lines.entries()) {
    const { chosen } = allocate(compiled, each, none)
    if (chosen !== winnerOf(compiled, each, none))
      throw new Error(`The floor chooses otherwise for consignment ${index}`)
    if (index < PEER_CONSIGNMENTS && chosen !== (await peer(each)))
      throw new Error(`json-rules-engine chooses otherwise for consignment ${index}`)
  }
}

/**
 * Measures a what-if over REPLAYED consignments: the book compared with a draft whose two carriers cost a tenth more,
 * with capacities consumed.
 */
function measureReplay(): string[] {
  const { book, lines } = allocationCase(REPLAYED)
  const dearer = {
    ...book,
    methods: book.methods.map((method) =>
      ['C0', 'C3'].includes(method.carrier) && method.pricing.primaryCosting
        ? {
            ...method,
            pricing: {
              ...method.pricing,
              primaryCosting: {
                ...method.pricing.primaryCosting,
                costingMatrix: method.pricing.primaryCosting.costingMatrix.map((row) => ({
                  ...row,
                  baseCost: Math.round(row.baseCost * 1.1),
                })),
              },
            },
          }
        : method,
    ),
  }
  const ordered = lines.toSorted((one, other) =>
    one.despatchDay < other.despatchDay ? -1 : one.despatchDay > other.despatchDay ? 1 : 0,
  )
  const before = process.memoryUsage().rss
  const began = performance.now()
  const [one, other] = [startSide(compileBook(book)), startSide(compileBook(dearer))]
  const tally = new ReplayTally()
  for (const each of ordered) tally.add(each.despatchDay, replayNext(one, each), replayNext(other, each))
  const seconds = (performance.now() - began) / 1000
  const moved = tally.sum().moves.reduce((sum, { count }) => sum + count, 0)
  const megabytes = (process.memoryUsage().rss - before) / 2 ** 20
  console.log(
    `what-if over ${whole(REPLAYED)} consignments, both books: ${seconds.toFixed(2)} s, ${whole(moved)} moved, ${Math.round(megabytes)} MB more (aim: under 10 s, 300 MB)`,
  )
  return [
    ...(seconds > 10 ? [`what-if: ${seconds.toFixed(1)} s`] : []),
    ...(megabytes > 300 ? [`what-if: ${Math.round(megabytes)} MB`] : []),
  ]
}
