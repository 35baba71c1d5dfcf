import { reportFiles } from '@despatch/contract/reports/report-files'
import type { ReportName } from '@despatch/domain/reports/report-names'
import { useQuery } from '@tanstack/react-query'
import { useStore } from '../browser/store.ts'
import { call } from '../server/call.ts'
import { session } from '../session/session-store.ts'

/** A token is replaced so long before it ends. */
const EARLY_MS = 5 * 60_000
const AT_LEAST_MS = 30_000
/** A token lasts an hour; timers cannot wait for years. */
const AT_MOST_MS = 3_600_000

/** What a report's screen shows: Power BI's report with a token that is renewed in time, or our own. */
export function useEmbedded(report: ReportName) {
  const client = useStore(session.store, (now) => now.client)
  return useQuery({
    queryKey: ['embedded', client, report],
    queryFn: ({ signal }) => call(reportFiles.getEmbedToken, { body: { report } }, { signal }),
    staleTime: EARLY_MS,
    retry: false,
    refetchInterval: ({ state }) => {
      const until = state.data?.embedded?.expiresAt
      if (until === undefined) return false
      const left = Date.parse(until) - Date.now() - EARLY_MS
      return Math.min(Math.max(left, AT_LEAST_MS), AT_MOST_MS)
    },
  })
}
