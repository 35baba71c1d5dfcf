// The second floor: bare Fastify and pg, written for speed, with one prepared statement per answer. It has no session,
// row-level security, validation, presentation or allocation: a limit that no server with access control can reach.
import Fastify from 'fastify'
import { openFloorPool } from './floor-pool.ts'
import type { FloorOrder } from './floor-create.ts'
import { FLOOR_READS } from './reads.ts'

const pool = openFloorPool()

const ROW = `client_code, order_number, status, ordered_at, customer_first_name, customer_last_name, email, post_code, country,
  quantity, total_value, currency_code, dispatch_service, despatch_date`

const LIST = {
  one: `select ${ROW} from orders where client_code = $1 and ordered_at >= $2 and ordered_at < $3 and status = $4
    order by ordered_at desc, order_number desc limit 51`,
  many: `select ${ROW} from orders where client_code = $1 and ordered_at >= $2 and ordered_at < $3 and status = any ($4::text[])
    order by ordered_at desc, order_number desc limit 51`,
}

const ORDER = `select o.*,
  (select json_agg(l) from (
    select line_number, sku_code, quantity, unit_value, total_value from order_lines
    where client_code = $1 and order_number = $2 order by line_number limit 100
  ) l) as items,
  (select json_agg(h) from (
    select version, at, by_name, act, status, note from order_history
    where client_code = $1 and order_number = $2 order by version desc limit 200
  ) h) as history
  from orders o where client_code = $1 and order_number = $2`

const CREATE = `with asked as (
    select s.sku_code, i.quantity, s.unit_value, row_number() over () as line
    from json_to_recordset($9) as i ("SKU" text, quantity int)
    join skus s on s.client_code = $1 and s.sku_code = i."SKU"
  ), made as (
    insert into orders (client_code, order_number, status, source, ordered_at, dispatch_service, despatch_date,
      customer_first_name, customer_last_name, email, phone, country, address_line_1, address_line_3, post_code, quantity,
      item_count, total_value, currency_code, created_at, created_by)
    select $1, $2, 'N', 'portal', now(), 'STANDARD', current_date, $3, $4, $5, $6, 'GB', $7, $8, $10, sum(quantity),
      count(*), sum(quantity * unit_value), 'GBP', now(), 'floor' from asked
  ), lines as (
    insert into order_lines (client_code, order_number, line_number, sku_code, quantity, unit_value, total_value)
    select $1, $2, line, sku_code, quantity, unit_value, quantity * unit_value from asked
  ), history as (
    insert into order_history (client_code, order_number, version, at, by_name, act, status)
    values ($1, $2, 1, now(), 'floor', 'Created', 'N')
  )
  insert into audit (client_code, at, user_id, by_name, act, object, after, request_id)
  values ($1, now(), 1, 'floor', 'order.created', 'order ' || $2, json_build_object('orderNumber', $2::text), '')`

const app = Fastify({ keepAliveTimeout: 72_000 })

async function rowsOf(name: string, text: string, values: unknown[]): Promise<object[]> {
  return (await pool.query<object>({ name, text, values })).rows
}

type ListBody = { clients: string[]; from: string; until: string; status: string[] }
app.post<{ Body: ListBody }>('/api/orders/consolidated', async ({ body: { clients, from, until, status } }) => ({
  Orders:
    status.length === 1
      ? await rowsOf('list of one status', LIST.one, [clients[0], from, until, status[0]])
      : await rowsOf('list of several', LIST.many, [clients[0], from, until, status]),
}))

app.post<{ Body: { clients: string[]; orderNumber: string } }>(
  '/api/orders/search-order-by-order-number',
  async ({ body: { clients, orderNumber } }) => ({ Orders: await rowsOf('order', ORDER, [clients[0], orderNumber]) }),
)

app.post<{ Body: FloorOrder }>('/api/orders/create', async ({ body }) => {
  await rowsOf('create', CREATE, [
    body.client,
    body.orderNo,
    body.customerFirstName,
    body.customerLastName,
    body.email,
    body.phone,
    body.addressLine1,
    body.addressLine3,
    JSON.stringify(body.items),
    body.postCode,
  ])
  return { message: 'Data has been added', orderNumber: body.orderNo, version: 1 }
})

for (const [kind, { name, sql, values }] of Object.entries(FLOOR_READS))
  app.post<{ Body: { client: string } }>(`/reads/${kind}`, async ({ body }) => {
    const rows = await rowsOf(kind, sql, [body.client, ...values(body)])
    return kind === 'exceptions' ? rows : { [name]: rows }
  })

console.log(await app.listen({ port: 0, host: 'localhost' }))
