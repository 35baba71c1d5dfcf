import type { ReturnItemOf } from '@despatch/contract/returns/returns-book/return-item'
import { returns } from '@despatch/contract/returns/returns-book/returns'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'

const KEY = ['returns-book'] as const

/** All items as the draft has them. */
export const itemsNow = queryOptions({
  queryKey: [...KEY, 'items'],
  queryFn: ({ signal }) => call(returns.items, { query: { draft: 'true' } }, { signal }),
})

type Kind = 'rule' | 'option' | 'reason'

/** The items of one kind, as the draft has them. */
export const itemsOfKind = <Of extends Kind>(kind: Of) =>
  queryOptions({
    ...itemsNow,
    select: ({ rows }) => rows.filter((row): row is ReturnItemOf<Of> & typeof row => row.kind === kind),
  })

/** The book in force, and its draft. */
export const returnsBookNow = queryOptions({
  queryKey: [...KEY, 'book'],
  queryFn: ({ signal }) => call(returns.book, {}, { signal }),
})

/** What the check finds, in the draft where there is one. */
export const findingsNow = queryOptions({
  queryKey: [...KEY, 'check'],
  queryFn: ({ signal }) => call(returns.check, { query: { draft: 'true' } }, { signal }),
})

export const returnsVersions = queryOptions({
  queryKey: [...KEY, 'versions'],
  queryFn: ({ signal }) => call(returns.versions, { query: { limit: '100' } }, { signal }),
})

export const reasonUse = queryOptions({
  queryKey: [...KEY, 'reason-use'],
  queryFn: ({ signal }) => call(returns.reasonUse, {}, { signal }),
})

export const returnsChanged = () => queryClient.invalidateQueries({ queryKey: KEY })
