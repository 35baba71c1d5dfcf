import { fixedRouting } from '@despatch/contract/fixed-routing/fixed-routing'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../app/api/call.ts'

/** The regions of the United Kingdom, which are the same for everybody. */
export const allRegions = queryOptions({
  queryKey: ['regions'],
  queryFn: async ({ signal }) => (await call(fixedRouting.regions, {}, { signal })).Regions,
  staleTime: Number.POSITIVE_INFINITY,
})
