import pg from 'pg'
import { endWhenIdle, KEEP_ALIVE, MAX_IDLE_MS } from './faults/held-transactions.ts'

/**
 * Runs work in one transaction as the database's owner. Row-level security is forced and binds the owner too, so work on clients
 * must set `app.clients`.
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
