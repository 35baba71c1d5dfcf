import { LOGIN_SORTS, users } from '@despatch/contract/administration/users/users'
import { session } from '@despatch/contract/sign-in/session'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '../../kit/server/call.ts'
import { pageSizeOf, SHORT_PAGE_SIZE } from '../../kit/list/page-size.ts'

/** The query string of User Login Status. */
export const loginShape = z.object({
  search: z.string().max(100).catch(''),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  limit: z
    .unknown()
    .optional()
    .transform((size) => pageSizeOf(size, SHORT_PAGE_SIZE)),
  sort: z.enum(LOGIN_SORTS).catch('last_used'),
  order: z.enum(['asc', 'desc']).catch('desc'),
})
type LoginSearch = z.output<typeof loginShape>

/** The parameters of the list, without its page. */
export function loginQuery({ search, sort, order }: Pick<LoginSearch, 'search' | 'sort' | 'order'>) {
  return {
    ...(search.trim() && { search: search.trim() }),
    sort,
    desc: order === 'desc' ? ('true' as const) : ('false' as const),
  }
}
type LoginQuery = ReturnType<typeof loginQuery>

export function fetchSessions(query: LoginQuery, page: number, limit: number, signal?: AbortSignal) {
  return call(users.loginStatus, { query: { ...query, page: String(page), limit: String(limit) } }, { signal })
}

/** The sessions of one user. */
export const sessionsOfUser = ({ _id }: { _id: string }) =>
  queryOptions({
    queryKey: ['users', 'sessions', 'of', _id],
    queryFn: async ({ signal }) => (await call(session.sessions, { query: { user: _id } }, { signal })).sessions,
  })

/** Ends one or all sessions of another user. Returns the server's message. */
export async function endSessions(user: string, only?: string): Promise<string> {
  const { message } = await call(session.signOut, {
    params: { id: user },
    query: only === undefined ? {} : { session: only },
  })
  return message
}
