import { fixedRouting } from '@despatch/contract/routing/fixed-routing/fixed-routing'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../kit/server/call.ts'

/** The regions of the United Kingdom, equal for all users. */
export const allRegions = queryOptions({
  queryKey: ['regions'],
  queryFn: async ({ signal }) => (await call(fixedRouting.regions, {}, { signal })).Regions,
  staleTime: Number.POSITIVE_INFINITY,
})
