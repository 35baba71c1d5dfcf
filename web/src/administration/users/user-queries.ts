import { clientCode, recordId } from '@despatch/contract/route/fields'
import { roles } from '@despatch/contract/administration/roles/roles'
import type { User } from '@despatch/contract/administration/users/user'
import { USER_SORTS, users } from '@despatch/contract/administration/users/users'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '../../kit/server/call.ts'
import { pageSizeOf, SHORT_PAGE_SIZE } from '../../kit/list/page-size.ts'

const flag = z.enum(['true', 'false', '']).catch('')

/** The query string of a list of users. */
export const userSearchShape = z.object({
  search: z.string().max(100).catch(''),
  role: recordId.or(z.literal('')).catch(''),
  client: clientCode.or(z.literal('')).catch(''),
  active: flag,
  lock: flag,
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  limit: z
    .unknown()
    .optional()
    .transform((size) => pageSizeOf(size, SHORT_PAGE_SIZE)),
  sort: z.enum(USER_SORTS).catch('username'),
  order: z.enum(['asc', 'desc']).catch('asc'),
})
export type UserSearch = z.output<typeof userSearchShape>
export const NO_FILTER = { search: '', role: '', client: '', active: '', lock: '' } as const

/** The call behind a list of users: all, those that can be activated, or those that can be deleted. */
export type UserListRoute = 'list' | 'activatable' | 'deletable'

/** The parameters of the list, without its page. */
export function listQuery({ search, role, client, active, lock, sort, order }: UserSearch) {
  return {
    ...(search.trim() && { search: search.trim() }),
    ...(role && { role }),
    ...(client && { client }),
    ...(active && { active }),
    ...(lock && { lock }),
    sort,
    desc: order === 'desc' ? ('true' as const) : ('false' as const),
  }
}
type ListQuery = ReturnType<typeof listQuery>

export function fetchUsers(
  route: UserListRoute,
  query: ListQuery,
  page: number,
  limit: number,
  signal?: AbortSignal,
): Promise<{ users: User[]; total: number }> {
  return call(users[route], { query: { ...query, page: String(page), limit: String(limit) } }, { signal })
}

/** One user with the role's permissions. */
export const userRecord = (id: string) =>
  queryOptions({
    queryKey: ['users', 'record', id],
    queryFn: async ({ signal }) => (await call(users.list, { query: { id } }, { signal })).users[0] ?? null,
  })

/** All roles that the user may see, with their permissions. */
export const allRoles = queryOptions({
  queryKey: ['roles', 'all'],
  queryFn: async ({ signal }) => (await call(roles.list, { query: {} }, { signal })).roles,
  staleTime: 60_000,
})

const MAX_AT_ONCE = 1000

/**
 * Fetches all users that match, page by page, up to a limit. Throws what a page throws, and an AbortError after an
 * abort.
 */
export async function fetchAllUsers(
  given: { route: UserListRoute; query: ListQuery; most: number },
  signal?: AbortSignal,
): Promise<User[]> {
  const found: User[] = []
  for (let page = 1; found.length < given.most; page += 1) {
    const { users: part, total } = await fetchUsers(given.route, given.query, page, MAX_AT_ONCE, signal)
    found.push(...part)
    if (part.length < MAX_AT_ONCE || found.length >= total) break
  }
  return found.slice(0, given.most)
}
