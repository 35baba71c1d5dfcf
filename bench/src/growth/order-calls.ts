import { addDays, dayOf } from '@despatch/domain/calendar/day'
import type { GrowthCall } from './calls.ts'
import type { Samples } from './samples.ts'

const FOUND = '/api/orders/consolidated'
const OPEN = '/api/orders'
const PAGE = 50
const SORTS = ['orderDate', 'orderNumber', 'Status', 'totalValue', 'quantity', 'despatchDate']

/** Lists of orders and of work, and their totals: by each column, and narrowed by each filter. */
export function orderCalls(samples: Samples, large: boolean): GrowthCall[] {
  const { person, frequent, orders, allOrders, rareSku, unsoldSku, commonSku } = samples
  const last = Math.ceil((large ? orders : allOrders) / PAGE)
  const today = dayOf(new Date())
  const filters: [string, object][] = [
    ['a rare SKU', { skuCode: rareSku }],
    ['a SKU without orders', { skuCode: unsoldSku }],
    ['a common SKU', { skuCode: commonSku }],
    ['a rare SKU that is delivered', { skuCode: rareSku, status: ['V'] }],
    ['a rare SKU and a country', { skuCode: rareSku, country: ['GB'] }],
    ['a SKU without orders and a service', { skuCode: unsoldSku, dispatchService: ['STANDARD'] }],
    ['a reference', { orderRef: person.number }],
    ['an email', { email: person.email }],
    ['a postcode', { postCode: person.postCode }],
    ['a shared postcode', { postCode: frequent.postCode }],
    ['one week', { dateFrom: addDays(today, -40), dateTo: addDays(today, -34) }],
    ['one status', { status: ['C'] }],
    ['a region', { region: ['ZE'] }],
    ['a service', { dispatchService: ['NAMED DAY'] }],
    ['a country', { country: ['ES'] }],
    ['a source', { source: ['portal'] }],
    ['despatch days', { despatchFrom: addDays(today, -200), despatchTo: addDays(today, -199) }],
    ['a value', { valueFrom: 400 }],
    ['sent short', { sentShort: true }],
    ['needing attention', { needsAttention: true }],
    ['short of stock', { shortOfStock: true }],
  ]
  const places = ['orderDate', 'totalValue', 'despatchDate'].map((sort): GrowthCall => ({
    name: `orders/total places by ${sort}`,
    path: `${FOUND}/total`,
    body: { places: { sort, desc: true } },
  }))
  return [
    ...SORTS.flatMap((sort): GrowthCall[] => [
      { name: `orders by ${sort}`, path: FOUND, body: { sort } },
      { name: `orders by ${sort}, last page`, path: FOUND, body: { sort, page: last } },
    ]),
    ...filters.flatMap(([name, body]): GrowthCall[] => [
      { name: `orders of ${name}`, path: FOUND, body },
      { name: `orders/total of ${name}`, path: `${FOUND}/total`, body },
    ]),
    { name: 'orders/total', path: `${FOUND}/total`, body: {} },
    ...places,
    ...workCalls(today),
  ]
}

function workCalls(today: string): GrowthCall[] {
  const work = (name: string, body: object): GrowthCall[] => [
    { name: `work ${name}`, path: OPEN, body },
    { name: `work/total ${name}`, path: `${OPEN}/total`, body },
  ]
  return [
    ...[...SORTS, 'customer', 'postCode', 'dispatchService'].map((sort): GrowthCall => ({
      name: `work by ${sort}`,
      path: OPEN,
      body: { sort, desc: false },
    })),
    ...work('by weight', { weightFrom: 2.5, weightTo: 2.6 }),
    ...work('without a carrier', { noCarrier: true }),
    ...work('of a carrier', { carrier: ['EVRI'] }),
    ...work('of a region', { region: ['ZE'] }),
    ...work('suspended for fraud', { suspendedFor: ['Fraud check'] }),
    ...work('due today', { despatchTo: today }),
    ...work('short of stock', { shortOfStock: true }),
    ...work('past its despatch day', { delay: 'pastDespatch' }),
    { name: 'counts of work', path: `${OPEN}/counts` },
  ]
}
