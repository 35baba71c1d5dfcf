import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { allocate } from '@despatch/domain/routing/allocation/allocate'
import type { Consignment } from '@despatch/domain/routing/allocation/consignment'
import {
  type DayToPlan,
  missedCost,
  MISSED_DAY_COST,
  type ToPlan,
} from '@despatch/domain/routing/plan-the-day/day-plan'
import type { CompiledBook } from '@despatch/domain/routing/rule-book/compile-book'
import { type Random, seededRandom } from '@despatch/server/demo/seeded-random'
import { parse } from 'csv-parse/sync'
import { REGIONS } from './day-book.ts'

/** A real order: its minute of the day, and the weight of each of its parcels in grams. */
export type RealOrder = { readonly minute: number; readonly parcels: readonly number[] }

/** Heaviest parcel in grams. */
const FULL_PARCEL = 15_000

/**
 * Reads a retailer's orders from a folder of CSV files, without cancellations. Weights are made up, the same for each
 * SKU. Returns undefined if the folder does not exist.
 */
export async function readRealOrders(folder: string): Promise<RealOrder[] | undefined> {
  const names = await readdir(folder).catch(() => undefined)
  if (!names) return undefined
  const orders: RealOrder[] = []
  for (const name of names.filter((one) => one.endsWith('.csv')).toSorted()) {
    const rows = parse(await readFile(join(folder, name)), { columns: true }) as Record<string, string>[]
    const sold = rows.filter(({ InvoiceNo = '', Quantity }) => !InvoiceNo.startsWith('C') && Number(Quantity) > 0)
    for (const lines of Map.groupBy(sold, ({ InvoiceNo }) => InvoiceNo).values()) {
      const grams = lines.reduce(
        (sum, { StockCode = '', Quantity }) => sum + Number(Quantity) * unitGrams(StockCode),
        0,
      )
      const at = lines[0]?.['InvoiceDate'] ?? ''
      orders.push({ minute: Number(at.slice(11, 13)) * 60 + Number(at.slice(14, 16)), parcels: packed(grams) })
    }
  }
  return orders
}

/** 5 to 60 g, from the code alone: these are small gifts, ordered in dozens. */
function unitGrams(code: string): number {
  let hash = 7
  for (const letter of code) hash = (hash * 31 + letter.charCodeAt(0)) % 9973
  return 5 + (hash % 56)
}

function packed(grams: number): number[] {
  const count = Math.max(Math.ceil(grams / FULL_PARCEL), 1)
  return Array.from({ length: count }, () => Math.max(Math.round(grams / count), 50))
}

/** What makes a day unlike those that the forecast is made of. */
export type Scenario = {
  readonly title: string
  readonly volume: number
  /** Costs differ by consignment and method, as where fuel, sizes or areas are charged. */
  readonly hasNoise: boolean
  readonly onlySingles?: true
  readonly mix?: true
  readonly lateHeavy?: true
  readonly stop?: true
  readonly lumps?: true
}

/** A consignment as it arrives. */
export type Arrival = { readonly minute: number; readonly of: ToPlan; readonly key: string }

/** From this minute the carrier takes no order. */
export const STOP = { minute: 660, carrier: 'A' }
const HEAVY_FROM = 840

/** Makes a day of orders drawn from the real ones, in order of arrival; its size varies by a tenth. */
export function makeDay(
  book: CompiledBook,
  orders: readonly RealOrder[],
  { count, seed, scenario }: { count: number; seed: number; scenario: Scenario },
): Arrival[] {
  const random = seededRandom(seed)
  const size = Math.round(count * scenario.volume * (0.9 + random.next() * 0.2))
  const arrivals = Array.from({ length: size }, () => arrivalOf(book, random, random.of(orders), scenario))
  return arrivals.toSorted((one, other) => one.minute - other.minute)
}

function arrivalOf(book: CompiledBook, random: Random, real: RealOrder, scenario: Scenario): Arrival {
  const minute = Math.min(Math.max(real.minute + random.whole(-20, 20), 0), 1439)
  const far = random.happens(scenario.mix ? 0.25 : 0.1)
  const region = far ? random.of(REGIONS.slice(10)) : random.of(REGIONS.slice(0, 10))
  const consignment: Consignment = {
    service: random.happens(scenario.mix ? 0.3 : 0.15) ? 'NEXT DAY' : 'STANDARD',
    country: 'GB',
    region,
    despatchDay: '2026-03-02',
    parcels: parcelsOf(random, real, minute, scenario).map((weight) => ({ weight, length: 400, volume: 9000 })),
    heldTo: null,
  }
  const { failing, costs } = allocate(book, consignment, new Float64Array(book.carriers.length))
  const options = book.methods.flatMap((method, index) => {
    if (failing[index] !== 0) return []
    if (scenario.stop && method.carrier === STOP.carrier && minute >= STOP.minute) return []
    const noise = scenario.hasNoise ? 0.95 + random.next() * 0.1 : 1
    const cost = Math.round(((costs[index] ?? 0) * noise) / 100) * 100
    return [{ method: method.clientMethodID, room: method.carrier, cost }]
  })
  const parcels = consignment.parcels.length
  return {
    minute,
    key: `${parcels} ${options.map(({ method, cost }) => `${method} ${cost}`).join(' ')}`,
    of: {
      parcels,
      isUrgent: consignment.service !== 'STANDARD',
      options,
      standing: -1,
      missed: missedCost(MISSED_DAY_COST, parcels, options),
    },
  }
}

function parcelsOf(random: Random, { parcels }: RealOrder, minute: number, scenario: Scenario): number[] {
  if (scenario.lumps && random.happens(0.004)) return Array.from({ length: random.whole(20, 60) }, () => 4000)
  const heavier = scenario.lateHeavy && minute >= HEAVY_FROM ? 1.8 : 1
  const weights = parcels.map((weight) => Math.min(Math.round(weight * heavier), 30_000))
  return scenario.onlySingles ? weights.slice(0, 1) : weights
}

/** A day as a problem; no order has a carrier. */
export const toPlan = (day: readonly Arrival[], rooms: Readonly<Record<string, number>>): DayToPlan => ({
  consignments: day.map(({ of }) => of),
  rooms,
})
