import { ONLY_FEEDS_REFUSAL } from '@despatch/domain/administration/api-keys/key-refusals'
import { permissionsOfKey } from '@despatch/domain/administration/api-keys/key-rules'
import { SEES_NOTHING } from '@despatch/domain/administration/clients/visibility'
import type { ClientRestrictions } from '@despatch/domain/administration/client-menu-options/withheld'
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
  cuts: Record<string, ClientRestrictions> | null
}

/** The refusal of any call that is not for keys. */
export const forbiddenForKeys = () => new AppError('unauthorized_access', ONLY_FEEDS_REFUSAL)

/**
 * Opens a key, and sets what row-level security shows this transaction: the client named, or the key's only client. The caller
 * holds the key's feeds and nothing else. Throws an AppError (401) if there is no such key, or it is revoked, suspended or
 * expired. Keys are not cached, so each of these takes effect at once.
 */
export async function openKey(
  transaction: Transaction,
  { token, client, now }: { token: string; client: string | undefined; now: Date },
): Promise<Caller> {
  const key = await transaction.row(
    sql<KeyRow>`select * from open_api_key(${hashToken(token)}, ${client ?? ''}, ${now})`.compile(db),
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
      client ?? onlyClient ?? '',
    ),
    clients: key.client_codes,
    ownClients: key.own_clients,
    openClients: key.own_clients,
    isForAll: false,
    clientRestrictions,
    sees: SEES_NOTHING,
    seesOf: {},
    roleSees: SEES_NOTHING,
    needsUsageUpdate: !key.last_used_at || now.getTime() - key.last_used_at.getTime() > MINUTE,
    apiKey: { id: key.key_id, name: key.name, onlyClient },
  }
}

/** Records when and from where a key was used. */
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
        // Skip it if another call of the key is doing the same.
        select.selectFrom('api_keys').select('key_id').where('key_id', '=', keyId).forUpdate().skipLocked(),
      ),
  )
}
