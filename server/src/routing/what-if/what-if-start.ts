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
import { bookDraftOf } from '../rule-book/drafts.ts'
import { editLacking } from '../rule-book/book-rights.ts'
import { itemChanged } from '../rule-book/changed-meanwhile.ts'
import { type BookDraft, isOutdated } from '../rule-book/publish.ts'
import { presentWhatIf } from './what-if-present.ts'

/** Of one user, whichever clients they are for. */
const MAX_AT_ONCE = 2
/** A small one is done by then. */
const ASK_AGAIN_SECONDS = 5

/**
 * Begins to try a draft on the consignments that stand of the last days of despatch, and of those to come; a job reckons it.
 * Nothing of the rule book is changed. Throws what saving the draft would be refused for (a fault at its field, 404, 409);
 * an AppError (403) for a draft of what the caller may not change; and (429) while two of the caller's are under way.
 */
export async function startWhatIf(
  context: Context,
  { body: { draft, days } }: RouteChecked<typeof routes.startWhatIf>,
): Promise<RouteAnswer<typeof routes.startWhatIf>> {
  const { transaction, client, caller, now, services } = context
  const bookDraft = await bookDraftOf(context, draft)
  refuseForbidden(context, bookDraft.changes)
  await refuseOld(context, bookDraft)
  const owner = String(caller.userId)
  if ((await services.jobs.unfinishedOf(transaction, 'what-if', owner)) >= MAX_AT_ONCE)
    throw new AppError(
      'too_many_attempts',
      'Two of your what-ifs are under way: wait for one of them, or cancel one.',
      {
        retryAfterSeconds: ASK_AGAIN_SECONDS,
      },
    )
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
  if (!row) throw new Error('The what-if was not kept')
  await services.jobs.send(transaction, { queue: 'what-if', id, owner, data: { client, whatIfId: id } })
  await audit(context, {
    clientCode: client,
    act: 'rule-book.tried',
    object: `${bookDraft.summary}: ${days} ${days === 1 ? 'day' : 'days'}`,
    record: `rule-book:${client}`,
  })
  return presentWhatIf(row, now)
}

/** Who tries a change is shown what it does to all of the client's consignments: it takes what saving it takes. */
function refuseForbidden({ caller }: Context, changes: readonly ItemChange[]): void {
  const lacking = editLacking(caller, changes)
  if (lacking) throw new AppError('unauthorized_access', `You may not try this: it takes Edit of ${lacking}.`)
}

/** Throws an AppError (409) where an item that the draft knows has changed since, as saving it would. */
async function refuseOld(context: Context, { known }: BookDraft): Promise<void> {
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
