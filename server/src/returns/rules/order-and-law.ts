import type { returns as routes } from '@despatch/contract/returns/rules/returns'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { holdReturnsBook, saveReturns } from './publish-returns.ts'

/** Sets the order of the rules; those that are not named come last. Throws an AppError (404, 409), and as {@link saveReturns} does. */
export async function reorderRules(
  context: Context,
  { query, body }: RouteChecked<typeof routes.reorder>,
): Promise<RouteAnswer<typeof routes.reorder>> {
  const draft = query.draft === true
  const held = await holdReturnsBook(context, draft)
  const there = new Set(held.book.rules.map(({ id }) => id))
  const missing = body.rules.find((id) => !there.has(id))
  if (missing !== undefined) throw new AppError('not_found', `There is no ${missing}, or it was deleted meanwhile.`)
  const rules = [...new Set([...body.rules, ...there])]
  const changes = [{ kind: 'order' as const, key: '', content: { rules } }]
  return saveReturns(
    context,
    held,
    { summary: 'Order of rules changed', changes, ...knownOf('order', body) },
    { draft, overrideReason: body.overrideReason },
  )
}

/** Sets whose law the book is checked by. Throws an AppError (409), and as {@link saveReturns} does. */
export async function setReturnsLaw(
  context: Context,
  { query, body }: RouteChecked<typeof routes.settings>,
): Promise<RouteAnswer<typeof routes.settings>> {
  const draft = query.draft === true
  const held = await holdReturnsBook(context, draft)
  const changes = [{ kind: 'settings' as const, key: '', content: { law: body.law } }]
  return saveReturns(
    context,
    held,
    { summary: `Law set to ${body.law}`, changes, ...knownOf('settings', body) },
    { draft, overrideReason: body.overrideReason },
  )
}

/** What a caller knows of the order or the law: the version of the book, and when the draft changed it last. */
const knownOf = (
  key: string,
  { version, draftAt }: { version?: number | undefined; draftAt?: string | null | undefined },
) => ({
  known: [{ key, draftAt }],
  knownBook: version,
})
