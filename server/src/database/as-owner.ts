import pg from 'pg'
import { endWhenIdle, KEEP_ALIVE, MAX_IDLE_MS } from './faults/held-transactions.ts'

/**
 * Runs work as the database's owner, in one transaction: committed when it returns, rolled back when it throws. Forced
 * row-level security binds the owner too: the work sets `app.clients` for what it touches of clients.
 */
export async function asOwner<Result>(ownerUrl: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query(`begin; ${endWhenIdle(MAX_IDLE_MS)}; ${KEEP_ALIVE}`)
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    await client.end()
  }
}
