import { feeds } from '@despatch/contract/feeds/feeds'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../app/api/call.ts'

/** The saved mappings of a client's orders feed. */
export function orderMappings(client: string) {
  return queryOptions({
    queryKey: ['feeds', 'mappings', client],
    queryFn: async ({ signal }) => {
      const { mappings } = await call(feeds.mappings, {}, { signal })
      return mappings.filter(({ feed }) => feed === 'orders')
    },
  })
}
