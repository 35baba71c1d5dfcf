import { crownDependency } from '../../text/crown-dependencies.ts'
import type { Day } from '../../calendar/day.ts'
import type { Cost } from '../../routing/prices/costing.ts'
import { sameName } from '../../text/same-name.ts'
import type { BilledDetail, BilledParcel } from '../invoice.ts'
import { shareOut } from '../../routing/terms/amounts.ts'
import { chooseParcels, type DayParcel, type ItemGroup } from './choose-parcels.ts'

/** Whether a detail bills items of a day by number only: it names neither a parcel nor an order. */
const isSalesOrder = ({ leg, parcels, references, service, shipmentDay }: BilledDetail): boolean =>
  leg === 'outbound' &&
  references.length === 0 &&
  service !== '' &&
  shipmentDay !== null &&
  parcels.length > 0 &&
  parcels.every(({ trackingNumber }) => trackingNumber === '')

/** A line of a sales order, with what is needed to find its parcels. */
export type OrderLine = Pick<BilledDetail, 'consignmentNumber' | 'service' | 'country'> & {
  readonly day: Day | null
  /** The average weight of an item; null if the carrier states none. */
  readonly grams: number | null
  readonly items: number
  readonly net: Cost
}

/** Turns a detail into the line of a sales order, if it is one. */
export function orderLineOf(detail: BilledDetail): OrderLine | undefined {
  const [row] = detail.parcels
  if (!row || !isSalesOrder(detail)) return undefined
  const { consignmentNumber, service, country, shipmentDay: day, pieces } = detail
  const net = sumOf([...detail.charges, ...detail.parcels.flatMap(({ charges }) => charges)].map((one) => one.net))
  return { consignmentNumber, service, country, day, grams: row.billedWeight, items: Math.max(1, pieces), net }
}

/** The parcels of each line, in their order, and parcels of those days that no order bills, so that they accrue. */
type SpreadLines = { readonly taken: readonly (readonly DayParcel[])[]; readonly missing: readonly DayParcel[] }

/**
 * Finds which parcels of their day, service and country the lines of an invoice's sales orders bill, each parcel
 * once. All lines of a day, service, country and price are matched together ({@link chooseParcels}). An order bills
 * the same parcels as before; a credit bills nothing else. It is slow for thousands of parcels, so it yields in
 * between.
 */
export function* spreadLines(
  all: readonly OrderLine[],
  parcels: readonly DayParcel[],
  { billed = new Map(), namesOf = (service) => [service], penny = 100 }: SpreadOptions = {},
): Generator<undefined, SpreadLines> {
  const assigned = new Map<string, number>()
  const lines = all.map((line) => settle(line, billed, assigned))
  const left = Map.groupBy(parcels, keyOf)
  const open = lines.filter((line) => !line.isSettled)
  const keysOfLine = ({ service, day, country }: OrderLine) =>
    [...new Set(namesOf(service).map((name) => keyOf({ service: name, day, country })))].filter((key) => left.has(key))
  for (const { keys, lines: ofDay } of togetherByKeys(open, keysOfLine)) {
    const groups = [...Map.groupBy(ofDay, (line) => priceOf(line, penny)).values()].map((group) => ({
      group,
      ...sumsOf(group),
    }))
    const there = keys.flatMap((key) => left.get(key) ?? [])
    const chosen = yield* chooseParcels(groups, there)
    for (const [index, { group }] of groups.entries()) divide(group, chosen[index] ?? [])
    const taken = new Set(chosen.flat())
    for (const key of keys)
      left.set(
        key,
        (left.get(key) ?? []).filter((parcel) => !taken.has(parcel)),
      )
  }
  return { taken: lines.map(({ taken }) => taken), missing: [...left.values()].flat() }
}

/** Groups lines that may take the same parcels, by their keys, in order. */
function togetherByKeys<Of>(
  lines: readonly Of[],
  keysOf: (line: Of) => readonly string[],
): { keys: string[]; lines: Of[] }[] {
  let groups: { keys: Set<string>; lines: Set<Of> }[] = []
  for (const line of lines) {
    const keys = keysOf(line)
    const [first, ...others] = groups.filter((group) => keys.some((key) => group.keys.has(key)))
    const group = first ?? { keys: new Set(), lines: new Set() }
    if (!first) groups.push(group)
    for (const key of [...keys, ...others.flatMap((other) => [...other.keys])]) group.keys.add(key)
    for (const one of [...others.flatMap((other) => [...other.lines]), line]) group.lines.add(one)
    if (others.length > 0) groups = groups.filter((one) => !others.includes(one))
  }
  return groups.map((group) => ({ keys: [...group.keys], lines: lines.filter((line) => group.lines.has(line)) }))
}

/** Facts besides the parcels of the days. */
type SpreadOptions = {
  /** What lines of sales orders billed before, by {@link orderKey}. */
  readonly billed?: ReadonlyMap<string, readonly DayParcel[]>
  /** The warehouse's names for a service of the carrier. */
  readonly namesOf?: (service: string) => readonly string[]
  /** The minor unit of the invoice's currency, in ten-thousandths. */
  readonly penny?: Cost
}

type Line = OrderLine & {
  /** Whether its parcels are known: what it billed before, or none for a credit. */
  readonly isSettled: boolean
  taken: readonly DayParcel[]
}

/** `assigned` counts the earlier billed parcels already assigned to lines: each line has others. */
function settle(
  line: OrderLine,
  billed: ReadonlyMap<string, readonly DayParcel[]>,
  assigned: Map<string, number>,
): Line {
  const { items, net } = line
  const key = orderKey(line, line.grams)
  const before = line.consignmentNumber === '' ? undefined : billed.get(key)
  const from = assigned.get(key) ?? 0
  assigned.set(key, from + items)
  return {
    ...line,
    isSettled: before !== undefined || net < 0,
    taken: before?.slice(from, from + items) ?? [],
  }
}

/**
 * The price of an item in whole minor units. Lines without a weight are separate: they say nothing about the weights
 * of others.
 */
const priceOf = ({ net, items, grams }: OrderLine, penny: Cost) =>
  `${Math.round(net / items / penny)} ${grams === null ? 'without a weight' : ''}`

function sumsOf(lines: readonly OrderLine[]): ItemGroup {
  const items = lines.reduce((sum, line) => sum + line.items, 0)
  const isWeighed = lines.every((line) => line.grams !== null)
  const grams = lines.reduce((sum, line) => sum + (line.grams ?? 0) * line.items, 0)
  return { items, average: isWeighed ? grams / items : null }
}

/** Distributes the parcels of one price: the lighter ones to the line with lighter items. */
function divide(lines: readonly Line[], parcels: readonly DayParcel[]) {
  let from = 0
  for (const line of lines.toSorted((one, other) => (one.grams ?? 0) - (other.grams ?? 0))) {
    line.taken = parcels.slice(from, from + line.items)
    from += line.items
  }
}

/** The key of a sales order's lines of one day and weight, which may be on several invoices. */
export const orderKey = (
  { consignmentNumber, day, service, country }: Pick<OrderLine, 'consignmentNumber' | 'service' | 'country' | 'day'>,
  grams: number | null,
) => `${consignmentNumber} ${day} ${sameName(service.trim())} ${country} ${grams ?? ''}`

const keyOf = ({ day, service, country }: Pick<DayParcel, 'service' | 'country'> & { day: Day | null }) =>
  `${day} ${crownDependency(country) ? 'GB' : country} ${sameName(service.trim())}`

/**
 * Spreads a line of a sales order over its parcels: a detail for each client with a row for each parcel, and one
 * without a parcel for items beyond them, which belongs to the operator. The items share the amount equally, by
 * largest remainder, in whole minor units (`penny`).
 */
export function spreadDetail(detail: BilledDetail, taken: readonly DayParcel[], penny: Cost): BilledDetail[] {
  const [row] = detail.parcels
  if (!row || taken.length === 0) return [detail]
  const items = Math.max(1, detail.pieces)
  const rows = shareRows(detail, row, items, penny)
  const byClient = Map.groupBy(taken.entries(), ([, { client }]) => client)
  const spread = [...byClient.values()].map((own): BilledDetail => {
    const parcels = own.flatMap(([index, { trackingNumber }]) => {
      const share = rows[index]
      return share ? [{ ...share, trackingNumber }] : []
    })
    return { ...detail, pieces: parcels.length, parcels, charges: [] }
  })
  const surplus = rows.slice(taken.length)
  if (surplus.length > 0)
    spread.push({ ...detail, pieces: surplus.length, parcels: [addUp(row, surplus)], charges: [] })
  return spread
}

/** Makes a row for each item, with equal shares of everything that the order bills. */
function shareRows(detail: BilledDetail, row: BilledParcel, items: number, penny: Cost): BilledParcel[] {
  const equal = Array.from({ length: items }, () => 1)
  const charges = [...detail.charges, ...detail.parcels.flatMap((parcel) => parcel.charges)].map((charge) => ({
    charge,
    shares: shareOut(charge.net, equal, penny),
  }))
  const taxes = detail.parcels.map(({ tax }) => tax).filter((tax) => tax !== null)
  const tax = taxes.length === 0 ? null : shareOut(sumOf(taxes), equal, penny)
  return equal.map((_, index) => ({
    ...row,
    charges: charges.map(({ charge, shares }) => ({ ...charge, net: shares[index] ?? 0 })),
    tax: tax && (tax[index] ?? 0),
  }))
}

/** Adds up several rows of one order. */
function addUp(row: BilledParcel, rows: readonly BilledParcel[]): BilledParcel {
  const [first] = rows
  return {
    ...row,
    charges: (first?.charges ?? []).map((charge, index) => ({
      ...charge,
      net: sumOf(rows.map(({ charges }) => charges[index]?.net ?? 0)),
    })),
    tax: row.tax === null ? null : sumOf(rows.map(({ tax }) => tax ?? 0)),
  }
}

const sumOf = (amounts: readonly Cost[]): Cost => amounts.reduce((sum, amount) => sum + amount, 0)
