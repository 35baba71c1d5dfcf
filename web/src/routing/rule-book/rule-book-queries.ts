import { allocation } from '@despatch/contract/routing/allocation/allocation'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '../../kit/server/call.ts'
import { PERIODIC_REFETCH, queryClient } from '../../kit/server/query-client.ts'
import { pageSizeOf } from '../../kit/list/page-size.ts'

/** The search parameters of the rule book: tab and page. */
export const ruleBookSearchShape = z.object({
  tab: z.enum(['versions', 'check']).catch('versions'),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  limit: z
    .unknown()
    .optional()
    .transform((size) => pageSizeOf(size)),
})
export type RuleBookSearch = z.output<typeof ruleBookSearchShape>

/** The current rule book: its version and number of findings. */
export const ruleBookNow = queryOptions({
  queryKey: ['rule-book', 'now'],
  queryFn: ({ signal }) => call(allocation.ruleBook, {}, { signal }),
  ...PERIODIC_REFETCH,
})

/** The findings, shared by the complete list and the screens that correct some. */
export const ruleBookFindings = queryOptions({
  queryKey: ['rule-book', 'findings'],
  queryFn: ({ signal }) => call(allocation.findings, {}, { signal }),
  ...PERIODIC_REFETCH,
})

/** Loads a page of versions, newest first. */
export async function fetchVersions(page: number, limit: number, signal: AbortSignal) {
  const answer = await call(allocation.versions, { query: { page: String(page), limit: String(limit) } }, { signal })
  return { rows: answer.versions, total: answer.total }
}

type Changes = {
  readonly version: number
  /** 'before': what the version changed. 'now': what bringing it back would change. */
  readonly against: 'before' | 'now'
  readonly page: number
  readonly limit: number
}

/** Loads a page of a version's changes, or of what bringing it back would change. */
export function fetchChanges({ version, against, page, limit }: Changes, signal: AbortSignal) {
  const query = { against, page: String(page), limit: String(limit) }
  return call(allocation.version, { params: { version: String(version) }, query }, { signal })
}

/**
 * Refreshes everything that depends on the rule book: version, history, findings, its parts and decisions. Call it
 * after saving a change. Never throws, because the save has succeeded.
 */
export async function ruleBookChanged(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['rule-book'] }),
    queryClient.invalidateQueries({ queryKey: ['orders', 'decision'] }),
  ])
}
