import { reportFiles } from '@despatch/contract/reports/report-files'
import type { ReportName } from '@despatch/domain/reports/report-names'
import { useQuery } from '@tanstack/react-query'
import { useStore } from '../browser/store.ts'
import { call } from '../server/call.ts'
import { session } from '../session/session-store.ts'

/** A token is renewed so long before it expires. */
const RENEWAL_MARGIN_MS = 5 * 60_000
const MIN_INTERVAL_MS = 30_000
/** A token lasts an hour. The limit protects the timer from a date far in the future. */
const MAX_INTERVAL_MS = 3_600_000

/** Whether a report's screen shows Power BI's report, with a token renewed before it expires, or the portal's own. */
export function useEmbeddedReport(report: ReportName) {
  const client = useStore(session.store, (now) => now.client)
  return useQuery({
    queryKey: ['embedded', client, report],
    queryFn: ({ signal }) => call(reportFiles.getEmbedToken, { body: { report } }, { signal }),
    staleTime: RENEWAL_MARGIN_MS,
    retry: false,
    refetchInterval: ({ state }) => {
      const until = state.data?.embedded?.expiresAt
      if (until === undefined) return false
      const remaining = Date.parse(until) - Date.now() - RENEWAL_MARGIN_MS
      return Math.min(Math.max(remaining, MIN_INTERVAL_MS), MAX_INTERVAL_MS)
    },
  })
}
