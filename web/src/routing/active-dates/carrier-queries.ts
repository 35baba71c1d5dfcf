import { carriers } from '@despatch/contract/routing/active-dates/carriers'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../kit/server/call.ts'

// Beneath the key of the rule book: they ask again when any of it has changed.

/** The carriers of the client that one works for. */
export const carrierList = queryOptions({
  queryKey: ['rule-book', 'carriers', 'list'],
  queryFn: async ({ signal }) => (await call(carriers.list, {}, { signal })).carriers,
})

/** Whether and when one carrier may be used. */
export const carrierRecord = (client: string, carrier: string) =>
  queryOptions({
    queryKey: ['rule-book', 'carriers', 'record', client, carrier],
    queryFn: ({ signal }) => call(carriers.status, { params: { client, carrier } }, { signal }),
  })
