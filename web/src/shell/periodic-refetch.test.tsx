import { parcels } from '@despatch/contract/deliveries/parcels/parcels'
import { DELIVERY_STATE_CODES } from '@despatch/domain/deliveries/parcels/delivery-state'
import { QueryObserver, type QueryObserverOptions } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paramsOf, settingsOf } from '../administration/clients/client-queries.ts'
import { fetchParcels, parcelCountsQuery } from '../deliveries/parcels/parcel-queries.ts'
import { importsOf } from '../invoices/import/import-queries.ts'
import { requiredOf } from '../invoices/still-to-be-billed/required-queries.ts'
import { queryClient } from '../kit/server/query-client.ts'
import { figuresQuery } from '../reports/report-queries.ts'
import { ruleBookFindings, ruleBookNow } from '../routing/rule-book/rule-book-queries.ts'
import { allocationCodes } from '../stock/reservations/stock-queries.ts'
import { openServer } from '../testing/open-portal.tsx'

beforeEach(() => {
  vi.useFakeTimers()
  queryClient.mount()
})
afterEach(() => {
  queryClient.unmount()
  queryClient.clear()
  vi.useRealTimers()
})

const DONE = {
  imports: { imports: [], waiting: 0 },
  required: { isComplete: true },
  report: { areCostsComplete: true },
}
const report = figuresQuery('ACME', 'carriers', { startDate: '2026-11-01', endDate: '2026-11-28' }, () =>
  Promise.resolve({}),
)

test.each<[string, { queryKey: readonly unknown[] }, object]>([
  ['the states of parcels', parcelCountsQuery({}), []],
  ['imports that are done', importsOf({ isWaiting: false, page: 1 }), DONE.imports],
  ['files that wait for a mapping', importsOf({ isWaiting: true, page: 1 }), DONE.imports],
  ['amounts still to be billed', requiredOf({ asOf: '', carrier: '' }), DONE.required],
  ['a report', report, DONE.report],
  ['the version of the rule book', ruleBookNow, {}],
  ['the check of the rule book', ruleBookFindings, {}],
  ['the allocation codes of stock', allocationCodes, []],
  ['the flags of a client', paramsOf('ACME'), {}],
  ['the settings of a client', settingsOf('ACME'), {}],
])('%s on the screen: fetched again within a minute', async (_what, options, answer) => {
  const ask = vi.fn<() => Promise<object>>(() => Promise.resolve(answer))
  const shown: QueryObserverOptions<object> = { ...(options as QueryObserverOptions<object>), queryFn: ask }
  const leave = new QueryObserver(queryClient, shown).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ask).toHaveBeenCalledTimes(2)
  leave()
})

test('the count of parcels is refreshed with its rows', async () => {
  const server = openServer()
  const count = (delivered: number) => [{ state: DELIVERY_STATE_CODES[0], parcels: delivered }]
  server.answer(parcels.list, { rows: [], hasMore: false })
  server.answer(parcels.states, { states: count(1) })
  const leave = new QueryObserver(queryClient, {
    queryKey: ['parcels', 'list'],
    queryFn: ({ signal }) =>
      fetchParcels(queryClient, { filter: {}, state: [], sort: 'despatchedAt', desc: true }, 1, 50, signal),
  }).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(100)
  server.answer(parcels.states, { states: count(2) })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(queryClient.getQueryData(['parcels', 'list'])).toMatchObject({ total: 2 })
  leave()
})
