import { invoices } from '@despatch/contract/invoices/invoices'
import type { RouteAnswer } from '@despatch/contract/route/types'
import type { Layout } from '@despatch/domain/invoices/column-mapping/layout'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../kit/server/call.ts'
import type { FileRow } from './layout-draft.ts'

/** The API has a layout as plain JSON; the domain checks it. */
export const asJson = (layout: Layout): Record<string, unknown> => ({ ...layout })

/** The most similar stored layout, and the file's differences from it. */
export type NearestLayout = Omit<NonNullable<RouteAnswer<typeof invoices.preview>['nearest']>, 'layout'> & {
  readonly layout: Layout
}

/** The first rows of a file, the nearest layout, and its probable carrier; '' if unknown. */
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
    // The draft refers to these rows, so they must not change during mapping.
    staleTime: Number.POSITIVE_INFINITY,
  })

/** What a draft reads from the first rows. */
export const readAs = (importID: string, layout: Layout) =>
  queryOptions({
    queryKey: ['invoices', 'read-as', importID, layout],
    queryFn: ({ signal }) => call(invoices.preview, { body: { importID, draft: asJson(layout) } }, { signal }),
    staleTime: 60_000,
  })

export const storedLayouts = queryOptions({
  queryKey: ['invoices', 'layouts'],
  queryFn: ({ signal }) => call(invoices.layouts, {}, { signal }).then(({ layouts }) => layouts),
})
