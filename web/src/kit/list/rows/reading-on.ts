import type { PageAsked } from './windows.ts'

type Page<Row> = { readonly rows: readonly Row[]; readonly next?: string | undefined }

/**
 * Reads a list page after page, from the first, each from where the one before said that it begins: as far as it goes, at
 * the same speed, and no row twice though others come in meanwhile.
 */
export function readingOn<Row>(fetchPage: (asked: PageAsked, signal: AbortSignal) => Promise<Page<Row>>) {
  let from: string | undefined
  return async (page: number, limit: number, signal: AbortSignal): Promise<readonly Row[]> => {
    const { rows, next } = await fetchPage(page > 1 && from ? { page: 1, limit, from } : { page, limit }, signal)
    from = next
    return rows
  }
}
