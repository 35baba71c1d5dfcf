import { request } from 'node:http'
import type { FeedRefusal } from '@despatch/contract/feeds/feed-refusal'
import {
  type OrdersFeedPreview,
  feeds,
  type FeedSummary,
  type RowFeedPreview,
  type RowFeedSummary,
} from '@despatch/contract/feeds/feeds'
import type { ColumnMapping } from '@despatch/contract/feeds/mapping'
import type { Feed } from '@despatch/domain/feeds/feed-fields'
import { afterAll, beforeAll } from 'vitest'
import { makeSession } from './factories.ts'
import { openTestPortal, type SignedIn, type TestPortal } from './test-portal.ts'

export type FeedResult<Summary = FeedSummary> = {
  status: number
  summary: Summary
  refused: FeedRefusal[]
  message: string
}

type RowFeedResult = FeedResult<RowFeedSummary> & { look?: RowFeedPreview | undefined }
type Options = { mapping?: string; type?: string; as?: SignedIn; isPreview?: boolean; fileName?: string }

export type FeedPortal = {
  portal: TestPortal
  me: SignedIn & { client: string }
  /** Posts a file to the orders feed over HTTP. The answer is checked against the contract. */
  feed(body: string | Buffer, options?: Options): Promise<FeedResult>
  /** Checks a file without writing anything. */
  check(body: string | Buffer, options?: Options): Promise<FeedResult & { look?: OrdersFeedPreview | undefined }>
  /** The same for another feed. */
  feedRows(feed: Exclude<Feed, 'orders'>, body: string | Buffer, options?: Options): Promise<RowFeedResult>
  /** Sends the first bytes of a file and disconnects. Settles when the server has finished with it. */
  breakOff(body: Buffer, bytes: number, feed?: Feed): Promise<void>
  saveMapping(
    name: string,
    mapping: Partial<ColumnMapping> & Pick<ColumnMapping, 'columns'>,
    feed?: Feed,
  ): Promise<void>
  rows(sql: string): Promise<Record<string, unknown>[]>
}

/** Opens a portal for tests of feeds, with a client and a user who may feed it. */
export async function openFeedPortal(): Promise<FeedPortal> {
  const portal = await openTestPortal()
  const me = await makeSession(portal.testDatabase)
  const rows = (sql: string) => portal.testDatabase.asOwner(sql, [me.client])
  const headers = (as: SignedIn, type: string) => ({
    access_token: as.token,
    client: as.client ?? '',
    'content-type': type,
  })
  const runs = async (feed: Feed) =>
    Number((await rows(`select count(*) from audit where client_code = $1 and act = 'feed.${feed}'`))[0]?.['count'])
  const post = posterTo(portal.url, me, headers)
  const orders = async (body: string | Buffer, options?: Options) => {
    const { status, ok, json, message } = await post('orders', body, options)
    const read = ok ? feeds.orders.answer.parse(json) : { summary: {} as FeedSummary, refused: [] }
    return { status, ...read, message }
  }
  return {
    portal,
    me,
    rows,
    feed: orders,
    check: (body, options) => orders(body, { ...options, isPreview: true }),
    async feedRows(feed, body, options) {
      const { status, ok, json, message } = await post(feed, body, options)
      const { answer } = feed === 'skus' ? feeds.skus : feeds.despatches
      const read = ok ? answer.parse(json) : { summary: {} as RowFeedSummary, refused: [] }
      return { status, ...read, message }
    },
    async breakOff(body, bytes, feed = 'orders') {
      const before = await runs(feed)
      const sending = request(`${portal.url}/api/feeds/${feed}`, {
        method: 'POST',
        headers: { ...headers(me, 'text/csv'), 'content-length': body.length },
      })
      sending.on('error', () => undefined)
      sending.write(body.subarray(0, bytes))
      await new Promise((resolve) => setTimeout(resolve, 150))
      sending.destroy()
      // If the file breaks off within its header, the server stores nothing and adds no audit row.
      const patience = bytes > body.indexOf('\n') + 1 ? 3_000 : 15
      for (let tries = 0; tries < patience && (await runs(feed)) === before; tries++)
        await new Promise((resolve) => setTimeout(resolve, 20))
    },
    async saveMapping(name, mapping, feed = 'orders') {
      const saved = await portal.call(feeds.saveMapping, { params: { feed, name }, body: mapping }, me)
      if (saved.status !== 200) throw new Error(JSON.stringify(saved.body))
    },
  }
}

/** Posts files to feeds. */
const posterTo =
  (url: string, me: SignedIn, headers: (as: SignedIn, type: string) => Record<string, string>) =>
  async (feed: Feed, body: string | Buffer, options: Options = {}) => {
    const { mapping, type = 'text/csv', as = me, isPreview = false, fileName } = options
    const query = new URLSearchParams({
      ...(mapping && { mapping }),
      ...(isPreview && { preview: 'true' }),
      ...(fileName && { fileName }),
    })
    const answer = await fetch(`${url}/api/feeds/${feed}?${query.toString()}`, {
      method: 'POST',
      headers: headers(as, type),
      body: typeof body === 'string' ? body : new Uint8Array(body),
    })
    const json = (await answer.json()) as { message?: string }
    return { status: answer.status, ok: answer.ok, json, message: json.message ?? '' }
  }

/** Makes feeds write a tenth of the usual rows per transaction, in all tests of a file, so that small files span several. */
export function smallChunks(): void {
  beforeAll(() => {
    process.env['DESPATCH_SMALL_CHUNKS'] = 'on'
  })
  afterAll(() => {
    delete process.env['DESPATCH_SMALL_CHUNKS']
  })
}

/** A file whose columns have the names of the fields. */
export function csv(
  rows: readonly (readonly (string | number)[])[],
  header = 'orderNumber,SKU,quantity,unitValue',
): string {
  return [header, ...rows.map((row) => row.join(','))].join('\n') + '\n'
}
