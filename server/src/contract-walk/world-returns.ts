import type { TestDatabase } from '../testing/test-database.ts'

/** What a shop's returns book has: each call that changes something has its own. */
export type ShopReturns = { amended: string; removed: string; reason: string }

const item = (content: object) => JSON.stringify(content)

/** A client's returns book in one version, with a draft of another rule. */
export async function openReturns(on: TestDatabase, client: string, mark: string): Promise<ShopReturns> {
  await on.asOwner('insert into returns_book_heads (client_code, version, last_item) values ($1, 1, 20)', [client])
  await on.asOwner(
    `insert into returns_books (client_code, version, published_at, by_name, summary, changes)
     values ($1, 1, '2026-03-01T09:00:00Z', 'somebody', $2, 4)`,
    [client, `${mark} begins`],
  )
  const reason = {
    title: `${mark} reason`,
    parent: null,
    fault: 'shopper',
    asksComment: false,
    asksPhoto: false,
    active: true,
    mergedInto: null,
  }
  const option = {
    name: `${mark} drop-off`,
    active: true,
    service: 'drop-off',
    countries: [],
    regions: [],
    maxWeight: null,
    maxLength: null,
    destination: 'returns-centre',
    payer: 'retailer',
    price: '2.00',
    gives: { kind: 'address', address: `${mark} returns` },
  }
  const items = [
    ['option', 'option-1', item(option)],
    ['option', 'option-2', item({ ...option, name: `${mark} collection` })],
    ['reason', 'reason-3', item({ ...reason, code: 'MIND' })],
    ['reason', 'reason-4', item({ ...reason, code: 'SPARE' })],
  ]
  for (const [kind, key, content] of items)
    await on.asOwner(
      'insert into returns_book_items (client_code, kind, item_key, from_version, content) values ($1, $2, $3, 1, $4)',
      [client, kind, key, content],
    )
  await on.asOwner(
    `insert into returns_book_drafts (client_code, kind, item_key, content, base_version, changed_at, by_name)
     values ($1, 'reason', 'reason-5', $2, 0, '2026-03-01T09:00:00Z', 'somebody')`,
    [client, item({ ...reason, code: 'DRAFTED' })],
  )
  return { amended: 'option-1', removed: 'option-2', reason: 'MIND' }
}
