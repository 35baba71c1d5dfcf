import { randomUUID } from 'node:crypto'
import type { allocation as routes } from '@despatch/contract/routing/allocation/allocation'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { ItemChange } from '@despatch/domain/routing/rule-book/book-items'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { audit } from '../../audit/write-audit.ts'
import { db } from '../../database/sql.ts'
import { itemsInForce } from '../rule-book/book-items.ts'
import { versionInForce } from '../rule-book/rule-book-cache.ts'
import { toBookDraft } from '../rule-book/drafts.ts'
import { missingEditRights } from '../rule-book/book-rights.ts'
import { itemChanged } from '../rule-book/changed-meanwhile.ts'
import { type BookDraft, isOutdated } from '../rule-book/publish.ts'
import { presentWhatIf } from './what-if-present.ts'

/** The limit per user, for all clients together. */
const MAX_AT_ONCE = 2
/** A small what-if has finished by then. */
const ASK_AGAIN_SECONDS = 5

/**
 * Starts a what-if of a draft on current consignments of the last `days` days of despatch and later; a job calculates
 * it. The rule book does not change. Throws an AppError: what saving the draft would throw; 403 for items that the
 * caller may not edit; 429 while the caller has two unfinished what-ifs.
 */
export async function startWhatIf(
  context: Context,
  { body: { draft, days } }: RouteChecked<typeof routes.startWhatIf>,
): Promise<RouteAnswer<typeof routes.startWhatIf>> {
  const { transaction, client, caller, now, services } = context
  const bookDraft = await toBookDraft(context, draft)
  refuseForbidden(context, bookDraft.changes)
  await refuseOutdated(context, bookDraft)
  const owner = String(caller.userId)
  if ((await services.jobs.unfinishedOf(transaction, 'what-if', owner)) >= MAX_AT_ONCE)
    throw new AppError('too_many_attempts', 'Two of your trials are still running. Wait for one or cancel it.', {
      retryAfterSeconds: ASK_AGAIN_SECONDS,
    })
  const id = randomUUID()
  const row = await transaction.writeRow(
    db
      .insertInto('what_ifs')
      .values({
        client_code: client,
        what_if_id: id,
        user_id: caller.userId,
        at: now,
        draft: JSON.stringify(draft),
        changes: JSON.stringify(bookDraft.changes),
        rule_book_version: await versionInForce(transaction, client),
        days,
        since: addDays(dayOf(now), 1 - days),
      })
      .returningAll(),
  )
  if (!row) throw new Error('The trial was not saved')
  await services.jobs.send(transaction, { queue: 'what-if', id, owner, data: { client, whatIfId: id } })
  await audit(context, {
    clientCode: client,
    act: 'rule-book.tried',
    object: `${bookDraft.summary}: ${days} ${days === 1 ? 'day' : 'days'}`,
    record: `rule-book:${client}`,
  })
  return presentWhatIf(row, now)
}

/** A what-if shows its effect on all of the client's consignments, so it needs the permission to save the draft. */
function refuseForbidden({ caller }: Context, changes: readonly ItemChange[]): void {
  const lacking = missingEditRights(caller, changes)
  if (lacking) throw new AppError('unauthorized_access', `You need 'Edit' on ${lacking} to try this.`)
}

/** Throws an AppError (409) if an item of the draft has changed since the caller read it. */
async function refuseOutdated(context: Context, { known }: BookDraft): Promise<void> {
  const { transaction, client } = context
  const ofKind = Map.groupBy(known, ({ kind }) => kind)
  for (const [kind, places] of ofKind) {
    const keys = places.map(({ key }) => key)
    const items = await itemsInForce(transaction, client, kind, keys)
    const versions = new Map(items.map(({ key, version }) => [key, version]))
    const old = places.find(({ key, version }) => isOutdated(version, versions.get(key) ?? 0))
    if (old) throw await itemChanged(context, old)
  }
}
