import { capacity } from '@despatch/contract/routing/capacity/capacity'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../kit/server/call.ts'

// Under the rule book's query key, so that any change of the book refreshes them.

/** The capacities of the selected client's carriers with their usage. */
export const capacityList = queryOptions({
  queryKey: ['rule-book', 'capacity', 'list'],
  queryFn: async ({ signal }) => (await call(capacity.list, {}, { signal })).carriers,
})

export const capacityRecord = (client: string, carrier: string) =>
  queryOptions({
    queryKey: ['rule-book', 'capacity', 'record', client, carrier],
    queryFn: ({ signal }) => call(capacity.carrier, { query: { client, carrier } }, { signal }),
  })
