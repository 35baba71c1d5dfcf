import {
  isWarningDue,
  type KeyOwner,
  LOSS_TEXTS,
  type OwnerLoss,
  stopsAtOnce,
  suspendedFrom,
  whyOwnerLost,
} from '@despatch/domain/administration/api-keys/key-life'
import type { KeyFeed } from '@despatch/domain/administration/api-keys/key-rules'
import { dayOf } from '@despatch/domain/calendar/day'
import type { PermissionTree } from '@despatch/domain/administration/roles/permissions'
import { sql } from 'kysely'
import type { Services } from '../../process/services.ts'
import type { Database } from '../../database/database.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { retryOnDeadlock } from '../../database/retry-on-deadlock.ts'
import { queueMail } from '../../mail/queue-mail.ts'
import { adoptersOf } from './key-adopters.ts'

/** Keys that are looked at in one transaction. */
const PIECE = 1000

export type WatchedKey = {
  key_id: number
  name: string
  client_codes: string[]
  feeds: KeyFeed[]
  is_internal: boolean
  created_by: string
  adopted_by: string
  orphaned_at: Date | null
  orphaned_why: OwnerLoss | ''
  suspended_from: Date | null
  warned_at: Date | null
  /** Of the user who answers for the key; null where they were deleted. */
  username: string | null
  is_active: boolean | null
  owner_is_internal: boolean | null
  permissions: PermissionTree | null
  owner_clients: string[]
}

type Watch = { readonly now: Date; readonly services: Services }

/**
 * Notes which keys' owners no longer hold what the keys need, and mails those who may adopt them, once each day until the
 * keys are suspended. A key whose owner may again goes on. Several servers may do it at once: one after the other takes a
 * piece of the keys, so that what one has mailed the next does not.
 */
export async function watchKeys(database: Database, watch: Watch): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined;) {
    const from: number = after
    after = await retryOnDeadlock(() => database.transaction((transaction) => watchPiece(transaction, from, watch)))
  }
}

/** Does it for the keys after one. Gives the last of them; undefined where there are no more. */
async function watchPiece(transaction: Transaction, after: number, watch: Watch): Promise<number | undefined> {
  await transaction.rows(sql`select pg_advisory_xact_lock(hashtextextended('owners of API keys', 0))`.compile(db))
  const keys = await transaction.rows(keysInForce(watch.now, after))
  const toWarnOf: WatchedKey[] = []
  for (const key of keys) {
    const noted = await noteOwner(transaction, key, watch.now)
    if (noted) toWarnOf.push(noted)
  }
  await warnOf(transaction, toWarnOf, watch)
  return keys.length === PIECE ? keys.at(-1)?.key_id : undefined
}

/** Keys that are taken, or would be if they were not suspended, with those who answer for them. */
const keysInForce = (now: Date, after: number) =>
  sql<WatchedKey>`
    select k.key_id, k.name, k.client_codes, k.feeds, k.is_internal, k.created_by, k.adopted_by, k.orphaned_at,
      k.orphaned_why, k.suspended_from, k.warned_at, u.username, u.active and not u.locked and r.active as is_active,
      r.is_internal as owner_is_internal, r.permissions,
      array(select m.client_code from user_clients m where m.user_id = u.user_id) as owner_clients
    from api_keys k left join (users u join roles r on r.role_id = u.role_id) on u.user_id = k.user_id
    where k.key_id > ${after} and k.revoked_at is null and (k.expires_at is null or k.expires_at > ${now})
    order by k.key_id limit ${PIECE} for update of k skip locked`.compile(db)

function ownerOf(key: WatchedKey): KeyOwner | undefined {
  if (key.username === null) return undefined
  return {
    isActive: key.is_active === true,
    permissions: key.permissions ?? {},
    clients: key.owner_is_internal ? undefined : key.owner_clients,
  }
}

/** Writes whether the owner of a key is lost. Gives the key where administrators are to be told of it now. */
async function noteOwner(transaction: Transaction, key: WatchedKey, now: Date): Promise<WatchedKey | undefined> {
  const loss = whyOwnerLost({ clients: key.client_codes, feeds: key.feeds }, ownerOf(key))
  const write = (values: Partial<Pick<WatchedKey, 'orphaned_at' | 'orphaned_why' | 'suspended_from' | 'warned_at'>>) =>
    transaction.write(db.updateTable('api_keys').set(values).where('key_id', '=', key.key_id))
  if (!loss) {
    if (key.orphaned_at) await write({ orphaned_at: null, orphaned_why: '', suspended_from: null, warned_at: null })
    return undefined
  }
  const lostAt = key.orphaned_at ?? now
  const isDue = isWarningDue({ lostAt, warnedAt: key.warned_at }, now)
  const noted = {
    orphaned_at: lostAt,
    orphaned_why: loss,
    suspended_from: key.suspended_from ?? suspendedFrom(lostAt),
    warned_at: isDue ? now : key.warned_at,
  }
  if (isDue || loss !== key.orphaned_why) await write(noted)
  return isDue ? { ...key, ...noted } : undefined
}

/** Queues one mail for each who may adopt some of the keys. */
async function warnOf(transaction: Transaction, keys: readonly WatchedKey[], watch: Watch): Promise<void> {
  const mails = new Map<string, WatchedKey[]>()
  for (const key of keys) {
    for (const address of await adoptersOf(transaction, key)) mails.set(address, [...(mails.get(address) ?? []), key])
  }
  for (const [to, about] of [...mails].toSorted(([one], [other]) => one.localeCompare(other)))
    await queueMail(transaction, { to, subject: subjectOf(about.length), text: textOf(about, watch) }, watch)
}

const subjectOf = (count: number) =>
  count === 1 ? 'An API key of Despatch has no owner' : `${count} API keys of Despatch have no owner`

function textOf(keys: readonly WatchedKey[], { now, services }: Watch): string {
  const lines = keys.map((key) => {
    const who = key.username ?? (key.adopted_by || key.created_by)
    const why = key.orphaned_why ? LOSS_TEXTS[key.orphaned_why] : ''
    const isOver =
      (key.orphaned_why !== '' && stopsAtOnce(key.orphaned_why)) ||
      (key.suspended_from !== null && key.suspended_from <= now)
    const when = key.suspended_from ? dayOf(key.suspended_from) : ''
    return `- ${key.name} (${key.client_codes.join(', ')}): ${who}, its owner, ${why}. ${
      isOver ? 'It is suspended: data sent with it is rejected.' : `It will be suspended on ${when}.`
    }`
  })
  return `Hello,

${lines.join('\n')}

If you still need a key, take it over: you then become its owner. Otherwise revoke it.

${services.publicUrl}/setup-and-control/user-administration/api-keys
`
}
