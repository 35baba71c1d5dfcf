import type { Pricing } from '@despatch/domain/routing/prices/costing'
import { defaultHoldsFrom } from '@despatch/domain/routing/prices/holds-from'
import { isSameJson } from '@despatch/domain/text/same-json'
import type { BookItem } from '@despatch/domain/routing/rule-book/book-items'
import { addDays, type Day, dayOf, startOfDay } from '@despatch/domain/calendar/day'
import { carrierServices, FAR_AWAY } from './carriers/carrier-services.ts'
import type { DemoOrders } from './demo-orders.ts'
import type { Retailer } from './retailers.ts'

/** A version of a demo client's rule book: the items that it changed. */
export type DemoVersion = { version: number; at: Date; by: string; summary: string; items: BookItem[] }

const HOUR = 3_600_000

/**
 * The versions of a retailer's rule book, oldest first: set-up before the first order, new prices in spring, capacities for the
 * peak, DHL's contract, more fixed routing. The last versions contain findings for the check of the book: a route to an
 * inactive carrier, a route that another always overrides, and a contract that has expired. Its end date is derived from the
 * client's orders.
 */
export function ruleBooksOf(
  retailer: Retailer,
  regions: readonly string[],
  now: Date,
  orders: DemoOrders['orders'],
): DemoVersion[] {
  const today = dayOf(now)
  const ago = (days: number) => addDays(today, -days)
  const at = (days: number, hour: number) => new Date(startOfDay(ago(days)).getTime() + hour * HOUR)
  const raised = ago(225)
  const before = carrierServices(regions, null)
  const prices = carrierServices(regions, raised)
  const isRaised = ({ kind, key }: BookItem) => kind === 'method' && /^(?:RMG|EVRI)-/.test(key)
  const versions = [
    {
      at: at(560, 9.5),
      by: 'ops.admin',
      summary: 'Carriers and services set up',
      items: [
        ...before,
        ...initialFixedRoutes(retailer, regions),
        { kind: 'multi-box', key: '', content: { Same_Component_Carrier_Default: 'Y' } },
      ],
    },
    {
      at: at(240, 14.2),
      by: 'ops.admin',
      summary: 'New prices of Royal Mail and Evri',
      items: prices.filter(isRaised),
    },
    { at: at(55, 10.6), by: 'ops.admin', summary: 'Capacities for the peak', items: capacities(retailer, today) },
    {
      at: at(41, 16.4),
      by: 'ops.user',
      summary: 'Contract of DHL',
      items: [
        {
          kind: 'carrier',
          key: 'DHL',
          content: { name: 'DHL', active: 'Y', activeDates: [{ from: ago(600), to: contractEnd(orders, today) }] },
        },
      ],
    },
    {
      at: at(19, 11.1),
      by: 'ops.user',
      summary: 'Fixed routing of some products',
      items: laterFixedRoutes(retailer, ago(19)),
    },
  ] satisfies Omit<DemoVersion, 'version'>[]
  return versions
    .filter(({ items }) => items.length > 0)
    .map((version, index) => ({ ...version, items: version.items as BookItem[], version: index + 1 }))
}

/** How many orders abroad wait for a new contract with DHL. */
const WAITING_ORDERS = 3

/**
 * The day before the despatch days of the last few orders abroad, whatever weekday it is now, because only DHL carries them. At
 * the latest yesterday, and after the version was published.
 */
function contractEnd(orders: DemoOrders['orders'], today: Day): Day {
  const days = orders
    .filter(({ country, status }) => country !== 'GB' && status !== 'C' && status !== 'S')
    .map(({ despatch_date }) => String(despatch_date))
    .toSorted()
  const [earliest, latest] = [addDays(today, -30), addDays(today, -1)]
  const end = addDays(days.at(-WAITING_ORDERS) ?? earliest, -1)
  return end < earliest ? earliest : end > latest ? latest : end
}

const route = (
  key: string,
  by: { sku: string } | { category: string },
  carrier: string,
  content: { clientMethodID?: string; regions?: string[]; startDate?: Day } = {},
): BookItem => ({
  kind: 'fixed-route',
  key,
  content: { by, carrier, regions: [], clientMethodID: null, startDate: null, endDate: null, ...content },
})

/** Fixed for the UK only: abroad there is only DHL. */
function initialFixedRoutes({ code }: Retailer, regions: readonly string[]): BookItem[] {
  const home = { regions: [...regions] }
  const furniture = route('FR1', { category: 'Furniture' }, 'AXL', home)
  if (code === 'ACME')
    return [
      furniture,
      route('FR2', { category: 'Candles' }, 'DPD', home),
      route('FR3', { sku: 'AC-POT-101' }, 'RMG', { regions: ['HS', 'IV', 'KW', 'ZE'] }),
    ]
  if (code === 'BIRCH') return [route('FR1', { category: 'Pens' }, 'RMG', home)]
  if (code === 'CEDAR')
    return [
      route('FR1', { category: 'Cast iron' }, 'DPD', home),
      route('FR2', { category: 'Knives' }, 'RMG', { clientMethodID: 'RMG-T24', ...home }),
    ]
  if (code === 'DOVER') return [route('FR1', { category: 'Camping' }, 'DPD', home)]
  return code === 'ELMS' ? [furniture] : []
}

function laterFixedRoutes({ code }: Retailer, day: Day): BookItem[] {
  if (code !== 'ACME') return []
  return [
    route('FR4', { sku: 'AC-DRM-101' }, 'DPD', { regions: ['BT'] }),
    route('FR5', { sku: 'AC-DRM-101' }, 'RMG', { regions: ['BT'] }),
    route('FR6', { sku: 'AC-BAS-101' }, 'YODEL', { regions: ['ZE'], startDate: day }),
    route('FR7', { sku: 'AC-THR-101' }, 'DPD', { clientMethodID: 'DPD-ND', regions: FAR_AWAY.slice(0, 4) }),
  ]
}

/** Evri's slots are full on busy days, DPD's rarely. In the peak week, from yesterday on, both take less than is ordered. */
function capacities({ share }: Retailer, today: Day): BookItem[] {
  const peakWeek = { from: addDays(today, -1), to: addDays(today, 6) }
  const slots = (parcels: number) => {
    const most = Math.ceil(share * parcels)
    return [most, most, most, most, Math.ceil(most * 0.9), 0, 0]
  }
  const of = (key: string, usual: number, inPeakWeek: number): BookItem => ({
    kind: 'capacity',
    key,
    content: {
      capacities: [
        { slots: slots(usual), effectiveFrom: null, effectiveBetween: null },
        { slots: slots(inPeakWeek), effectiveFrom: null, effectiveBetween: peakWeek },
      ],
    },
  })
  return [of('EVRI', 36, 28), of('DPD', 150, 52)]
}

/** The stored items of a client's versions, without the client code. */
export const itemRowsOf = (own: readonly DemoVersion[]) =>
  own.flatMap(({ version, items }) =>
    items.map(({ kind, key, content }) => ({
      kind,
      item_key: key,
      from_version: version,
      to_version:
        own.find((other) => other.version > version && other.items.some((one) => one.kind === kind && one.key === key))
          ?.version ?? null,
      content,
      holds_from: kind === 'method' ? pricesHoldFrom(own, version, key) : null,
    })),
  )

/** The first day on which a method's prices apply, for which a version is usually published; null means every day. */
function pricesHoldFrom(own: readonly DemoVersion[], version: number, key: string): Day | null {
  let before: Pricing | null = null
  let day: Day | null = null
  for (const { at, items } of own.slice(0, version))
    for (const item of items) {
      if (item.kind !== 'method' || item.key !== key) continue
      const { pricing } = item.content
      if (before === null || !isSameJson(before, pricing)) day = defaultHoldsFrom(before, pricing, dayOf(at))
      before = pricing
    }
  return day
}
