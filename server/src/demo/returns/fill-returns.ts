import { DEFAULT_PAGE_SETTINGS } from '@despatch/domain/returns/shoppers-page/page-settings'
import type { Insertable } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../../database/tables.ts'
import { makeAnnounced } from './announced-returns.ts'
import type { DemoOrders } from '../demo-orders.ts'
import { insertRows } from '../insert-rows.ts'
import { DEMO_BOOKS, type DemoBook } from './returns-books.ts'

const DAY = 86_400_000
const BY = 'ops.admin'

/** Inserts returns books and the returns announced under them. Returns the number of returns. */
export async function fillReturns(
  client: pg.Client,
  { made, returns, now }: { made: DemoOrders; returns: readonly Insertable<Tables['return_events']>[]; now: Date },
): Promise<number> {
  const published = new Date(now.getTime() - 560 * DAY)
  await insertRows(
    client,
    'returns_book_heads',
    DEMO_BOOKS.map(({ book }) => ({ client_code: book.client, version: 1, last_item: 40 })),
  )
  await insertRows(
    client,
    'returns_books',
    DEMO_BOOKS.map(({ book }) => ({
      client_code: book.client,
      version: 1,
      published_at: published,
      user_id: null,
      by_name: BY,
      summary: 'Returns set up',
      brought_back: null,
      changes: itemsOf(book).length,
      override_reason: '',
      overridden: [],
    })),
  )
  await insertRows(
    client,
    'returns_book_items',
    DEMO_BOOKS.flatMap(({ book }) =>
      itemsOf(book).map((item) => ({ client_code: book.client, ...item, from_version: 1, to_version: null })),
    ),
  )
  await insertRows(
    client,
    'returns_book_drafts',
    DEMO_BOOKS.flatMap((one) => draftOf(one, now)),
  )
  await fillPages(client)
  const announced = makeAnnounced(
    returns,
    made,
    DEMO_BOOKS.map(({ book }) => book),
    now,
  )
  await insertRows(client, 'announced_returns', announced.returns)
  await insertRows(client, 'announced_lines', announced.lines)
  await insertRows(client, 'return_steps', announced.steps)
  return announced.returns.length
}

/** Two of the clients have a shoppers' page. */
async function fillPages(client: pg.Client): Promise<void> {
  await insertRows(
    client,
    'shoppers_pages',
    ['ACME', 'BIRCH'].map((code) => ({
      client_code: code,
      is_on: true,
      title: '',
      accent: DEFAULT_PAGE_SETTINGS.accent,
      returns_address: 'Returns, Unit 4, Daventry NN11 8QR',
      contact_mail: `returns@${code.toLowerCase()}.example`,
      photo_days: DEFAULT_PAGE_SETTINGS.photoDays,
      shopper_data_days: DEFAULT_PAGE_SETTINGS.shopperDataDays,
    })),
  )
}

const contentOf = <Item extends { id: string }>({ id: _key, ...content }: Item) => content

function itemsOf({ rules, options, reasons }: DemoBook['book']) {
  return [
    ...rules.map((rule) => ({ kind: 'rule' as const, item_key: rule.id, content: contentOf(rule) })),
    ...options.map((option) => ({ kind: 'option' as const, item_key: option.id, content: contentOf(option) })),
    ...reasons.map((reason) => ({ kind: 'reason' as const, item_key: reason.id, content: contentOf(reason) })),
    { kind: 'order' as const, item_key: '', content: { rules: rules.map(({ id }) => id) } },
  ]
}

function draftOf({ book, drafted }: DemoBook, now: Date) {
  if (!drafted) return []
  const common = { client_code: book.client, base_version: 0, changed_at: new Date(now.getTime() - DAY), by_name: BY }
  return [
    { ...common, kind: 'rule' as const, item_key: drafted.id, content: contentOf(drafted) },
    {
      ...common,
      base_version: 1,
      kind: 'order' as const,
      item_key: '',
      content: { rules: [drafted.id, ...book.rules.map(({ id }) => id)] },
    },
  ]
}
