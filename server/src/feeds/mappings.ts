import type { feeds as routes } from '@despatch/contract/feeds/feeds'
import { type ColumnMapping, mappingFor } from '@despatch/contract/feeds/mapping'
import { mayCall } from '@despatch/contract/route/may-call'
import type { RouteAnswer, RouteChecked } from '@despatch/contract/route/types'
import { FEED_LEAVES, FEEDS, type Feed } from '@despatch/domain/feeds/feed-fields'
import type { Context } from '../http/context.ts'
import { AppError, refuseFields } from '../process/app-error.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { db } from '../database/sql.ts'
import type { Transaction } from '../database/transaction.ts'

/**
 * Lists the client's saved column mappings of the feeds that the caller may see, by name. Skips mappings that this
 * version can no longer read.
 */
export async function listMappings({
  transaction,
  client,
  caller,
}: Context): Promise<RouteAnswer<typeof routes.mappings>> {
  const seen = FEEDS.filter((feed) => mayCall({ reads: [FEED_LEAVES[feed]] }, caller.permissions))
  const rows = await transaction.rows(
    db
      .selectFrom('column_mappings')
      .select(['feed', 'name', 'mapping'])
      .where('client_code', '=', client)
      .where('feed', 'in', seen)
      .orderBy('feed')
      .orderBy('name'),
  )
  return {
    mappings: rows.flatMap(({ feed, name, mapping }) => {
      const read = mappingFor(feed).safeParse(mapping)
      return read.success ? [{ feed, name, mapping: read.data }] : []
    }),
  }
}

/**
 * Saves a column mapping, replacing one of the same name.
 * @throws AppError (403) if the caller may not feed this feed; (400) if it names fields of another feed or lacks a
 *  required column
 */
export async function saveMapping(
  context: Context,
  { params: { feed, name }, body }: RouteChecked<typeof routes.saveMapping>,
): Promise<RouteAnswer<typeof routes.saveMapping>> {
  const { transaction, client, caller } = context
  if (!mayCall({ edits: [FEED_LEAVES[feed]] }, caller.permissions))
    throw new AppError('unauthorized_access', 'You don’t have access to this. Ask your administrator.')
  const read = mappingFor(feed).safeParse(body)
  if (!read.success)
    throw refuseFields(read.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })))
  context.audited.push('feed.mapping-saved')
  await upsertMapping(transaction, {
    context,
    key: { client, feed, name },
    mapping: read.data,
    userId: caller.userId,
    byName: caller.username,
  })
  return { message: `The mapping ${name} is saved.` }
}

type MappingKey = { client: string; feed: Feed; name: string }

/** Writes a mapping and its audit row. */
export async function upsertMapping(
  transaction: Transaction,
  input: {
    context: { now: Date; requestId: string }
    key: MappingKey
    mapping: ColumnMapping
    userId: number | null
    byName: string
  },
): Promise<void> {
  const { key, mapping } = input
  const before = await findMapping(transaction, key)
  await transaction.write(
    db
      .insertInto('column_mappings')
      .values({ client_code: key.client, feed: key.feed, name: key.name, mapping: JSON.stringify(mapping) })
      .onConflict((conflict) =>
        conflict.columns(['client_code', 'feed', 'name']).doUpdateSet({ mapping: JSON.stringify(mapping) }),
      ),
  )
  await writeAudit(transaction, {
    ...input,
    clientCode: key.client,
    act: 'feed.mapping-saved',
    object: `${key.feed} mapping ${key.name}`,
    before,
    after: mapping,
  })
}

/** Finds a mapping; undefined if there is none of that name or this version can no longer read it. */
export async function findMapping(
  transaction: Transaction,
  { client, feed, name }: MappingKey,
): Promise<ColumnMapping | undefined> {
  const row = await transaction.row(
    db
      .selectFrom('column_mappings')
      .select('mapping')
      .where('client_code', '=', client)
      .where('feed', '=', feed)
      .where('name', '=', name),
  )
  return row && mappingFor(feed).safeParse(row.mapping).data
}

export async function listMappingNames(
  transaction: Transaction,
  { client, feed }: { client: string; feed: Feed },
): Promise<string[]> {
  const rows = await transaction.rows(
    db
      .selectFrom('column_mappings')
      .select('name')
      .where('client_code', '=', client)
      .where('feed', '=', feed)
      .orderBy('name'),
  )
  return rows.map(({ name }) => name)
}
