import type { home as routes } from '@despatch/contract/route/home'
import { mayCall } from '@despatch/contract/route/may-call'
import type { RouteAnswer } from '@despatch/contract/route/types'
import { clientsOpenTo } from '../http/authentication/open-session.ts'
import type { Context } from '../http/context.ts'
import { doneToday } from './done-today.ts'
import type { HomeCount } from './home-count.ts'

/** What waits for the caller, of what they may act on. */
export async function counts(context: Context): Promise<RouteAnswer<typeof routes.counts>> {
  const { caller, services } = context
  const mine = services.homeCounts.flatMap((one) => {
    const { route, list = route, isOperators } = one
    const clients = clientsOf(route, context) && clientsOf(list, context)
    const isMine = (route.shows ?? []).every((key) => caller.sees[key]) && (!isOperators || caller.isInternal)
    return clients && isMine ? [{ one, within: { ...context, clients } }] : []
  })
  const counted = await Promise.all(
    mine.filter(({ one }) => !one.isOperators).map(({ one, within }) => countOf(one, within)),
  )
  // One after another behind the others: they change whose rows the transaction sees.
  for (const { one, within } of mine) if (one.isOperators) counted.push(await countOf(one, within))
  const done = await doneToday(context)
  return { counts: counted.filter(({ count }) => count > 0), done }
}

/** The clients of the call that a number is of, as its list is: some may withhold that menu entry. Undefined where the caller may not list it. */
function clientsOf(
  { permission }: Pick<HomeCount['route'], 'permission'>,
  { caller, clients }: Context,
): string[] | undefined {
  const open = clientsOpenTo(permission, caller)
  if (!open) return mayCall(permission, caller.permissions) ? clients : undefined
  const mine = clients.filter((code) => open.includes(code))
  return mine.length > 0 ? mine : undefined
}

async function countOf({ name, count }: HomeCount, context: Context) {
  return { name, urgent: 0, amounts: [], ...((await count(context)) ?? { count: 0 }) }
}
