import type { BookItem } from '@despatch/domain/routing/rule-book/book-items'
import { carrierServices } from '@despatch/server/demo/carriers/carrier-services'
import type pg from 'pg'
import { BENCH_SKUS, CLIENT_CODES } from './dataset.ts'

/** More than the bench ever gives a carrier of a day: capacity is taken, and never short. */
const PLENTY = 100_000_000

/** Gives each of the clients a rule book of ten methods of six carriers, capacities of three, and its SKUs measures. */
export async function insertRuleBooks(owner: pg.Client, clients: readonly string[] = CLIENT_CODES): Promise<void> {
  await owner.query("select set_config('app.clients', $1::text[]::text, true)", [clients])
  const { rows } = await owner.query<{ code: string }>('select code from regions order by code')
  const items: BookItem[] = [
    ...carrierServices(
      rows.map(({ code }) => code),
      null,
    ),
    ...['EVRI', 'DPD', 'RMG'].map((key): BookItem => ({
      kind: 'capacity',
      key,
      content: {
        capacities: [{ slots: Array.from({ length: 7 }, () => PLENTY), effectiveFrom: null, effectiveBetween: null }],
      },
    })),
  ]
  const json = JSON.stringify(items.map(({ kind, key, content }) => ({ kind, item_key: key, content })))
  await owner.query('insert into rule_book_heads select unnest($1::text[]), 1', [clients])
  await owner.query(
    `insert into rule_books (client_code, version, published_at, by_name, summary, changes)
     select unnest($1::text[]), 1, now(), 'bench', 'Set up', $2`,
    [clients, items.length],
  )
  await owner.query(
    `insert into rule_book_items (client_code, kind, item_key, from_version, content, holds_from)
     select client, kind, item_key, 1, content, null from unnest($1::text[]) as client, jsonb_to_recordset($2::jsonb) as i (kind text, item_key text, content jsonb)`,
    [clients, json],
  )
  await owner.query(
    `update skus set weight = 200 + s.position * 37 % 3000, length = 100 + s.position * 13 % 400, volume = 500 + s.position * 91 % 9000
     from unnest($1::text[]) with ordinality as s (code, position) where sku_code = s.code`,
    [BENCH_SKUS.map(({ code }) => code)],
  )
}
