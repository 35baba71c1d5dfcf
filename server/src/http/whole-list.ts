import { ALL_ROWS } from '@despatch/contract/route/fields'
import type { Route } from '@despatch/contract/route/route'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { type StreamedAnswer, streamAnswer } from './streamed-answer.ts'

/** How many rows are read and held at a time. */
const PAGE = 1000

/** A page that is read instead of all rows: by its number, or from the place that the page before returned. */
export type Page = { page: number; limit: number; from?: string }
type PageAnswer = Record<string, unknown> & { hasMore?: boolean; next?: string }

export const isFirstPage = ({ page, from }: Page) => page === 1 && from === undefined

/** Whether a request asks for all rows of a list. */
export function requestsAllRows(route: Route, { query, body }: FastifyRequest): boolean {
  if (!route.whole) return false
  return [query, body].some((part) => (part as { limit?: unknown } | undefined)?.limit === ALL_ROWS)
}

/** The input of a call with its page replaced. */
export function withPage(
  { readsOnBy }: Route,
  input: Record<string, unknown>,
  { from, ...place }: Page,
): Record<string, unknown> {
  const { query, body } = input as { query?: object; body?: object }
  const page = { ...place, ...(from !== undefined && { [readsOnBy ?? 'from']: from }) }
  return body && 'limit' in body ? { ...input, body: { ...body, ...page } } : { ...input, query: { ...query, ...page } }
}

/**
 * Streams a whole list, reading each page by a call of its own. If the first page throws, that is the answer of the call. If a
 * later one does, the connection breaks off, so that half a list never looks complete.
 *
 * @param ask answers one page
 */
export async function streamWholeList(
  { whole = '', answer: shape }: Route,
  ask: (page: Page) => Promise<unknown>,
): Promise<StreamedAnswer<unknown>> {
  const read = async (page: Page) => z.encode(shape, await ask(page)) as PageAnswer
  const first = await read({ page: 1, limit: PAGE })
  const { [whole]: _rows, next: _next, ...head } = first
  return streamAnswer<PageAnswer, string>({
    head: { ...head, ...('hasMore' in head && { hasMore: false }) },
    name: whole,
    items: rowsFrom(first, whole, read),
    done: async () => undefined,
  })
}

async function* rowsFrom(first: PageAnswer, whole: string, read: (page: Page) => Promise<PageAnswer>) {
  let answer = first
  for (let page = 1, sent = 0; ; page++) {
    const rows = answer[whole] as unknown[]
    yield (sent > 0 && rows.length > 0 ? ',' : '') + rows.map((row) => JSON.stringify(row)).join(',')
    sent += rows.length
    if (rows.length < PAGE || answer.hasMore === false || sent >= ALL_ROWS) return
    const from = answer.next
    answer = await read(from === undefined ? { page: page + 1, limit: PAGE } : { page: 1, limit: PAGE, from })
  }
}
