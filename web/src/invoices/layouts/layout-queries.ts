import { invoices } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer } from '@despatch/contract/route/types'
import type { Layout } from '@despatch/domain/invoices/layouts/layout'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../kit/server/call.ts'
import type { FileRow } from './layout-draft.ts'

/** The wire holds a layout as plain JSON; the domain checks it. */
export const asJson = (layout: Layout): Record<string, unknown> => ({ ...layout })

/** The kept layout that a file is most like, and how the file differs. */
export type NearestLayout = Omit<NonNullable<RouteAnswer<typeof invoices.preview>['nearest']>, 'layout'> & {
  readonly layout: Layout
}

/** The first rows of a file, what it is most like, and whose it seems to be; '' where nothing tells. */
export type FirstRows = {
  readonly rows: readonly FileRow[]
  readonly nearest: NearestLayout | null
  readonly carrier: string
}

/** The first rows of a file that waits for a layout. */
export const firstRowsOf = (importID: string) =>
  queryOptions({
    queryKey: ['invoices', 'first-rows', importID],
    queryFn: async ({ signal }): Promise<FirstRows> => {
      const { rows, nearest, carrier } = await call(invoices.preview, { body: { importID } }, { signal })
      // The server checked the layout when it was saved.
      return { rows, nearest: nearest && { ...nearest, layout: nearest.layout as Layout }, carrier }
    },
    // What is drafted stands on these rows: they do not change while someone maps them.
    staleTime: Number.POSITIVE_INFINITY,
  })

/** What the first rows come to as a draft reads them. */
export const readAs = (importID: string, layout: Layout) =>
  queryOptions({
    queryKey: ['invoices', 'read-as', importID, layout],
    queryFn: ({ signal }) => call(invoices.preview, { body: { importID, draft: asJson(layout) } }, { signal }),
    staleTime: 60_000,
  })

export const keptLayouts = queryOptions({
  queryKey: ['invoices', 'layouts'],
  queryFn: ({ signal }) => call(invoices.layouts, {}, { signal }).then(({ layouts }) => layouts),
})
