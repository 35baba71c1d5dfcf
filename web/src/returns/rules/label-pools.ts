import { returnLabels } from '@despatch/contract/returns/rules/return-labels'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'

/** Below this number, labels count as few. */
export const FEW_LABELS = 20
const KEY = ['return-labels'] as const

/** The client's label pools. */
export const labelPools = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => call(returnLabels.list, {}, { signal }),
})

export const poolsChanged = () => queryClient.invalidateQueries({ queryKey: KEY })
