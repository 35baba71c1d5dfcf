import type { returns as routes } from '@despatch/contract/returns/rules/returns'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { lockReturnsBook, saveReturnsBook } from './publish-returns.ts'

/**
 * Sets the order of the rules; unlisted rules come last.
 *
 * @throws AppError 404, 409, and as {@link saveReturnsBook}
 */
export async function reorderRules(
  context: Context,
  { query, body }: RouteChecked<typeof routes.reorder>,
): Promise<RouteAnswer<typeof routes.reorder>> {
  const draft = query.draft === true
  const locked = await lockReturnsBook(context, draft)
  const existing = new Set(locked.book.rules.map(({ id }) => id))
  const missing = body.rules.find((id) => !existing.has(id))
  if (missing !== undefined) throw new AppError('not_found', `${missing} not found. It may have been deleted.`)
  const rules = [...new Set([...body.rules, ...existing])]
  const changes = [{ kind: 'order' as const, key: '', content: { rules } }]
  return saveReturnsBook(
    context,
    locked,
    { summary: 'Order of rules changed', changes, ...versionsSeen('order', body) },
    { draft, overrideReason: body.overrideReason },
  )
}

/**
 * Sets the law that the book is checked against.
 *
 * @throws AppError 409, and as {@link saveReturnsBook}
 */
export async function setReturnsLaw(
  context: Context,
  { query, body }: RouteChecked<typeof routes.settings>,
): Promise<RouteAnswer<typeof routes.settings>> {
  const draft = query.draft === true
  const locked = await lockReturnsBook(context, draft)
  const changes = [{ kind: 'settings' as const, key: '', content: { law: body.law } }]
  return saveReturnsBook(
    context,
    locked,
    { summary: `Law set to ${body.law}`, changes, ...versionsSeen('settings', body) },
    { draft, overrideReason: body.overrideReason },
  )
}

/** What the caller saw of the order or the law: the version of the book, and when the draft last changed it. */
const versionsSeen = (
  key: string,
  { version, draftAt }: { version?: number | undefined; draftAt?: string | null | undefined },
) => ({
  expected: [{ key, draftAt }],
  expectedBook: version,
})
