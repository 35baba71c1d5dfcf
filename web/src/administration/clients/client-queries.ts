import { CLIENT_SORTS, type Client } from '@despatch/contract/administration/clients/client'
import { clients } from '@despatch/contract/administration/clients/clients'
import { type DaysOff, NO_DAYS_OFF } from '@despatch/domain/calendar/day'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { call } from '../../kit/server/call.ts'
import { PERIODIC_REFETCH } from '../../kit/server/query-client.ts'
import { accessChanged } from '../../sign-in/sessions/access-changed.ts'
import { pageSizeOf } from '../../kit/list/page-size.ts'

/** The query string of the list of clients. */
export const clientSearchShape = z.object({
  search: z.string().max(100).catch(''),
  active: z.enum(['true', 'false', '']).catch(''),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1),
  limit: z
    .unknown()
    .optional()
    .transform((size) => pageSizeOf(size)),
  sort: z.enum(CLIENT_SORTS).catch('code'),
  order: z.enum(['asc', 'desc']).catch('asc'),
})
export type ClientSearch = z.output<typeof clientSearchShape>
export const NO_FILTER = { search: '', active: '' } as const

/** The parameters of the list, without its page. */
export function listQuery({ search, active, sort, order }: ClientSearch) {
  return {
    ...(search.trim() && { search: search.trim() }),
    ...(active && { active }),
    sort,
    desc: order === 'desc' ? ('true' as const) : ('false' as const),
  }
}
type ListQuery = ReturnType<typeof listQuery>

export async function fetchClients(
  query: ListQuery,
  page: number,
  limit: number,
  signal: AbortSignal,
): Promise<{ rows: readonly Client[]; total: number }> {
  const answer = await call(clients.list, { query: { ...query, page: String(page), limit: String(limit) } }, { signal })
  return { rows: answer.clients, total: answer.total }
}

export const clientRecord = (code: string) =>
  queryOptions({
    queryKey: ['clients', 'record', code],
    queryFn: async ({ signal }) => (await call(clients.list, { query: { id: code } }, { signal })).clients[0] ?? null,
  })

/** The menu options of a client. */
export const menuOptionsOf = (code: string) =>
  queryOptions({
    queryKey: ['clients', 'menu-options', code],
    queryFn: ({ signal }) => call(clients.menuOptions, { query: { client: code } }, { signal }),
  })

/** The four flags of a client. */
export const paramsOf = (code: string) =>
  queryOptions({
    queryKey: ['clients', 'params', code],
    queryFn: async ({ signal }) => (await call(clients.params, { body: { clientCode: code } }, { signal })).params,
    ...PERIODIC_REFETCH,
  })

/** The settings of a client beyond the four flags. */
export const settingsOf = (code: string) =>
  queryOptions({
    queryKey: ['clients', 'settings', code],
    queryFn: ({ signal }) => call(clients.settings, { query: { client: code } }, { signal }),
    ...PERIODIC_REFETCH,
  })

/** The client's days off in the next year, besides Saturday and Sunday. */
export const daysOffOf = (code: string) =>
  queryOptions({
    queryKey: ['clients', 'days-off', code],
    queryFn: async ({ signal }): Promise<DaysOff> => {
      const { days } = await call(clients.daysOff, {}, { signal, client: code })
      return days.length === 0 ? NO_DAYS_OFF : new Set(days.map(({ day }) => day))
    },
    ...PERIODIC_REFETCH,
  })

/** Refetches after a change: see {@link accessChanged}. The user's own clients may be affected. */
export const clientsChanged = () => accessChanged({ isOwn: true })
