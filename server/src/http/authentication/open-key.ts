import { ONLY_FEEDS_REFUSAL } from '@despatch/domain/administration/api-keys/key-refusals'
import { permissionsOfKey } from '@despatch/domain/administration/api-keys/key-rules'
import { SEES_NOTHING } from '@despatch/domain/administration/clients/visibility'
import type { ClientCut } from '@despatch/domain/administration/client-menu-options/withheld'
import { sql } from 'kysely'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { type Caller, permissionsFor } from './open-session.ts'
import { hashToken } from './token.ts'

const NO_KEY = 'This API key is not known, was revoked or suspended, or has run out. Ask an administrator.'
const MINUTE = 60_000

type KeyRow = {
  key_id: number
  name: string
  feeds: string[]
  last_used_at: Date | null
  default_client: string | null
  client_codes: string[]
  own_clients: string[]
  cuts: Record<string, ClientCut> | null
}

/** What a key that makes any call but those for keys is told. */
export const keyMayNot = () => new AppError('unauthorized_access', ONLY_FEEDS_REFUSAL)

/**
 * Finds a key, and sets what row-level security lets this transaction see: the client that is named, or the key's only
 * one. The caller it gives holds the key's feeds and nothing else. Throws an AppError (401) where there is no such key, or
 * it was revoked or suspended, or has run out: looked up again by each call, so that either acts at once.
 */
export async function openKey(
  transaction: Transaction,
  given: { token: string; client: string | undefined; now: Date },
): Promise<Caller> {
  const key = await transaction.row(
    sql<KeyRow>`select * from open_api_key(${hashToken(given.token)}, ${given.client ?? ''}, ${given.now})`.compile(db),
  )
  if (!key) throw new AppError('session_expired', NO_KEY)
  const onlyClient = key.default_client ?? undefined
  const rolePermissions = permissionsOfKey(key.feeds)
  const clientRestrictions = key.cuts ?? {}
  return {
    sessionId: 0,
    userId: 0,
    username: `API key ${key.name}`,
    isInternal: false,
    roleId: 0,
    roleType: 'Client User',
    roleVersion: 0,
    rolePermissions,
    permissions: permissionsFor(
      { rolePermissions, clientRestrictions, roleSees: SEES_NOTHING, seesOf: {} },
      given.client ?? onlyClient ?? '',
    ),
    clients: key.client_codes,
    ownClients: key.own_clients,
    openClients: key.own_clients,
    isForAll: false,
    clientRestrictions,
    sees: SEES_NOTHING,
    seesOf: {},
    roleSees: SEES_NOTHING,
    needsUsageUpdate: !key.last_used_at || given.now.getTime() - key.last_used_at.getTime() > MINUTE,
    apiKey: { id: key.key_id, name: key.name, onlyClient },
  }
}

/** Notes that a key is in use, and from where. */
export async function noteKeyUse(
  transaction: Transaction,
  keyId: number,
  { now, address }: { now: Date; address: string },
): Promise<void> {
  await transaction.write(
    db
      .updateTable('api_keys')
      .set({ last_used_at: now, last_used_from: address })
      .where('key_id', '=', (select) =>
        // Unless another call of it is doing so.
        select.selectFrom('api_keys').select('key_id').where('key_id', '=', keyId).forUpdate().skipLocked(),
      ),
  )
}
