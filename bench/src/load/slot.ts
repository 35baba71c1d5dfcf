import type { BookItem } from '@despatch/domain/routing/rule-book/book-items'
import { carrierItem, capacityItem, methodItem } from '@despatch/server/testing/rule-books'
import type pg from 'pg'
import { BENCH_SKUS } from '../datasets/dataset.ts'
import { forgetOrders } from '../datasets/forget-orders.ts'
import type { Server } from './processes.ts'
import { signIn } from './sign-in.ts'
import { whole } from '../table.ts'

const CLIENT = 'B20'
const ORDERS = 1000
const SLOT = 500
const PREFIX = 'SLOT-'

/**
 * Creates a thousand orders at once over HTTP, for a client whose cheaper carrier takes five hundred parcels a day.
 * Exactly five hundred must get it, in the answers, in the stored orders and in the counted capacity. Returns the
 * failures.
 */
export async function measureSlot(product: Server, owner: pg.Client): Promise<string[]> {
  const token = await signIn(product, CLIENT)
  // Row-level security of these tables applies to the owner too.
  await owner.query("select set_config('app.clients', $1::text[]::text, false)", [[CLIENT]])
  await publishBook(owner, CLIENT, [
    carrierItem('CHEAP'),
    carrierItem('DEAR'),
    methodItem('M1', 'CHEAP', 10_000),
    methodItem('M2', 'DEAR', 20_000),
    capacityItem('CHEAP', SLOT),
  ])
  await forgetOrders(owner, [CLIENT], PREFIX)
  try {
    const began = performance.now()
    const carriers = await Promise.all(
      Array.from({ length: ORDERS }, (_, index) => create(product, token, `${PREFIX}${index}`)),
    )
    const seconds = (performance.now() - began) / 1000
    const { rows } = await owner.query<{ kept: number; counted: number }>(
      `select (select count(*) from consignments where client_code = $1 and carrier = 'CHEAP')::int as kept,
         (select sum(parcels) from capacity_usage where client_code = $1 and carrier = 'CHEAP')::int as counted`,
      [CLIENT],
    )
    const answered = carriers.filter((carrier) => carrier === 'CHEAP').length
    const { kept, counted } = rows[0] ?? {}
    console.log(
      `\n${whole(ORDERS)} orders at once against a slot of ${SLOT}: ${answered} answered it, ${kept} keep it, ${counted} are counted; ${whole(ORDERS / seconds)} orders/s`,
    )
    const isExact = [answered, kept, counted].every((figure) => figure === SLOT)
    return isExact ? [] : [`slot: ${answered} answered, ${kept} kept, ${counted} counted of ${SLOT}`]
  } finally {
    await forgetOrders(owner, [CLIENT], PREFIX)
  }
}

/** Creates an order of one parcel. Returns the carrier in the answer. Throws if it is refused. */
async function create(product: Server, token: string, orderNo: string): Promise<string | undefined> {
  const answer = await fetch(`${product.url}/api/orders/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', access_token: token, client: CLIENT },
    body: JSON.stringify({
      orderNo,
      customerFirstName: 'Chris',
      customerLastName: 'Name',
      email: 'name@example.com',
      addressLine1: '1 Station Road',
      postCode: 'LS1 1UR',
      items: [{ SKU: BENCH_SKUS[0]?.code, quantity: 1 }],
    }),
  })
  const body = (await answer.json()) as { routing?: { consignments: { carrier: string }[] } }
  if (!answer.ok) throw new Error(`${orderNo} was answered ${answer.status}: ${JSON.stringify(body)}`)
  return body.routing?.consignments[0]?.carrier
}

/** Publishes a new version of a client's rule book with only these items, because published versions never change. */
async function publishBook(owner: pg.Client, client: string, items: readonly BookItem[]): Promise<void> {
  const { rows } = await owner.query<{ version: number }>(
    `insert into rule_book_heads values ($1, 1)
     on conflict (client_code) do update set version = rule_book_heads.version + 1 returning version`,
    [client],
  )
  const version = rows[0]?.version
  await owner.query(
    `insert into rule_books (client_code, version, published_at, by_name, summary, changes)
     values ($1, $2, now(), 'bench', 'Made by the bench', $3)`,
    [client, version, items.length],
  )
  await owner.query('update rule_book_items set to_version = $2 where client_code = $1 and to_version is null', [
    client,
    version,
  ])
  await owner.query(
    `insert into rule_book_items (client_code, kind, item_key, from_version, content)
     select $1, kind, key, $2, content from jsonb_to_recordset($3) as i (kind text, key text, content jsonb)`,
    [client, version, JSON.stringify(items)],
  )
}
