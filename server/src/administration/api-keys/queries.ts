import type { ApiKey, KeySort } from '@despatch/contract/administration/api-keys/api-keys'
import type { OwnerLoss } from '@despatch/domain/administration/api-keys/key-life'
import { type KeyFeed, type KeyState, stateOfKey } from '@despatch/domain/administration/api-keys/key-rules'
import { type RawBuilder, sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Caller } from '../../http/authentication/open-session.ts'
import { ownerFacts } from './key-owner.ts'
import type { KeyRow } from './key-row.ts'

type CallScope = { caller: Caller; clients: string[]; now: Date }

/**
 * Limits rows of `api_keys` to those that a call may see: keys of the selected clients and, for a client user, only if
 * all of a key's clients are theirs. An internal user with 'All_client' sees every key.
 */
function isVisibleKey({ caller, clients }: CallScope): RawBuilder<boolean> {
  if (caller.isInternal && caller.isForAll) return sql<boolean>`true`
  const isOfClients = sql<boolean>`client_codes && ${clients}::text[]`
  return caller.isInternal
    ? isOfClients
    : sql<boolean>`(${isOfClients} and client_codes <@ ${caller.openClients ?? []}::text[])`
}

export type KeyFilter = {
  search?: string | undefined
  state?: KeyState | undefined
  orphaned?: boolean | undefined
}

const isValidKey = (now: Date) => sql`revoked_at is null and (expires_at is null or expires_at > ${now})`

/**
 * The owner was deleted, deactivated or locked. The server refuses such a key at once, even before the watch job
 * records it.
 */
const isStopped = sql`not may_sign_in(api_keys.user_id)`
const isSuspended = (now: Date) => sql`(suspended_from <= ${now} or ${isStopped})`

const STATES: Record<KeyState, (now: Date) => RawBuilder<boolean>> = {
  active: (now) => sql`(${isValidKey(now)} and ${isSuspended(now)} is not true)`,
  suspended: (now) => sql`(${isValidKey(now)} and ${isSuspended(now)})`,
  expired: (now) => sql`(revoked_at is null and expires_at <= ${now})`,
  revoked: () => sql`(revoked_at is not null)`,
}

const matching = (scope: CallScope, { search, state, orphaned }: KeyFilter) => {
  let query = db.selectFrom('api_keys').where(isVisibleKey(scope))
  if (search)
    query = query.where(sql`strpos(lower(api_keys.name || ' ' || beginning), ${search.toLowerCase()})`, '>', 0)
  if (state) query = query.where(STATES[state](scope.now))
  if (orphaned !== undefined) {
    // Client users cannot take over the operator's keys.
    const isTheirs = scope.caller.isInternal ? sql`true` : sql`not is_internal`
    query = query.where(
      sql<boolean>`((orphaned_at is not null or ${isStopped}) and ${isValidKey(scope.now)} and ${isTheirs})`,
      '=',
      orphaned,
    )
  }
  return query
}

const COLUMNS = [
  'key_id',
  'name',
  'beginning',
  'client_codes',
  'feeds',
  'is_internal',
  'api_keys.created_at',
  'created_by',
  'expires_at',
  'revoked_at',
  'revoked_by',
  'last_used_at',
  'last_used_from',
  'old_token_until',
  'user_id',
  'adopted_by',
  'adopted_internally',
] as const

/** Since when and why a key has no owner, and since when it is suspended. A stopped owner counts at once. */
const lossColumns = (now: Date) => {
  const since = sql`coalesce(orphaned_at, ${now})`
  return [
    sql<Date | null>`case when ${isStopped} then ${since} else orphaned_at end`.as('orphaned_at'),
    sql<OwnerLoss | ''>`case
      when not exists (select from users u where u.user_id = api_keys.user_id) then 'deleted'
      when ${isStopped} then 'inactive' else orphaned_why end`.as('orphaned_why'),
    sql<Date | null>`case when ${isStopped} then ${since} else suspended_from end`.as('suspended_from'),
  ] as const
}

const SORTS = {
  name: sql`lower(name)`,
  createdAt: sql`created_at`,
  expiresAt: sql`expires_at`,
  lastUsedAt: sql`last_used_at`,
} as const satisfies Record<KeySort, RawBuilder<unknown>>

/** A page of the keys that the caller may see. Rows without a date come last. */
export function keysPage(
  scope: CallScope,
  filter: KeyFilter,
  page: { offset: number; limit: number; sort: KeySort; desc: boolean },
) {
  return matching(scope, filter)
    .select(COLUMNS)
    .select(lossColumns(scope.now))
    .orderBy(SORTS[page.sort], (by) => (page.desc ? by.desc() : by.asc()).nullsLast())
    .orderBy('key_id')
    .limit(page.limit)
    .offset(page.offset)
}

export const keysTotal = (scope: CallScope, filter: KeyFilter) =>
  matching(scope, filter).select(sql<number>`count(*)`.as('total'))

export const keyOf = (scope: CallScope, id: string) =>
  matching(scope, {}).select(COLUMNS).select(lossColumns(scope.now)).where('key_id', '=', Number(id))

/** Locks the key until the transaction ends. */
export const keyToChange = (scope: CallScope, id: string) => keyOf(scope, id).forUpdate()

export function presentKey(row: KeyRow, { now, caller }: Pick<CallScope, 'now' | 'caller'>): ApiKey {
  const state = stateOfKey({ expiresAt: row.expires_at, revokedAt: row.revoked_at }, now)
  return {
    _id: String(row.key_id),
    name: row.name,
    beginning: row.beginning,
    clients: row.client_codes,
    ...ownerFacts(row),
    isOwn: row.user_id === caller.userId,
    feeds: row.feeds as KeyFeed[],
    state: row.suspended_from && row.suspended_from <= now && state === 'active' ? 'suspended' : state,
    isOperators: row.is_internal,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    expiresAt: row.expires_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    revokedBy: row.revoked_by,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    lastUsedFrom: row.last_used_from,
    oldUntil:
      state === 'active' && row.old_token_until && row.old_token_until > now ? row.old_token_until.toISOString() : null,
  }
}
