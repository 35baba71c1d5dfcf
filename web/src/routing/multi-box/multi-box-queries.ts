import { multiBox } from '@despatch/contract/routing/multi-box/multi-box'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../kit/server/call.ts'

// Beneath the key of the rule book: they ask again when any of it has changed.

export type MultiBoxKept = RouteAnswer<typeof multiBox.list>
export type GoodsKept = RouteAnswer<typeof multiBox.goods>

/** The default, the products of several boxes, and those that depart from it. */
export const multiBoxNow = queryOptions({
  queryKey: ['rule-book', 'multi-box', 'list'],
  queryFn: ({ signal }) => call(multiBox.list, {}, { signal }),
})

/** The boxes of the products that depart from the default. */
export const componentExceptionsNow = queryOptions({
  queryKey: ['rule-book', 'multi-box', 'component-exceptions'],
  queryFn: async ({ signal }) => (await call(multiBox.componentExceptions, {}, { signal })).rows,
})

/** What a SKU weighs and measures, its categories and its boxes. */
export const goodsNow = (sku: string) =>
  queryOptions({
    queryKey: ['rule-book', 'multi-box', 'goods', sku],
    queryFn: ({ signal }) => call(multiBox.goods, { query: { SKU: sku } }, { signal }),
  })
