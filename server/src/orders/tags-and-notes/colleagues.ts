import { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { sql } from 'kysely'
import { type Reader, findReportReaders } from '../../administration/users/report-readers.ts'
import type { Context } from '../../http/context.ts'

/** Users who may see orders of the clients; empty for callers who may not see staff names. */
export function readersOf(context: Context, clients: readonly string[]): Promise<Reader[]> {
  const which = context.caller.sees.staffNames ? sql<boolean>`true` : sql<boolean>`not r.is_internal`
  return findReportReaders(context.transaction, which, { permission: routes.consolidated.permission, clients })
}

/** Users who can be mentioned or assigned: those who may see orders of all clients of the call. */
export async function colleagues(context: Context): Promise<RouteAnswer<typeof routes.colleagues>> {
  const readers = await readersOf(context, context.clients)
  return {
    colleagues: readers.map(({ userId, name, isInternal }) => ({
      userId: String(userId),
      username: name,
      isStaff: isInternal,
      isMe: userId === context.caller.userId,
    })),
  }
}
