import type pg from 'pg'

/** Values for the calls, taken from the database. */
export type Samples = {
  /** The client with most orders; its number of orders, and that of all clients. */
  readonly client: string
  readonly orders: number
  readonly allOrders: number
  readonly parcels: number
  /** Its SKUs: in one to three orders, in none, and in most. */
  readonly rareSku: string
  readonly unsoldSku: string
  readonly commonSku: string
  /** A customer and one of their orders. */
  readonly person: { number: string; first: string; last: string; phone: string; email: string; postCode: string }
  /** The most frequent values of its orders. */
  readonly frequent: { first: string; last: string; town: string; postCode: string }
  readonly carrier: string
  readonly service: string
}

/** Chooses the values. Reads some tables completely. */
export async function drawSamples(owner: pg.Client): Promise<Samples> {
  await owner.query("select set_config('app.clients', array_agg(client_code)::text, false) from clients")
  const one = async <Row extends object>(sql: string, values: unknown[] = []) =>
    (await owner.query<Row>(sql, values)).rows[0] as Partial<Row> | undefined
  const largest = await one<{ client: string; orders: number }>(
    'select client_code as client, count(*)::int as orders from orders group by 1 order by 2 desc limit 1',
  )
  const { client = '', orders = 0 } = largest ?? {}
  const all = await one<{ orders: number; parcels: number }>(
    'select (select count(*)::int from orders) as orders, (select count(*)::int from parcels) as parcels',
  )
  const most = async (column: string, table = 'orders') =>
    (
      await one<{ value: string }>(
        `select ${column} as value from ${table} where client_code = $1 and ${column} <> '' group by 1 order by count(*) desc limit 1`,
        [client],
      )
    )?.value ?? ''
  const sold = await one<{ rare: string; unsold: string; common: string }>(
    `with sold as (
       select s.sku_code, count(l.order_number) as lines from skus s left join order_lines l using (client_code, sku_code)
       where client_code = $1 group by 1
     )
     select (select sku_code from sold where lines between 1 and 3 order by lines desc, sku_code limit 1) as rare,
       (select sku_code from sold where lines = 0 order by sku_code limit 1) as unsold,
       (select sku_code from sold order by lines desc, sku_code limit 1) as common`,
    [client],
  )
  const person = await one<Samples['person']>(
    `select order_number as number, customer_first_name as first, customer_last_name as last, phone, email, post_code as "postCode"
     from orders where client_code = $1 and country = 'GB'
     order by (phone <> '' and email <> '') desc, abs(extract(epoch from ordered_at - now() + interval '200 days')) limit 1`,
    [client],
  )
  const { number = '', first = '', last = '', phone = '', email = '', postCode = '' } = person ?? {}
  return {
    client,
    orders,
    allOrders: all?.orders ?? 0,
    parcels: all?.parcels ?? 0,
    rareSku: sold?.rare ?? '',
    unsoldSku: sold?.unsold ?? 'NEVER-SOLD',
    commonSku: sold?.common ?? '',
    person: { number, first, last, phone, email, postCode },
    frequent: {
      first: await most('customer_first_name'),
      last: await most('customer_last_name'),
      town: await most('address_line_3'),
      postCode: await most('post_code'),
    },
    carrier: await most('carrier', 'parcels'),
    service: await most('carrier_service', 'parcels'),
  }
}
