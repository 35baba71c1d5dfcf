import type { allocation as routes } from '@despatch/contract/routing/allocation/allocation'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { dayOf } from '@despatch/domain/calendar/day'
import type { BookContents, ItemChange } from '@despatch/domain/routing/rule-book/book-items'
import { isSameJson } from '@despatch/domain/text/same-json'
import { sql } from 'kysely'
import type { Context } from '../../http/context.ts'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { missingEditRights } from './book-rights.ts'
import { bookChanged } from './changed-meanwhile.ts'
import { type BookDraft, publishPrices } from './publish.ts'
import { changedByReturn, noSuchVersion } from './rule-book-version.ts'

/**
 * Publishes a version with the content of an earlier one. domain.md: 'any version can be brought back'. Throws an
 * AppError: 409 if the caller's version is outdated; 404 for a version that never existed; 400 if nothing would change;
 * 403 if it changes items that the caller may not edit on their own screens.
 */
export async function bringBack(
  context: Context,
  { params, body }: RouteChecked<typeof routes.bringBack>,
): Promise<RouteAnswer<typeof routes.bringBack>> {
  return publishPrices(context, (inForce) =>
    bringBackDraft(context, { version: Number(params.version), inForce, body }),
  )
}

async function bringBackDraft(
  context: Context,
  { version, inForce, body }: { version: number; inForce: number; body: RouteChecked<typeof routes.bringBack>['body'] },
): Promise<BookDraft> {
  const { transaction, client, caller, now } = context
  if (version > inForce) throw noSuchVersion(version)
  if (body.version !== inForce) throw await bookChanged(context, inForce)
  const changes = await changesBackTo(transaction, client, version)
  if (changes.length === 0)
    throw new AppError(
      'bad_request',
      version === inForce
        ? `Version ${version} is already the current version. Choose an earlier one.`
        : `The carrier rules already match version ${version}. Choose another version.`,
    )
  const lacking = missingEditRights(caller, changes)
  if (lacking)
    throw new AppError(
      'unauthorized_access',
      `To restore version ${version}, you need 'Edit' on ${lacking}. Ask your administrator.`,
    )
  const today = dayOf(now)
  return {
    summary: `Version ${version} restored`,
    changes: changes.map((change) => (changesPrices(change) ? { ...change, holdsFrom: today } : change)),
    known: [],
    broughtBack: version,
    note: body.note,
    acknowledged: body.acknowledged,
  }
}

const changesPrices = ({ kind, content, before }: RestoredItem) =>
  kind === 'method' && !isSameJson(pricingOf(content), pricingOf(before))

const pricingOf = (method: object | null) => (method as BookContents['method'] | null)?.pricing ?? null

/** An item of the earlier version, with the current content in `before`. */
type RestoredItem = ItemChange & { readonly before: object | null }

/** The changes that restore the content of an earlier version. */
function changesBackTo(transaction: Transaction, client: string, version: number): Promise<RestoredItem[]> {
  return transaction.rows(
    sql<RestoredItem>`
      select kind, item_key as key, after as content, before
      from (${changedByReturn(client, version)}) as changed
      order by kind, item_key`.compile(db),
  )
}
