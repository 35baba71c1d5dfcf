import type pg from 'pg'

export type FloorOrder = {
  client: string
  orderNo: string
  customerFirstName: string
  customerLastName: string
  email: string
  phone: string
  addressLine1: string
  addressLine3: string
  postCode: string
  items: { SKU: string; quantity: number }[]
}

const ORDER = `insert into orders (client_code, order_number, status, source, ordered_at, dispatch_service, despatch_date,
  customer_first_name, customer_last_name, email, phone, country, address_line_1, address_line_3, post_code, quantity,
  item_count, total_value, currency_code, created_at, created_by)
values ($1, $2, 'N', 'portal', $3, 'STANDARD', $4, $5, $6, $7, $8, 'GB', $9, $10, $11, $12, $13, $14, $15, $3, 'floor')`
const HISTORY = `insert into order_history (client_code, order_number, version, at, by_name, act, status)
values ($1, $2, 1, $3, 'floor', 'Created', 'N')`
const AUDIT = `insert into audit (client_code, at, user_id, by_name, act, object, after, request_id)
values ($1, $2, 1, 'floor', 'order.created', $3, $4, '')`

/** The six statements of the product's create, in one transaction and the same three round trips. */
export async function createOrder(pool: pg.Pool, body: FloorOrder): Promise<void> {
  const client = await pool.connect()
  let broken = false
  try {
    const key = [body.client, body.orderNo]
    const [, skus, clients] = await Promise.all([
      client.query('begin'),
      client.query<{ sku_code: string; unit_value: string }>(
        'select sku_code, unit_value from skus where client_code = $1 and sku_code = any ($2::text[])',
        [body.client, body.items.map(({ SKU }) => SKU)],
      ),
      client.query<{ currency_code: string }>('select currency_code from clients where client_code = $1', [
        body.client,
      ]),
    ])
    const prices = new Map(skus.rows.map(({ sku_code, unit_value }) => [sku_code, Number(unit_value)]))
    const lines = body.items.map(({ SKU, quantity }, index) => {
      const price = prices.get(SKU) ?? 0
      return [...key, index + 1, SKU, quantity, price.toFixed(4), (price * quantity).toFixed(4)]
    })
    const now = new Date()
    const quantity = body.items.reduce((sum, item) => sum + item.quantity, 0)
    const total = lines.reduce((sum, line) => sum + Number(line[6]), 0)
    await Promise.all([
      client.query(ORDER, [
        ...key,
        now,
        now.toISOString().slice(0, 10),
        body.customerFirstName,
        body.customerLastName,
        body.email,
        body.phone,
        body.addressLine1,
        body.addressLine3,
        body.postCode,
        quantity,
        lines.length,
        total.toFixed(4),
        clients.rows[0]?.currency_code,
      ]),
      client.query(linesText(lines.length), lines.flat()),
      client.query(HISTORY, [...key, now]),
      client.query(AUDIT, [body.client, now, `order ${body.orderNo}`, JSON.stringify({ orderNumber: body.orderNo })]),
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => (broken = true))
    throw error
  } finally {
    client.release(broken)
  }
}

function linesText(count: number): string {
  const rows = Array.from({ length: count }, (_, row) => {
    const places = Array.from({ length: 7 }, (_, column) => `$${row * 7 + column + 1}`)
    return `(${places.join(', ')})`
  })
  return `insert into order_lines (client_code, order_number, line_number, sku_code, quantity, unit_value, total_value)
values ${rows.join(', ')}`
}
