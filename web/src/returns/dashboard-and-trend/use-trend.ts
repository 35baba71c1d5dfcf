import { returnFigures } from '@despatch/contract/returns/dashboard-and-trend/return-figures'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useStore } from '../../kit/browser/store.ts'
import { COUNTING_REFRESH_MS, waitingDaysOf } from '../../kit/chart/still-counting.tsx'
import { wrongPeriodText } from '../../kit/list/filters/wrong-period.ts'
import { call } from '../../kit/server/call.ts'
import { session } from '../../kit/session/session-store.ts'
import type { FigureSearch } from './figure-search.ts'

/** The trend of a period for the client of the screen. */
export function useTrend(search: FigureSearch) {
  const client = useStore(session.store, (now) => now.client)
  return useQuery({
    queryKey: ['return-trend', client, search],
    queryFn: ({ signal }) => call(returnFigures.trend, { body: search }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (waitingDaysOf(state.data) > 0 ? COUNTING_REFRESH_MS : false),
    enabled: wrongPeriodText(search) === undefined,
  })
}
