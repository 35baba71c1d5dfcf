import { multiBox } from '@despatch/contract/routing/multi-box-products/multi-box'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../kit/server/call.ts'

// Under the rule book's query key, so that any change of the book refreshes them.

export type StoredMultiBox = RouteAnswer<typeof multiBox.list>
export type StoredGoods = RouteAnswer<typeof multiBox.goods>

/** The default, multi-box products and exceptions. */
export const multiBoxNow = queryOptions({
  queryKey: ['rule-book', 'multi-box', 'list'],
  queryFn: ({ signal }) => call(multiBox.list, {}, { signal }),
})

/** The boxes of exceptions. */
export const componentExceptionsNow = queryOptions({
  queryKey: ['rule-book', 'multi-box', 'component-exceptions'],
  queryFn: async ({ signal }) => (await call(multiBox.componentExceptions, {}, { signal })).rows,
})

/** A SKU's weight, size, categories and boxes. */
export const goodsNow = (sku: string) =>
  queryOptions({
    queryKey: ['rule-book', 'multi-box', 'goods', sku],
    queryFn: ({ signal }) => call(multiBox.goods, { query: { SKU: sku } }, { signal }),
  })
