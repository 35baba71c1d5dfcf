import type pg from 'pg'

/** Deletes orders of clients whose numbers begin so, with what was allocated of them. */
export async function forgetOrders(owner: pg.Client, clients: readonly string[], prefix: string): Promise<void> {
  // Of one moment: an order that is still under way when a load ends is not met with half of it gone.
  await owner.query('begin isolation level repeatable read')
  await owner.query("select set_config('app.clients', $1::text[]::text, true)", [clients])
  for (const name of ['consignments', 'order_history', 'order_lines', 'orders'])
    await owner.query(`delete from ${name} where client_code = any ($1) and starts_with(order_number, $2)`, [
      clients,
      prefix,
    ])
  await owner.query('update capacity_usage set parcels = 0 where client_code = any ($1)', [clients])
  await owner.query('commit')
}
