import { jobs } from '@despatch/contract/administration/jobs/jobs'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../kit/server/call.ts'
import { BACKGROUND_REFETCH_MS, queryClient } from '../../kit/server/query-client.ts'
import { isUnderWay } from './job-text.ts'

const UNDER_WAY_MS = 2000
const KEY = ['jobs'] as const

/** Every job with its last run. Polls faster while one is running. */
export const jobList = queryOptions({
  queryKey: KEY,
  queryFn: async ({ signal }) => (await call(jobs.list, {}, { signal })).jobs,
  refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? UNDER_WAY_MS : BACKGROUND_REFETCH_MS),
})

/** Starts a job. Returns the server's message. */
export async function runJob(name: string): Promise<string> {
  try {
    return (await call(jobs.run, { params: { name } })).message
  } finally {
    void queryClient.invalidateQueries({ queryKey: KEY })
  }
}
