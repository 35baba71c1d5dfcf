import { type ApiKey, apiKeys, KEY_SORTS, KEY_STATES } from '@despatch/contract/administration/api-keys/api-keys'
import { z } from 'zod'
import { historyKey } from '../user-activity/history-key.ts'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { pageSizeOf } from '../../kit/list/page-size.ts'

/** The query string of the list of keys. */
export const keySearchShape = z.object({
  search: z.string().max(100).catch(''),
  state: z.enum([...KEY_STATES, '']).catch(''),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  limit: z
    .unknown()
    .optional()
    .transform((size) => pageSizeOf(size)),
  sort: z.enum(KEY_SORTS).catch('name'),
  order: z.enum(['asc', 'desc']).catch('asc'),
})
export type KeySearch = z.output<typeof keySearchShape>
export const NO_FILTER = { search: '', state: '' } as const

/** The parameters of the list, without its page. */
export function listQuery({ search, state, sort, order }: KeySearch) {
  return {
    ...(search.trim() && { search: search.trim() }),
    ...(state && { state }),
    sort,
    desc: order === 'desc' ? ('true' as const) : ('false' as const),
  }
}

export async function fetchKeys(
  query: ReturnType<typeof listQuery>,
  page: number,
  limit: number,
  signal: AbortSignal,
): Promise<{ rows: readonly ApiKey[]; total: number }> {
  const answer = await call(apiKeys.list, { query: { ...query, page: String(page), limit: String(limit) } }, { signal })
  return { rows: answer.apiKeys, total: answer.total }
}

/** Refetches keys after a change. */
export const keysChanged = () =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: ['api-keys'] }),
    queryClient.invalidateQueries({ queryKey: historyKey('api-key') }),
  ])
