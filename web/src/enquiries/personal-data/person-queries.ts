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

/** A record by one text, to be ticked by. */
export const keyOf = ({ clientCode, orderNumber }: OrderKey) => `${clientCode} ${orderNumber}`

/** What was looked for, by whom and for which client. It is a person's: in no address, and gone with the page. */
export type Looked = { readonly owner: string; readonly search: string; readonly ticked: ReadonlySet<string> }
const NOTHING: Looked = { owner: '', search: '', ticked: new Set() }

/** Kept while other tabs are looked at: orders are opened to see whose they are. */
export const looked = createStore<Looked>(NOTHING)
export const ownerOf = () => `${session.store.get().user?._id ?? ''} ${session.client()}`

export const peopleFound = (search: string) =>
  queryOptions({
    queryKey: [...KEY, 'find', search],
    queryFn: ({ signal }) => call(personalData.find, { body: { search } }, { signal }),
    enabled: search !== '',
    // Nobody else's search is shown as this one's.
    gcTime: 0,
    refetchInterval: false,
  })

export const erasurePreview = (orders: readonly OrderKey[]) =>
  queryOptions({
    queryKey: [...KEY, 'preview', ...orders.map(keyOf)],
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

/** Has what is kept asked for again, here and on the screens of orders. */
export const personErased = () =>
  Promise.all(
    [KEY, ['orders'], ['enquiries'], ['exports']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  )

/** The calls that watch and fetch a file of the caller's own. */
export const ofMyExports = (): Pick<ExportCalls, 'ask' | 'fetch'> => ({
  ask: async (exportId, given) => {
    const { exports } = await call(exportsRoom.list, {}, given)
    const job = exports.find((one) => one.exportId === exportId)
    if (!job) throw new Error('The file is not listed')
    return job
  },
  fetch: (exportId, given) => callFile(exportsRoom.file, { query: { exportId } }, given),
})
