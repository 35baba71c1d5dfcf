import { randomUUID } from 'node:crypto'
import type { ReasonCode, ReturnOption } from '@despatch/domain/returns/rules/returns-book'
import { reasonCode, returnOption } from '@despatch/domain/testing/returns-books'
import type { TestDatabase } from '../testing/test-database.ts'

/** Items of a shop's returns book: each call that changes something has its own. */
export type ShopReturns = { amended: string; removed: string; reason: string; photo: string; tried: string }

/** An item as the book stores it: its id is its key. */
const item = ({ id: _key, ...content }: ReasonCode | ReturnOption) => JSON.stringify(content)

/** A client's returns book in one version, with a draft of another rule. */
export async function openReturns(on: TestDatabase, client: string, mark: string): Promise<ShopReturns> {
  await on.asOwner('insert into returns_book_heads (client_code, version, last_item) values ($1, 1, 20)', [client])
  await on.asOwner(
    `insert into returns_books (client_code, version, published_at, by_name, summary, changes)
     values ($1, 1, '2026-03-01T09:00:00Z', 'someone', $2, 4)`,
    [client, `${mark} begins`],
  )
  const reason = (code: string) => item(reasonCode(code, { title: `${mark} reason` }))
  const option = (name: string) =>
    item(returnOption('', { name: `${mark} ${name}`, gives: { kind: 'address', address: `${mark} returns` } }))
  const items = [
    ['option', 'option-1', option('drop-off')],
    ['option', 'option-2', option('collection')],
    ['reason', 'reason-3', reason('MIND')],
    ['reason', 'reason-4', reason('SPARE')],
  ]
  for (const [kind, key, content] of items)
    await on.asOwner(
      'insert into returns_book_items (client_code, kind, item_key, from_version, content) values ($1, $2, $3, 1, $4)',
      [client, kind, key, content],
    )
  await on.asOwner(
    `insert into returns_book_drafts (client_code, kind, item_key, content, base_version, changed_at, by_name)
     values ($1, 'reason', 'reason-5', $2, 0, '2026-03-01T09:00:00Z', 'someone')`,
    [client, reason('DRAFTED')],
  )
  const photo = randomUUID()
  await on.asOwner(
    `insert into return_photos (client_code, photo_id, token_hash, line_number, return_reference, bytes, width, height, stored_at, delete_at)
     values ($1, $2, '\\x01', 1, 'R-1', '\\xffd8', 1, 1, '2026-03-01T09:00:00Z', '2126-03-01T09:00:00Z')`,
    [client, photo],
  )
  await on.asOwner(
    `insert into return_labels (client_code, pool, label_number, link, added_at, added_by) values ($1, $2, 'L-1', '', now(), 'someone')`,
    [client, `${mark} pool`],
  )
  const tried = randomUUID()
  await on.asOwner(
    `insert into return_tries (client_code, try_id, user_id, at, weeks, over, reason, since, today, book_version, changes, status)
     values ($1, $2, 1, now(), 4, 'returns', '', '2026-03-01', '2026-03-29', 1, '[]', 'Running')`,
    [client, tried],
  )
  return { amended: 'option-1', removed: 'option-2', reason: 'MIND', photo, tried }
}
