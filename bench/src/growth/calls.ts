import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { orderCalls } from './order-calls.ts'
import type { Samples } from './samples.ts'

/** A call as a screen makes it; a GET if it has no body. */
export type GrowthCall = {
  readonly name: string
  readonly path: string
  readonly body?: object
  /** The call covers one client, so it is not made for all clients. */
  readonly isOfOne?: true
  /** Client users have no access. */
  readonly isOfStaff?: true
}

const query = (path: string, asked: Record<string, string | number>) =>
  `${path}?${new URLSearchParams(Object.entries(asked).map(([name, value]) => [name, String(value)])).toString()}`

/** Calls whose cost may grow with the number of stored rows. `large`: for the large client, otherwise for all clients. */
export function growthCalls(samples: Samples, large: boolean): GrowthCall[] {
  return [
    { name: 'Home', path: '/api/home/counts' },
    ...orderCalls(samples, large),
    ...searchCalls(samples),
    ...parcelCalls(samples),
    ...reportCalls(samples),
    ...otherCalls(samples),
  ]
}

function searchCalls({ person, frequent, rareSku, commonSku }: Samples): GrowthCall[] {
  const find = (name: string, search: string): GrowthCall => ({
    name: `personal data by ${name}`,
    path: '/api/personal-data/find',
    body: { search },
  })
  const enquire = (name: string, text: string): GrowthCall => ({
    name: `enquiries by ${name}`,
    path: query('/api/enquiries/reference', { text }),
  })
  return [
    find('a frequent word', frequent.last),
    find('name', `${person.first} ${person.last}`),
    find('phone', person.phone),
    find('postcode', person.postCode),
    find('a shared postcode', frequent.postCode),
    find('email', person.email),
    find('order', person.number),
    enquire('order', person.number),
    enquire('email', person.email),
    enquire('postcode', person.postCode),
    enquire('phone', person.phone),
    enquire('last five digits', person.number.slice(-5)),
    enquire('a rare SKU', rareSku),
    enquire('a common SKU', commonSku),
    enquire('name', `${person.first} ${person.last}`),
    enquire('one frequent word', frequent.town),
    enquire('two frequent words', `${frequent.first} ${frequent.last}`),
    enquire('three frequent words', `${frequent.first} ${frequent.last} ${frequent.town}`),
    enquire('first name and town', `${frequent.first} ${frequent.town}`),
    { name: 'timeline', path: query('/api/enquiries/timeline', { orderNumber: person.number }), isOfOne: true },
  ]
}

const PARCELS = '/api/parcels'

function parcelCalls({ carrier, parcels, person }: Samples): GrowthCall[] {
  const list = (name: string, body: object): GrowthCall => ({ name: `parcels ${name}`, path: PARCELS, body })
  const today = dayOf(new Date())
  const exceptions = { Client_Code: 'All_client', Order_Date_From: addDays(today, -90), Order_Date_To: today }
  const exceptionCalls = (['undelivered', 'late delivered'] as const).flatMap((Show_Orders): GrowthCall[] => [
    {
      name: `exceptions, ${Show_Orders}`,
      path: '/api/carrier/delivery/exceptions',
      body: { ...exceptions, Show_Orders },
    },
    {
      name: `exceptions by day, ${Show_Orders}`,
      path: '/api/carrier/delivery/exceptions/days',
      body: { ...exceptions, Show_Orders },
    },
    {
      name: `parcels of exceptions, ${Show_Orders}`,
      path: '/api/carrier/delivery/exceptions/parcels',
      body: { ...exceptions, Show_Orders },
    },
  ])
  return [
    list('newest', {}),
    list('last page', { page: Math.max(1, Math.floor(parcels / 100)) }),
    ...['promisedDate', 'stateAt', 'deliveredAt', 'daysLate', 'trackingNumber', 'orderNumber'].map((sort) =>
      list(`by ${sort}`, { sort }),
    ),
    list('on hold', { state: ['on_hold'] }),
    list('pending', { state: ['pending'] }),
    list('late', { isLate: true }),
    list('of a carrier', { carrier: [carrier] }),
    list('by reference', { reference: person.number }),
    list('of one week', { despatchedFrom: addDays(today, -40), despatchedTo: addDays(today, -34) }),
    { name: 'parcels by state', path: `${PARCELS}/states`, body: {} },
    { name: 'parcels by state, late', path: `${PARCELS}/states`, body: { isLate: true } },
    { name: 'carriers of parcels', path: `${PARCELS}/carriers` },
    ...exceptionCalls,
  ]
}

function reportCalls({ carrier, service }: Samples): GrowthCall[] {
  const today = dayOf(new Date())
  const back = (days: number) => ({ startDate: addDays(today, -days), endDate: addDays(today, -1) })
  const report = (name: string, path: string, body: object): GrowthCall => ({
    name,
    path: `/api/reports/${path}`,
    body,
  })
  return [
    report('carriers, one day and a service', 'carriers', {
      ...back(30),
      endDate: back(30).startDate,
      carrier,
      service,
    }),
    ...(['carriers', 'exceptions', 'key-metrics', 'volumes'] as const).map((path) =>
      report(`${path}, 13 weeks`, path, back(91)),
    ),
    ...([91, 728] as const).flatMap((days) => [
      report(`orders behind a figure, ${days} days`, 'orders', back(days)),
      report(`last page of them, ${days} days`, 'orders', { ...back(days), page: days * 5 }),
      report(`parcels behind a figure, ${days} days`, 'parcels', back(days)),
      report(`late parcels behind a figure, ${days} days`, 'parcels', { ...back(days), figure: 'parcelsLate' }),
      report(`events behind a figure, ${days} days`, 'delivery-exceptions', back(days)),
    ]),
    { name: 'stock flow, 13 weeks', path: '/api/reports/stock-flow', body: back(91) },
    { name: 'returns trend, 13 weeks', path: '/api/returns/trend', body: back(91) },
    { name: 'returns dashboard, 13 weeks', path: '/api/returns/dashboard', body: back(91) },
    { name: 'returns behind a figure, two years', path: '/api/returns/lines', body: back(728) },
  ]
}

function otherCalls({ rareSku }: Samples): GrowthCall[] {
  const returns = (name: string, asked: Record<string, string | number>): GrowthCall => ({
    name: `returns ${name}`,
    path: query('/api/returns/portal', asked),
  })
  const skus = (name: string, body: object): GrowthCall => ({
    name: `SKUs ${name}`,
    path: '/api/sku/file-report',
    body,
    isOfOne: true,
  })
  return [
    returns('list', {}),
    returns('page 1,000', { page: 1000 }),
    returns('in review', { show: 'review' }),
    returns('overdue', { show: 'overdue' }),
    returns('refunded', { state: 'refunded' }),
    returns('of a SKU', { search: rareSku }),
    ...['code', 'title', 'orders', 'onHand', 'weight'].map((sort) => skus(`by ${sort}`, { sort, desc: true })),
    { name: 'SKU totals', path: '/api/sku/file-report/totals', body: {}, isOfOne: true },
    { name: 'SKU search', path: '/api/sku/search-sku', body: { search: 'many uses' }, isOfOne: true },
    { name: 'stock list', path: '/api/sku/stock', body: {}, isOfOne: true },
    { name: 'stock that is short', path: '/api/sku/stock', body: { only: 'short' }, isOfOne: true },
    { name: 'invoices', path: '/api/invoice/summary', isOfStaff: true },
    { name: 'invoices of a part of a number', path: query('/api/invoice/summary', { search: '999' }), isOfStaff: true },
    { name: 'still to be billed', path: '/api/invoice/summary/required', isOfStaff: true },
    { name: 'claims', path: '/api/claims/list', body: {} },
    { name: 'routing exceptions by cause', path: '/api/exception/causes' },
    { name: 'audit', path: '/api/useractivity' },
    { name: 'audit of a client, page 500', path: query('/api/useractivity', { page: 500 }) },
    { name: 'runs of order files', path: query('/api/feeds/runs', { feed: 'orders' }), isOfOne: true },
  ]
}
