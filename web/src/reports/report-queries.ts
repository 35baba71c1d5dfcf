import { reports } from '@despatch/contract/reports/reports'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useStore } from '../kit/browser/store.ts'
import { COUNTING_REFRESH_MS, waitingDaysOf } from '../kit/chart/still-counting.tsx'
import { wrongPeriodText } from '../kit/list/filters/wrong-period.ts'
import { call } from '../kit/server/call.ts'
import { BACKGROUND_REFETCH_MS } from '../kit/server/query-client.ts'
import { session } from '../kit/session/session-store.ts'
import type { Grain, Period } from '@despatch/domain/reports/periods'

/** Whether recent changes of costs are still being counted. */
export const areCostsPending = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'areCostsComplete' in data && data.areCostsComplete === false

/** Figures of the selected client, or of all. */
export const figuresQuery = <Answer>(
  client: string,
  name: string,
  body: Period,
  ask: (signal: AbortSignal) => Promise<Answer>,
) =>
  queryOptions({
    queryKey: ['report', client, name, body],
    queryFn: ({ signal }) => ask(signal),
    refetchInterval: ({ state }) =>
      areCostsPending(state.data) || waitingDaysOf(state.data) > 0 ? COUNTING_REFRESH_MS : BACKGROUND_REFETCH_MS,
  })

/** Keeps the previous figures until new ones arrive. Not requested for an invalid period. */
function useFigures<Answer>(name: string, body: Period, ask: (signal: AbortSignal) => Promise<Answer>) {
  const client = useStore(session.store, (now) => now.client)
  return useQuery({
    ...figuresQuery(client, name, body, ask),
    placeholderData: keepPreviousData,
    enabled: wrongPeriodText(body) === undefined,
  })
}

export type CarriersBody = Period & { readonly carrier: string; readonly service: string; readonly region: string }
export const useCarriers = (body: CarriersBody) =>
  useFigures('carriers', body, (signal) => call(reports.carriers, { body }, { signal }))
export const useExceptions = (body: Period & { readonly carrier: string }) =>
  useFigures('exceptions', body, (signal) => call(reports.exceptions, { body }, { signal }))
export const useKeyMetrics = (body: Period) =>
  useFigures('key-metrics', body, (signal) => call(reports.keyMetrics, { body }, { signal }))
export const useStockFlow = (body: Period & { readonly category: string }) =>
  useFigures('stock-flow', body, (signal) => call(reports.stockFlow, { body }, { signal }))
export const useVolumes = (body: Period & { readonly grain: Grain; readonly byClient: boolean }) =>
  useFigures('volumes', body, (signal) => call(reports.volumes, { body }, { signal }))
