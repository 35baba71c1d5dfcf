import { findOwnerLoss } from '@despatch/domain/administration/api-keys/key-life'
import type { KeyFeed } from '@despatch/domain/administration/api-keys/key-rules'
import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import { holdsRight, type PermissionTree } from '@despatch/domain/administration/roles/permissions'
import { sql } from 'kysely'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { mailAddressOf } from '../../sign-in/password/password-link.ts'

const KEYS: LeafPath = 'setUpAndControl.userAdministration.apiKeys'
/** Administrators who are mailed about one key. The others see it on their screens. */
const MAX_MAILED = 10
/** Users checked for one key, oldest accounts first. */
const MAX_CANDIDATES = 500

type AdopterCandidate = { username: string; email: string; permissions: PermissionTree; clients: string[] }
type Key = { client_codes: string[]; feeds: KeyFeed[]; is_internal: boolean }

/**
 * Email addresses of the administrators who may adopt a key. For a client's key these are its clients' administrators
 * or, if it has none, the operator's; for the operator's key, the operator's.
 */
export async function findAdopterAddresses(transaction: Transaction, key: Key): Promise<string[]> {
  const own = key.is_internal ? [] : await administratorAddresses(transaction, key, false)
  return own.length > 0 ? own : administratorAddresses(transaction, key, true)
}

async function administratorAddresses(transaction: Transaction, key: Key, isInternal: boolean): Promise<string[]> {
  const isOfClients = sql<boolean>`not exists (
    select from unnest(${key.client_codes}::text[]) as wanted (code) where not exists (
      select from user_clients m where m.user_id = u.user_id and m.client_code = wanted.code
    )
  )`
  const candidates = await transaction.rows(
    sql<AdopterCandidate>`
      select u.username, u.email, r.permissions,
        array(select m.client_code from user_clients m where m.user_id = u.user_id) as clients
      from users u join roles r on r.role_id = u.role_id
      where u.active and not u.locked and r.active and r.is_internal = ${isInternal}
        and r.role_type in ('Internal Administrator', 'Client Administrator')
        and ${isInternal ? sql`true` : isOfClients}
      order by u.user_id limit ${MAX_CANDIDATES}`.compile(db),
  )
  const needs = { clients: key.client_codes, feeds: key.feeds }
  const addresses = candidates.flatMap(({ username, email, permissions, clients }) => {
    const owner = { isActive: true, permissions, clients: isInternal ? undefined : clients }
    const mayAdopt = holdsRight(permissions, KEYS, 'Edit') && findOwnerLoss(needs, owner) === undefined
    return mayAdopt ? (mailAddressOf({ username, email }) ?? []) : []
  })
  return [...new Set(addresses)].slice(0, MAX_MAILED)
}
