import { feeds } from '@despatch/contract/feeds/feeds'
import type { Feed } from '@despatch/domain/feeds/feed-fields'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'

const KEY = ['feeds', 'runs'] as const

/** The latest files of a feed. */
export const feedRuns = (feed: Feed, limit: number) =>
  queryOptions({
    queryKey: [...KEY, feed, limit],
    queryFn: ({ signal }) => call(feeds.runs, { query: { feed, limit: String(limit) } }, { signal }),
    placeholderData: keepPreviousData,
  })

export const refreshFeedRuns = () => queryClient.invalidateQueries({ queryKey: KEY })
