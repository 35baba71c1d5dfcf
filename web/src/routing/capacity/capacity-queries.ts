import { capacity } from '@despatch/contract/routing/capacity/capacity'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../kit/server/call.ts'

// Beneath the key of the rule book: they ask again when any of it has changed.

/** The capacities of the carriers of the client that one works for, with what is used of them. */
export const capacityList = queryOptions({
  queryKey: ['rule-book', 'capacity', 'list'],
  queryFn: async ({ signal }) => (await call(capacity.list, {}, { signal })).carriers,
})

/** The capacities of one carrier. */
export const capacityRecord = (client: string, carrier: string) =>
  queryOptions({
    queryKey: ['rule-book', 'capacity', 'record', client, carrier],
    queryFn: ({ signal }) => call(capacity.carrier, { query: { client, carrier } }, { signal }),
  })
