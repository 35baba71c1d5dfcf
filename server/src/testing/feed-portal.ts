import { request } from 'node:http'
import { feeds, type FeedRefusal, type FeedSummary } from '@despatch/contract/feeds/feeds'
import type { ColumnMapping } from '@despatch/contract/feeds/mapping'
import { makeSession } from './factories.ts'
import { openTestPortal, type SignedIn, type TestPortal } from './test-portal.ts'

export type Fed = {
  status: number
  summary: FeedSummary
  refused: FeedRefusal[]
  message: string
}

export type FeedPortal = {
  portal: TestPortal
  me: SignedIn & { client: string }
  /** Posts a file to the orders feed over HTTP; the answer is checked against the contract. */
  feed(body: string | Buffer, options?: { mapping?: string; type?: string; as?: SignedIn }): Promise<Fed>
  /** Sends the first bytes of a file and then goes away; settles when the server has written what it keeps. */
  breakOff(body: Buffer, bytes: number): Promise<void>
  saveMapping(name: string, mapping: Partial<ColumnMapping> & Pick<ColumnMapping, 'columns'>): Promise<void>
  rows(sql: string): Promise<Record<string, unknown>[]>
}

/** A portal for the tests of feeds, with a client and a user who may feed it. */
export async function openFeedPortal(): Promise<FeedPortal> {
  const portal = await openTestPortal()
  const me = await makeSession(portal.testDatabase)
  const rows = (sql: string) => portal.testDatabase.asOwner(sql, [me.client])
  const headers = (as: SignedIn, type: string) => ({
    access_token: as.token,
    client: as.client ?? '',
    'content-type': type,
  })
  const runs = async () =>
    Number((await rows(`select count(*) from audit where client_code = $1 and act = 'feed.orders'`))[0]?.['count'])
  return {
    portal,
    me,
    rows,
    async feed(body, { mapping, type = 'text/csv', as = me } = {}) {
      const answer = await fetch(`${portal.url}/api/feeds/orders${mapping ? `?mapping=${mapping}` : ''}`, {
        method: 'POST',
        headers: headers(as, type),
        body: typeof body === 'string' ? body : new Uint8Array(body),
      })
      const json = (await answer.json()) as { message?: string }
      const read = answer.ok ? feeds.orders.answer.parse(json) : { summary: {} as FeedSummary, refused: [] }
      return { status: answer.status, ...read, message: json.message ?? '' }
    },
    async breakOff(body, bytes) {
      const before = await runs()
      const sending = request(`${portal.url}/api/feeds/orders`, {
        method: 'POST',
        headers: { ...headers(me, 'text/csv'), 'content-length': body.length },
      })
      sending.on('error', () => undefined)
      sending.write(body.subarray(0, bytes))
      await new Promise((resolve) => setTimeout(resolve, 150))
      sending.destroy()
      for (let tries = 0; tries < 100 && (await runs()) === before; tries++)
        await new Promise((resolve) => setTimeout(resolve, 20))
    },
    async saveMapping(name, mapping) {
      const saved = await portal.call(feeds.saveMapping, { params: { feed: 'orders', name }, body: mapping }, me)
      if (saved.status !== 200) throw new Error(JSON.stringify(saved.body))
    },
  }
}

/** A file with the columns named like the fields. */
export function csv(
  rows: readonly (readonly (string | number)[])[],
  header = 'orderNumber,SKU,quantity,unitValue',
): string {
  return [header, ...rows.map((row) => row.join(','))].join('\n') + '\n'
}
