import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type UIEvent, useEffect } from 'react'
import { listCountText } from '../../kit/form/list-count-text.ts'
import styles from './sku-choices.module.css'

type Coded = { readonly Code: string }
type Page<Sku> = { readonly rows: readonly Sku[]; readonly total: number }

/** A list with fewer choices may be too short to scroll, so the next page is read at once. */
const MIN_CHOICES = 20
/** Read the next page when this much or less is left to scroll, in pixels. */
const NEAR_END = 200

/** SKUs to choose from, read a page at a time. */
export const skuPages = <Sku extends Coded>(
  queryKey: readonly unknown[],
  pageSize: number,
  fetchPage: (page: number, signal: AbortSignal) => Promise<Page<Sku>>,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ total }, _all, page) => (page * pageSize < total ? page + 1 : undefined),
    staleTime: 60_000,
  })

type Options<Sku> = {
  readonly isEnabled: boolean
  /** Leaves out SKUs that cannot be chosen, for example those already chosen. */
  readonly isOffered?: (sku: Sku) => boolean
}

/** SKUs offered by a field, with their number; it loads more at the end of the list. */
export function useSkuChoices<Sku extends Coded>(
  pages: ReturnType<typeof skuPages<Sku>>,
  { isEnabled, isOffered = () => true }: Options<Sku>,
) {
  const query = useInfiniteQuery({ ...pages, enabled: isEnabled, placeholderData: keepPreviousData })
  const { data, error, hasNextPage, isError, isFetching, isFetchingNextPage, isPlaceholderData, fetchNextPage } = query
  // Keyed by code, because new SKUs shift others to the next page.
  const loaded = new Map(data?.pages.flatMap(({ rows }) => rows).map((sku) => [sku.Code, sku]))
  const skus = [...loaded.values()].filter(isOffered)
  const hidden = loaded.size - skus.length
  const total = (data?.pages.at(-1)?.total ?? 0) - hidden
  const canLoadMore = isEnabled && hasNextPage && !isFetching && !isPlaceholderData
  const isShort = skus.length < MIN_CHOICES
  useEffect(() => {
    if (isShort && canLoadMore && !isError) void fetchNextPage()
  }, [isShort, canLoadMore, isError, fetchNextPage])
  const text = listCountText(skus.length, total, ['SKU', 'SKUs'])
  const hint = isFetchingNextPage ? '. Loading more…' : hasNextPage ? '. Scroll or search for more.' : ''
  return {
    skus,
    error,
    isFetching,
    /** For a field's `data`: the codes, grouped under a text on how many are shown. */
    data: skus.length === 0 ? [] : [{ group: <span>{text + hint}</span>, items: skus.map(({ Code }) => Code) }],
    classNames: { groupLabel: styles.count ?? '', option: styles.choice ?? '' },
    // onBottomReached misses a key press that jumps from the last choice to the last one of the next page.
    scrollAreaProps: {
      viewportProps: {
        onScroll({ currentTarget: { scrollHeight, scrollTop, clientHeight } }: UIEvent<HTMLDivElement>) {
          if (canLoadMore && scrollHeight - scrollTop - clientHeight <= NEAR_END) void fetchNextPage()
        },
      },
    },
  }
}
