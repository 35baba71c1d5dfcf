import { allocation } from '@despatch/contract/routing/allocation/allocation'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '../../kit/server/call.ts'
import { FOLLOWED, queryClient } from '../../kit/server/query-client.ts'
import { pageSizeOf } from '../../kit/list/page-size.ts'

/** What the address of the rule book says: which of its tabs, and the page of its versions. */
export const ruleBookSearchShape = z.object({
  tab: z.enum(['versions', 'check']).catch('versions'),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  limit: z
    .unknown()
    .optional()
    .transform((size) => pageSizeOf(size)),
})
export type RuleBookSearch = z.output<typeof ruleBookSearchShape>

/** The rule book as it is now: its version, and how many things its check finds. */
export const ruleBookNow = queryOptions({
  queryKey: ['rule-book', 'now'],
  queryFn: ({ signal }) => call(allocation.ruleBook, {}, { signal }),
  ...FOLLOWED,
})

/** What the check finds: the same answer for the list of all, and for the screens that can mend some. */
export const ruleBookFindings = queryOptions({
  queryKey: ['rule-book', 'findings'],
  queryFn: ({ signal }) => call(allocation.findings, {}, { signal }),
  ...FOLLOWED,
})

/** One page of the versions, the newest first. */
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

/** A page of what a version changed, or what bringing it back would change. */
export function fetchChanges({ version, against, page, limit }: Changes, signal: AbortSignal) {
  const query = { against, page: String(page), limit: String(limit) }
  return call(allocation.version, { params: { version: String(version) }, query }, { signal })
}

/**
 * The rule book has changed: its version, its history, its check, each part of it (a method ends, and may no longer be
 * held to) and the version in force beside a decision ask again wherever they are shown. Anyone who saves a change of it
 * calls this afterwards. Never throws: what was saved is saved.
 */
export async function ruleBookChanged(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['rule-book'] }),
    queryClient.invalidateQueries({ queryKey: ['orders', 'decision'] }),
  ])
}
