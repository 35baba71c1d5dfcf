import type { allClients as routes } from '@despatch/contract/routing/all-clients/all-clients'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import type { ItemChange } from '@despatch/domain/routing/rule-book/book-items'
import { sql } from 'kysely'
import { changedByVersion } from '../../database/tables/versioned-items.ts'
import { db } from '../../database/sql.ts'
import type { Context, StreamingContext } from '../../http/context.ts'
import { permissionsFor } from '../../http/authentication/open-session.ts'
import { NOT_SHOWN } from '../../http/shown-answer.ts'
import { AppError } from '../../process/app-error.ts'
import { missingEditRights } from '../rule-book/book-rights.ts'
import { type BookDraft, publishPrices } from '../rule-book/publish.ts'
import { changeEach, outcomeMessage } from './change-clients.ts'

/**
 * Undoes versions that the caller published, with a new version in a separate transaction for each client. A client
 * stays as it is if one of the items has changed again since; the answer gives the reason.
 */
export async function undoChange(
  context: StreamingContext,
  { body }: RouteChecked<typeof routes.undo>,
): Promise<RouteAnswer<typeof routes.undo>> {
  const versionOf = new Map(body.versions.map(({ client, version }) => [client, version]))
  const clients = await changeEach(context, [...versionOf.keys()], (at) =>
    publishPrices(at, async () => ({
      ...(await undoDraft(at, versionOf.get(at.client) ?? 0)),
      note: body.note,
      acknowledged: body.acknowledged,
    })),
  )
  return { message: outcomeMessage(clients, 'Undone'), clients }
}

type Change = ItemChange & { isThere: boolean; isChangedSince: boolean }

async function undoDraft({ transaction, client, caller }: Context, version: number): Promise<BookDraft> {
  const [published, changes] = await Promise.all([
    transaction.row(
      db
        .selectFrom('rule_books')
        .select('summary')
        .where('client_code', '=', client)
        .where('version', '=', version)
        .where('user_id', '=', caller.userId),
    ),
    transaction.rows(
      sql<Change>`
        select changed.kind, changed.item_key as key, changed.before as content, now.holds_from::text as "holdsFrom",
          now.item_key is not null as "isThere",
          now.from_version is distinct from (case when changed.after is null then null else ${version}::int end)
            as "isChangedSince"
        from (${changedByVersion('rule_book_items', client, version)}) as changed
        left join rule_book_items now on now.client_code = ${client} and now.kind = changed.kind
          and now.item_key = changed.item_key and now.to_version is null
        order by changed.kind, changed.item_key`.compile(db),
    ),
  ])
  if (!published || changes.length === 0)
    throw new AppError('not_found', `You have no version ${version} in the carrier rules of ${client}.`)
  const lacking = missingEditRights({ permissions: permissionsFor(caller, client) }, changes)
  if (lacking) throw new AppError('unauthorized_access', `You no longer have 'Edit' on ${lacking}.`)
  if (changes.some(({ isChangedSince }) => isChangedSince))
    throw new AppError('version_conflict', 'It has changed since, so it was left unchanged.')
  const sees = caller.seesOf[client] ?? caller.roleSees
  if (changes.some(({ kind }) => kind === 'method') && !(sees.costs && sees.otherMethods))
    throw new AppError('unauthorized_access', NOT_SHOWN)
  return {
    summary: `Undone: ${published.summary}`,
    // A method that comes back gets the usual first day: the prices that it ended with stay in force for their own
    // days.
    changes: changes.map(({ isChangedSince: _known, isThere, ...change }) =>
      isThere ? change : { ...change, holdsFrom: undefined },
    ),
    known: [],
  }
}
