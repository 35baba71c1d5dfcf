import { personalData } from '@despatch/contract/enquiries/personal-data/personal-data'
import { exportsRoom } from '@despatch/contract/route/exports'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { createStore } from '../../kit/browser/store.ts'
import type { ExportCalls } from '../../kit/exports/use-export.ts'
import { call, callFile } from '../../kit/server/call.ts'
import { queryClient } from '../../kit/server/query-client.ts'
import { session } from '../../kit/session/session-store.ts'
import { previewErasure } from './erase-in-pieces.ts'
import type { OrderKey } from './order-key.ts'

const KEY = ['personal-data'] as const

export const orderKeyText = ({ clientCode, orderNumber }: OrderKey) => `${clientCode} ${orderNumber}`

/** The search with its user and client. Personal data: never in an address, and lost on reload. */
export type PersonSearch = { readonly owner: string; readonly search: string; readonly ticked: ReadonlySet<string> }
const NO_SEARCH: PersonSearch = { owner: '', search: '', ticked: new Set() }

/** Kept while the user opens orders in other tabs. */
export const personSearch = createStore<PersonSearch>(NO_SEARCH)
export const ownerOf = () => `${session.store.get().user?._id ?? ''} ${session.client()}`

export const peopleQuery = (search: string) =>
  queryOptions({
    queryKey: [...KEY, 'find', search],
    queryFn: ({ signal }) => call(personalData.find, { body: { search } }, { signal }),
    enabled: search !== '',
    // Never show another user's search.
    gcTime: 0,
    refetchInterval: false,
  })

export const erasurePreview = (orders: readonly OrderKey[]) =>
  queryOptions({
    queryKey: [...KEY, 'preview', ...orders.map(orderKeyText)],
    queryFn: ({ signal }) => previewErasure(orders, { signal }),
    enabled: orders.length > 0,
    gcTime: 0,
    refetchInterval: false,
  })

export const pastErasures = (limit: number) =>
  queryOptions({
    queryKey: [...KEY, 'erasures', limit],
    queryFn: ({ signal }) => call(personalData.erasures, { query: { limit: String(limit) } }, { signal }),
    placeholderData: keepPreviousData,
  })

/** Refreshes personal data here and on the order screens. */
export const invalidatePersonalData = () =>
  Promise.all(
    [KEY, ['orders'], ['enquiries'], ['exports']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  )

/** Calls that watch and download the user's own files. */
export const ofMyExports = (): Pick<ExportCalls, 'ask' | 'fetch'> => ({
  ask: async (exportId, options) => {
    const { exports } = await call(exportsRoom.list, {}, options)
    const job = exports.find((one) => one.exportId === exportId)
    if (!job) throw new Error('The file is not listed')
    return job
  },
  fetch: (exportId, options) => callFile(exportsRoom.file, { query: { exportId } }, options),
})
