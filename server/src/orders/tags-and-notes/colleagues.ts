import { orders as routes } from '@despatch/contract/orders/orders'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { sql } from 'kysely'
import { type Reader, findReportReaders } from '../../administration/users/report-readers.ts'
import type { Context } from '../../http/context.ts'

/** Who may see orders of some clients, as far as the caller may know of them: to those who do not see names of staff these are nobody. */
export function readersOf(context: Context, clients: readonly string[]): Promise<Reader[]> {
  const which = context.caller.sees.staffNames ? sql<boolean>`true` : sql<boolean>`not r.is_internal`
  return findReportReaders(context.transaction, which, { permission: routes.consolidated.permission, clients })
}

/** Who can be mentioned, or have orders of the call's clients assigned: those who may see the orders of all of them. */
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
