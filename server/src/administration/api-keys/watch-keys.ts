import {
  isWarningDue,
  type KeyOwner,
  LOSS_TEXTS,
  type OwnerLoss,
  stopsAtOnce,
  suspendedFrom,
  findOwnerLoss,
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
import { findAdopterAddresses } from './key-adopters.ts'

/** Keys checked per transaction. */
const KEYS_PER_TRANSACTION = 1000

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
  /** Of the key's owner; null if that user was deleted. */
  username: string | null
  is_active: boolean | null
  owner_is_internal: boolean | null
  permissions: PermissionTree | null
  owner_clients: string[]
}

type Watch = { readonly now: Date; readonly services: Services }

/**
 * Records which owners no longer hold what their keys need, and mails the administrators who may adopt these keys once
 * a day until the keys are suspended. A key whose owner regains the permissions works again. Several servers may run
 * this at once: an advisory lock makes them take turns, so no key is mailed twice.
 */
export async function watchKeys(database: Database, watch: Watch): Promise<void> {
  for (let after: number | undefined = 0; after !== undefined;) {
    const from: number = after
    after = await retryOnDeadlock(() => database.transaction((transaction) => watchSomeKeys(transaction, from, watch)))
  }
}

/** Checks the keys after the id `after`. Returns the last id checked, or undefined when none are left. */
async function watchSomeKeys(transaction: Transaction, after: number, watch: Watch): Promise<number | undefined> {
  await transaction.rows(sql`select pg_advisory_xact_lock(hashtextextended('owners of API keys', 0))`.compile(db))
  const keys = await transaction.rows(watchedKeys(watch.now, after))
  const toWarnAbout: WatchedKey[] = []
  for (const key of keys) {
    const recorded = await recordOwner(transaction, key, watch.now)
    if (recorded) toWarnAbout.push(recorded)
  }
  await queueWarnings(transaction, toWarnAbout, watch)
  return keys.length === KEYS_PER_TRANSACTION ? keys.at(-1)?.key_id : undefined
}

/** Keys that are valid or suspended, with their owners. Locks them, in the order of their ids. */
const watchedKeys = (now: Date, after: number) =>
  sql<WatchedKey>`
    select k.key_id, k.name, k.client_codes, k.feeds, k.is_internal, k.created_by, k.adopted_by, k.orphaned_at,
      k.orphaned_why, k.suspended_from, k.warned_at, u.username, u.active and not u.locked and r.active as is_active,
      r.is_internal as owner_is_internal, r.permissions,
      array(select m.client_code from user_clients m where m.user_id = u.user_id) as owner_clients
    from api_keys k left join (users u join roles r on r.role_id = u.role_id) on u.user_id = k.user_id
    where k.key_id > ${after} and k.revoked_at is null and (k.expires_at is null or k.expires_at > ${now})
    order by k.key_id limit ${KEYS_PER_TRANSACTION} for update of k skip locked`.compile(db)

function ownerOf(key: WatchedKey): KeyOwner | undefined {
  if (key.username === null) return undefined
  return {
    isActive: key.is_active === true,
    permissions: key.permissions ?? {},
    clients: key.owner_is_internal ? undefined : key.owner_clients,
  }
}

/** Stores whether the key has lost its owner. Returns the key if administrators must be mailed about it now. */
async function recordOwner(transaction: Transaction, key: WatchedKey, now: Date): Promise<WatchedKey | undefined> {
  const loss = findOwnerLoss({ clients: key.client_codes, feeds: key.feeds }, ownerOf(key))
  const write = (values: Partial<Pick<WatchedKey, 'orphaned_at' | 'orphaned_why' | 'suspended_from' | 'warned_at'>>) =>
    transaction.write(db.updateTable('api_keys').set(values).where('key_id', '=', key.key_id))
  if (!loss) {
    if (key.orphaned_at) await write({ orphaned_at: null, orphaned_why: '', suspended_from: null, warned_at: null })
    return undefined
  }
  const lostAt = key.orphaned_at ?? now
  const isDue = isWarningDue({ lostAt, warnedAt: key.warned_at }, now)
  const recorded = {
    orphaned_at: lostAt,
    orphaned_why: loss,
    suspended_from: key.suspended_from ?? suspendedFrom(lostAt),
    warned_at: isDue ? now : key.warned_at,
  }
  if (isDue || loss !== key.orphaned_why) await write(recorded)
  return isDue ? { ...key, ...recorded } : undefined
}

/** Queues one mail per administrator, about all the keys that they may adopt. */
async function queueWarnings(transaction: Transaction, keys: readonly WatchedKey[], watch: Watch): Promise<void> {
  const mails = new Map<string, WatchedKey[]>()
  for (const key of keys) {
    for (const address of await findAdopterAddresses(transaction, key))
      mails.set(address, [...(mails.get(address) ?? []), key])
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
