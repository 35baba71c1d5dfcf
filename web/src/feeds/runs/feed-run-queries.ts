import { feeds } from '@despatch/contract/feeds/feeds'
import type { Feed } from '@despatch/domain/feeds/feed-fields'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'

const KEY = ['feeds', 'runs'] as const

/** The last files of a feed, so many of them. */
export const feedRuns = (feed: Feed, limit: number) =>
  queryOptions({
    queryKey: [...KEY, feed, limit],
    queryFn: ({ signal }) => call(feeds.runs, { query: { feed, limit: String(limit) } }, { signal }),
    placeholderData: keepPreviousData,
  })

/** Has the list of runs asked for again. */
export const feedRunsChanged = () => queryClient.invalidateQueries({ queryKey: KEY })
