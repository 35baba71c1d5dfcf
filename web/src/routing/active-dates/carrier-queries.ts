import { carriers } from '@despatch/contract/routing/active-dates/carriers'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../kit/server/call.ts'

// Under the rule book's query key, so that any change of the book refreshes them.

/** The carriers of the selected client. */
export const carrierList = queryOptions({
  queryKey: ['rule-book', 'carriers', 'list'],
  queryFn: async ({ signal }) => (await call(carriers.list, {}, { signal })).carriers,
})

/** One carrier's active flag and dates. */
export const carrierRecord = (client: string, carrier: string) =>
  queryOptions({
    queryKey: ['rule-book', 'carriers', 'record', client, carrier],
    queryFn: ({ signal }) => call(carriers.status, { params: { client, carrier } }, { signal }),
  })
