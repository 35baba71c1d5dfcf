import type { home as routes } from '@despatch/contract/route/home'
import { mayCall } from '@despatch/contract/route/may-call'
import type { RouteAnswer } from '@despatch/contract/route/types'
import type { Context } from '../http/context.ts'
import type { HomeCount } from './home-count.ts'

/** What waits for the caller, of what they may act on. */
export async function counts(context: Context): Promise<RouteAnswer<typeof routes.counts>> {
  const { caller, services } = context
  const mine = services.homeCounts.filter(
    ({ route: { permission, shows = [] }, isOperators }) =>
      mayCall(permission, caller.permissions) &&
      shows.every((key) => caller.sees[key]) &&
      (!isOperators || caller.isInternal),
  )
  const counted = await Promise.all(mine.filter(({ isOperators }) => !isOperators).map((one) => countOf(one, context)))
  // One after another behind the others: they change whose rows the transaction sees.
  for (const one of mine.filter(({ isOperators }) => isOperators)) counted.push(await countOf(one, context))
  return { counts: counted.filter(({ count }) => count > 0) }
}

async function countOf({ name, count }: HomeCount, context: Context) {
  return { name, urgent: 0, amounts: [], ...((await count(context)) ?? { count: 0 }) }
}
