import { describe, expect, test } from 'vitest'
import type { BilledDetail } from '../invoice.ts'
import type { DayParcel } from './choose-parcels.ts'
import { spreadSalesOrders } from '../testing/spread-orders.ts'

/** Weight bands in grams, with the price of each in ten-thousandths. */
const BANDS: readonly (readonly [number, number])[] = [
  [500, 34_300],
  [1000, 39_100],
  [2000, 47_900],
]
const bandOf = (grams: number) => BANDS.findIndex(([most]) => grams <= most)
const SERVICES = ['Tracked 24', 'Tracked 48']
const DAYS = ['2026-06-01', '2026-06-02', '2026-06-03', '2026-06-04', '2026-06-05', '2026-06-06']

/** Returns the same numbers for the same seed. */
function randomOf(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31
    return Math.floor((state / 2 ** 31) * below)
  }
}

type Parcel = DayParcel & { readonly grams: number }

/** A week of parcels of three clients, in random numbers each day. */
function weekOf(seed: number): Parcel[] {
  const random = randomOf(seed)
  return DAYS.flatMap((day) =>
    SERVICES.flatMap((service) =>
      Array.from({ length: random(90) }, (_, index) => ({
        client: ['ACME', 'BIRCH', 'CEDAR'][random(3)] ?? '',
        trackingNumber: `${day}-${service}-${index}`,
        service,
        day,
        country: 'GB',
        grams: 40 + random(1960),
      })),
    ),
  )
}

/** Royal Mail's lines: one or two for each day, service and price, with the average item weight in whole grams. */
function linesOf(parcels: readonly Parcel[], seed: number): BilledDetail[] {
  const random = randomOf(seed + 1)
  const groups = Map.groupBy(parcels, ({ day, service, grams }) => `${day} ${service} ${bandOf(grams)}`)
  return [...groups.values()].flatMap((group) => {
    const cut = random(2) === 0 ? group.length : random(group.length)
    return [group.slice(0, cut), group.slice(cut)]
      .filter(({ length }) => length > 0)
      .map((items, part) => lineOf(items, part))
  })
}

function lineOf(items: readonly Parcel[], part: number): BilledDetail {
  const [first] = items
  if (!first) throw new Error('A line without items')
  const [, price = 0] = BANDS[bandOf(first.grams)] ?? []
  return {
    consignmentNumber: `${first.day} ${first.service} ${price} ${part}`,
    references: [],
    leg: 'outbound',
    service: first.service,
    shipmentDay: first.day,
    country: 'GB',
    postcode: '',
    pieces: items.length,
    parcels: [
      {
        trackingNumber: '',
        line: 3,
        billedWeight: Math.round(items.reduce((sum, { grams }) => sum + grams, 0) / items.length),
        declaredWeight: null,
        size: null,
        charges: [{ code: 'POSTAGE', text: 'Postage', category: 'base', net: price * items.length, line: 3 }],
        tax: null,
      },
    ],
    charges: [],
    line: 3,
  }
}

/** Each billed parcel with its price, items beyond the parcels, and parcels that no line bills. */
function outcome(lines: readonly BilledDetail[], parcels: readonly Parcel[]) {
  const { details, missing } = spreadSalesOrders(lines, parcels)
  const byNumber = new Map(parcels.map((parcel) => [parcel.trackingNumber, parcel]))
  const wrong: string[] = []
  let beyond = 0
  for (const detail of details)
    for (const { trackingNumber, charges } of detail.parcels) {
      const parcel = byNumber.get(trackingNumber)
      if (!parcel) beyond += detail.pieces
      else if (charges[0]?.net !== BANDS[bandOf(parcel.grams)]?.[1]) wrong.push(trackingNumber)
    }
  return { wrong, beyond, missing: missing.map(({ trackingNumber }) => trackingNumber) }
}

const SEEDS = Array.from({ length: 40 }, (_, index) => 7 + 31 * index)

test('correct weeks with average weights have no finding: each parcel has its own price', () => {
  for (const seed of SEEDS) {
    const parcels = weekOf(seed)
    expect(outcome(linesOf(parcels, seed), parcels)).toEqual({ wrong: [], beyond: 0, missing: [] })
  }
})

describe('one fault causes one finding', () => {
  const few = (wrong: number) => expect(wrong).toBeLessThanOrEqual(SEEDS.length / 20)

  test('an item that never left: one item without a parcel', () => {
    let wrong = 0
    for (const seed of SEEDS) {
      const parcels = weekOf(seed)
      const [phantom, ...left] = parcels.toSorted(
        (one, other) => ((one.grams * 7919) % 101) - ((other.grams * 7919) % 101),
      )
      const found = outcome(linesOf(parcels, seed), left)
      expect([found.beyond, found.missing]).toEqual([1, []])
      expect(phantom).toBeDefined()
      wrong += found.wrong.length
    }
    few(wrong)
  })

  test('an unbilled parcel accrues, and the others have their own prices', () => {
    let [wrong, other] = [0, 0]
    for (const seed of SEEDS) {
      const parcels = weekOf(seed)
      const [unbilled, ...billed] = parcels.toSorted(
        (one, two) => ((one.grams * 7919) % 101) - ((two.grams * 7919) % 101),
      )
      const found = outcome(linesOf(billed, seed), parcels)
      expect([found.beyond, found.missing.length]).toEqual([0, 1])
      wrong += found.wrong.length
      if (
        bandOf(parcels.find(({ trackingNumber }) => trackingNumber === found.missing[0])?.grams ?? 0) !==
        bandOf(unbilled?.grams ?? 0)
      )
        other++
    }
    few(wrong)
    few(other)
  })

  test('parcels billed at too high a price stay with it, whatever others cost', () => {
    for (const seed of SEEDS) {
      const parcels = weekOf(seed)
      const lines = linesOf(parcels, seed)
      // The carrier bills the items of one line at the price of heavier ones, with their real weight.
      const at = lines.findIndex(({ parcels: [row] }) => row?.charges[0]?.net === 34_300 * (lines[0]?.pieces ?? 0))
      const line = lines[Math.max(0, at)]
      const [row] = line?.parcels ?? []
      if (!line || !row) continue
      const dearer = {
        ...line,
        parcels: [
          { ...row, charges: row.charges.map((charge) => ({ ...charge, net: charge.net + 4800 * line.pieces })) },
        ],
      }
      const found = outcome(
        lines.map((one) => (one === line ? dearer : one)),
        parcels,
      )
      expect([found.beyond, found.missing]).toEqual([0, []])
      expect(found.wrong).toHaveLength(line.pieces)
    }
  })
})

test('parcels without a weight fill what is left', () => {
  for (const seed of SEEDS) {
    const parcels = weekOf(seed)
    const unweighed = parcels.map((parcel, index): DayParcel => (index % 9 === 0 ? { ...parcel, grams: null } : parcel))
    const { details, missing } = spreadSalesOrders(linesOf(parcels, seed), unweighed)
    expect(missing).toEqual([])
    expect(details.filter((detail) => detail.parcels.some(({ trackingNumber }) => trackingNumber === ''))).toEqual([])
  }
})
