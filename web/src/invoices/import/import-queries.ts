import type { InvoiceImport } from '@despatch/contract/invoices/importing'
import { invoices } from '@despatch/contract/invoices/invoices'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../kit/server/call.ts'
import { BACKGROUND_REFETCH_MS, queryClient } from '../../kit/server/query-client.ts'
import { isAtWork } from './import-text.ts'

const REFETCH_MS = 1000
const KEY = ['invoices', 'imports'] as const

export const IMPORTS_PAGE = 50
type ImportPage = { readonly isWaiting: boolean; readonly page: number }

/** One page of all imports, or of the files that wait for a mapping. Refetches while any of them is in progress. */
export const importsOf = ({ isWaiting, page }: ImportPage) =>
  queryOptions({
    queryKey: [...KEY, isWaiting, page],
    queryFn: ({ signal }) =>
      call(
        invoices.imports,
        { query: { ...(isWaiting && { isWaiting: 'true' }), page: String(page), limit: String(IMPORTS_PAGE) } },
        { signal },
      ),
    refetchInterval: ({ state }) => (state.data?.imports.some(isAtWork) ? REFETCH_MS : BACKGROUND_REFETCH_MS),
  })

export const newestImports = importsOf({ isWaiting: false, page: 1 })

/** One import; null if it is gone. */
export const importOf = (importID: string) =>
  queryOptions({
    queryKey: [...KEY, importID],
    queryFn: ({ signal }) =>
      call(invoices.imports, { query: { id: importID } }, { signal }).then(({ imports: [one] }) => one ?? null),
  })

/** Shows changed imports without waiting for the next refetch. */
export function showImports(changed: readonly InvoiceImport[]): void {
  const ids = new Set(changed.map(({ importID }) => importID))
  queryClient.setQueryData(
    newestImports.queryKey,
    (before) =>
      before && { ...before, imports: [...changed, ...before.imports.filter(({ importID }) => !ids.has(importID))] },
  )
}

export const importsChanged = () => queryClient.invalidateQueries({ queryKey: KEY })
