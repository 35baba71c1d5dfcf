import type pg from 'pg'
import { baseOf } from '../compare.ts'
import type { Server } from './processes.ts'
import type { Load } from './workload.ts'

/** The server to measure, the seconds of each measurement, and the number of rounds. */
export type Target = { product: Server; owner: pg.Client; seconds: number; rounds: number }

/** Returns a function that makes the load of one client's users who read lists. */
export async function listsOf(target: Omit<Target, 'rounds'>): Promise<(client: string) => Omit<Load, 'connections'>> {
  const base = await baseOf('list', target)
  return (client) => ({
    ...base,
    side: 'product',
    url: target.product.url,
    clients: base.clients.filter(({ code }) => code === client),
  })
}
