import type pg from 'pg'

const MAX_TRIES = 10
const CHANGED_MEANWHILE = '40001'

/**
 * Deletes orders of clients whose numbers begin so, with what was allocated of them; again where an order that is still under
 * way when a load ends takes capacity meanwhile.
 */
export async function forgetOrders(owner: pg.Client, clients: readonly string[], prefix: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await forgetAtOnce(owner, clients, prefix)
      return
    } catch (error) {
      await owner.query('rollback')
      if ((error as { code?: unknown }).code !== CHANGED_MEANWHILE || attempt === MAX_TRIES) throw error
    }
  }
}

async function forgetAtOnce(owner: pg.Client, clients: readonly string[], prefix: string): Promise<void> {
  // Of one moment: an order that is still under way when a load ends is not met with half of it gone.
  await owner.query('begin isolation level repeatable read')
  await owner.query("select set_config('app.clients', $1::text[]::text, true)", [clients])
  for (const name of ['consignments', 'order_history', 'order_lines', 'order_search', 'orders'])
    await owner.query(`delete from ${name} where client_code = any ($1) and starts_with(order_number, $2)`, [
      clients,
      prefix,
    ])
  await owner.query('update capacity_usage set parcels = 0 where client_code = any ($1)', [clients])
  await owner.query('commit')
}
