import { feeds } from '@despatch/contract/feeds/feeds'
import type { Feed } from '@despatch/domain/feeds/feed-fields'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../kit/server/call.ts'

/** The client's saved mappings of a feed. */
export function feedMappings(feed: Feed) {
  return queryOptions({
    queryKey: ['feeds', 'mappings', feed],
    queryFn: async ({ signal }) => {
      const { mappings } = await call(feeds.mappings, {}, { signal })
      return mappings.filter((mapping) => mapping.feed === feed)
    },
  })
}
