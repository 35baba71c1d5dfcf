import type { InvoiceImport } from '@despatch/contract/invoices/importing'
import { invoices } from '@despatch/contract/invoices/invoices'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { isAtWork } from './import-text.ts'

const LOOK_MS = 1000
const KEY = ['invoices', 'imports'] as const

/** The newest imports; asked for again as long as any is at work. */
export const newestImports = queryOptions({
  queryKey: KEY,
  queryFn: ({ signal }) => call(invoices.imports, { query: {} }, { signal }).then(({ imports }) => imports),
  refetchInterval: ({ state }) => (state.data?.some(isAtWork) ? LOOK_MS : false),
})

/** Shows imports as an answer tells them, without waiting for the next look. */
export function showImports(changed: readonly InvoiceImport[]): void {
  const ids = new Set(changed.map(({ importID }) => importID))
  queryClient.setQueryData<readonly InvoiceImport[]>(KEY, (before = []) => [
    ...changed,
    ...before.filter(({ importID }) => !ids.has(importID)),
  ])
}

export const importsChanged = () => queryClient.invalidateQueries({ queryKey: KEY })
