import type { ReturnItemOf } from '@despatch/contract/returns/rules/return-item'
import { returns } from '@despatch/contract/returns/rules/returns'
import type { ReturnsTry } from '@despatch/contract/returns/rules/returns-try'
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

/** What one version changed. */
export const returnsVersion = (version: number) =>
  queryOptions({
    queryKey: [...KEY, 'version', version],
    queryFn: ({ signal }) =>
      call(returns.version, { params: { version: String(version) }, query: { limit: '100' } }, { signal }),
    staleTime: Infinity,
  })

export const reasonUse = queryOptions({
  queryKey: [...KEY, 'reason-use'],
  queryFn: ({ signal }) => call(returns.reasonUse, {}, { signal }),
})

const LOOK_AGAIN_MS = 500

/** Whether there is more to come of a trial. */
export const isTrying = ({ status }: Pick<ReturnsTry, 'status'>) => status === 'NotStarted' || status === 'Running'

/** How far a trial of the draft is, again and again until it is done. It is of the draft as it was. */
export const triedOf = (id: string) =>
  queryOptions({
    queryKey: ['returns-try', id],
    queryFn: ({ signal }) => call(returns.tried, { params: { id } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data && !isTrying(data) ? false : LOOK_AGAIN_MS),
  })

export const returnsChanged = () => queryClient.invalidateQueries({ queryKey: KEY })
