import { type Role, ROLE_SORTS, roles } from '@despatch/contract/administration/roles/roles'
import { clientCode } from '@despatch/contract/route/fields'
import { users } from '@despatch/contract/administration/users/users'
import { ROLE_TYPES } from '@despatch/domain/administration/roles/role-types'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '../../kit/server/call.ts'
import { accessChanged } from '../../sign-in/sessions/access-changed.ts'
import { session } from '../../kit/session/session-store.ts'
import { pageSizeOf, SHORT_PAGE_SIZE } from '../../kit/list/page-size.ts'

/** The query string of the list of roles. */
export const roleSearchShape = z.object({
  search: z.string().max(100).catch(''),
  type: z.enum(ROLE_TYPES).or(z.literal('')).catch(''),
  active: z.enum(['true', 'false', '']).catch(''),
  ofClient: clientCode.or(z.literal('')).catch(''),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  limit: z
    .unknown()
    .optional()
    .transform((size) => pageSizeOf(size, SHORT_PAGE_SIZE)),
  sort: z.enum(ROLE_SORTS).catch('code'),
  order: z.enum(['asc', 'desc']).catch('asc'),
})
export type RoleSearch = z.output<typeof roleSearchShape>
export const NO_FILTER = { search: '', type: '', active: '', ofClient: '' } as const

/** The parameters of the list, without its page. */
export function listQuery({ search, type, active, ofClient, sort, order }: RoleSearch) {
  return {
    ...(search.trim() && { search: search.trim() }),
    ...(type && { type }),
    ...(active && { active }),
    ...(ofClient && { client: ofClient }),
    sort,
    desc: order === 'desc' ? ('true' as const) : ('false' as const),
  }
}
type ListQuery = ReturnType<typeof listQuery>

export async function fetchRoles(
  query: ListQuery,
  page: number,
  limit: number,
  signal: AbortSignal,
): Promise<{ rows: readonly Role[]; total: number }> {
  const answer = await call(roles.list, { query: { ...query, page: String(page), limit: String(limit) } }, { signal })
  return { rows: answer.roles, total: answer.total }
}

/** One role with its permissions. */
export const roleRecord = (id: string) =>
  queryOptions({
    queryKey: ['roles', 'record', id],
    queryFn: async ({ signal }) => (await call(roles.list, { query: { id } }, { signal })).roles[0] ?? null,
  })

/** The types of roles that the user may create, with their default permissions. */
export const roleTypes = queryOptions({
  queryKey: ['roles', 'types'],
  queryFn: async ({ signal }) => (await call(roles.types, {}, { signal })).types,
  staleTime: 60_000,
})

/** The server's message if another role of the client has the code or name; '' if none has. */
export const roleExists = (given: { code: string; name: string; client: string }) =>
  queryOptions({
    queryKey: ['roles', 'exist', given],
    queryFn: async ({ signal }) => (await call(roles.exist, { body: given }, { signal })).message,
  })

/** The first users of a role, and their number. */
export const usersOfRole = (role: string, most: number) =>
  queryOptions({
    queryKey: ['users', 'of-role', role, most],
    queryFn: ({ signal }) => call(users.list, { query: { role, page: '1', limit: String(most) } }, { signal }),
  })

/** Refetches after a change: see {@link accessChanged}. */
export function rolesChanged(ids: readonly string[]): Promise<void> {
  const own = session.store.get().user?.role._id
  return accessChanged({ isOwn: own !== undefined && ids.includes(own) })
}
