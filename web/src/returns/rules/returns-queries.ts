import type { ReturnItemOf } from '@despatch/contract/returns/rules/return-item'
import { returns } from '@despatch/contract/returns/rules/returns'
import type { ReturnsTry } from '@despatch/contract/returns/rules/returns-try'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'

const KEY = ['returns-book'] as const

/** All items, as in the draft. */
export const draftItems = queryOptions({
  queryKey: [...KEY, 'items'],
  queryFn: ({ signal }) => call(returns.items, { query: { draft: 'true' } }, { signal }),
})

type Kind = 'rule' | 'option' | 'reason'

/** The items of one kind, as in the draft. */
export const itemsOfKind = <Of extends Kind>(kind: Of) =>
  queryOptions({
    ...draftItems,
    select: ({ rows }) => rows.filter((row): row is ReturnItemOf<Of> & typeof row => row.kind === kind),
  })

/** The reason codes of a client, as in its draft. */
export async function fetchReasonsOf(client: string, signal: AbortSignal) {
  const { rows } = await call(returns.items, { query: { draft: 'true', kind: 'reason' } }, { client, signal })
  return rows.filter((row): row is ReturnItemOf<'reason'> & typeof row => row.kind === 'reason')
}

export const currentReturnsBook = queryOptions({
  queryKey: [...KEY, 'book'],
  queryFn: ({ signal }) => call(returns.book, {}, { signal }),
})

/** Findings in the draft if there is one, else in the book in force. */
export const draftFindings = queryOptions({
  queryKey: [...KEY, 'check'],
  queryFn: ({ signal }) => call(returns.check, { query: { draft: 'true' } }, { signal }),
})

export const returnsVersions = queryOptions({
  queryKey: [...KEY, 'versions'],
  queryFn: ({ signal }) => call(returns.versions, { query: { limit: '100' } }, { signal }),
})

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

/** Whether a trial is still running. */
export const isTrialRunning = ({ status }: Pick<ReturnsTry, 'status'>) =>
  status === 'NotStarted' || status === 'Running'

/** Polls the progress of a trial until it is done. The trial covers the draft as it was at its start. */
export const returnsTrial = (id: string) =>
  queryOptions({
    queryKey: ['returns-try', id],
    queryFn: ({ signal }) => call(returns.tried, { params: { id } }, { signal }),
    refetchInterval: ({ state: { data } }) => (data && !isTrialRunning(data) ? false : LOOK_AGAIN_MS),
  })

export const returnsChanged = () => queryClient.invalidateQueries({ queryKey: KEY })
