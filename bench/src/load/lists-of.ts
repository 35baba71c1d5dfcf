import type pg from 'pg'
import { baseOf } from '../compare.ts'
import type { Server } from './processes.ts'
import type { Load } from './workload.ts'

/** What is measured, over how many seconds each time, and how often. */
export type Target = { product: Server; owner: pg.Client; seconds: number; rounds: number }

/** Makes the load of one client's people who ask the product for lists. */
export async function listsOf(target: Omit<Target, 'rounds'>): Promise<(client: string) => Omit<Load, 'connections'>> {
  const base = await baseOf('list', target)
  return (client) => ({
    ...base,
    side: 'product',
    url: target.product.url,
    clients: base.clients.filter(({ code }) => code === client),
  })
}
