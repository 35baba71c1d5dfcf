import type { PageQuery } from './row-windows.ts'

type Page<Row> = { readonly rows: readonly Row[]; readonly next?: string | undefined }

/**
 * Returns a function that reads a list page by page from the first. Each page continues at the place that the
 * previous one named: it is equally fast at any depth, and no row appears twice if others are added meanwhile.
 */
export function createPageReader<Row>(fetchPage: (query: PageQuery, signal: AbortSignal) => Promise<Page<Row>>) {
  let from: string | undefined
  return async (page: number, limit: number, signal: AbortSignal): Promise<readonly Row[]> => {
    const { rows, next } = await fetchPage(page > 1 && from ? { page: 1, limit, from } : { page, limit }, signal)
    from = next
    return rows
  }
}

/**
 * Returns a function that reads, page by page, a list whose call answers all rows at once. It loads them with page 1, or
 * with the first page asked for, so that all pages are of one answer.
 */
export function createSliceReader<Row>(load: (signal: AbortSignal) => Promise<readonly Row[]>) {
  let all: readonly Row[] | undefined
  return async (page: number, limit: number, signal: AbortSignal): Promise<readonly Row[]> => {
    if (page === 1 || !all) all = await load(signal)
    return all.slice((page - 1) * limit, page * limit)
  }
}
