import { cutOffs } from '@despatch/contract/routing/cut-offs/cut-offs'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../kit/server/call.ts'
import { BACKGROUND_REFETCH_MS, queryClient } from '../../kit/server/query-client.ts'

/** Cut-offs concern all clients, whatever client is chosen at the top. */
export const ALL = { client: ALL_CLIENTS } as const
const KEY = ['cut-offs'] as const

/** All cut-offs, the carriers to choose from, and how fast each client's orders leave. */
export const cutOffList = queryOptions({
  queryKey: [...KEY, 'list'],
  queryFn: ({ signal }) => call(cutOffs.list, {}, { signal, ...ALL }),
})

/** Today's cut-offs with the orders that have to reach them, of a client or all. */
export const cutOffsToday = (client: string) =>
  queryOptions({
    queryKey: [...KEY, 'today', client],
    queryFn: ({ signal }) => call(cutOffs.today, {}, { signal }),
    refetchInterval: BACKGROUND_REFETCH_MS,
  })

export const cutOffsChanged = () => queryClient.invalidateQueries({ queryKey: KEY })
