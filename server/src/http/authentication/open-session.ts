import { mayCall } from '@despatch/contract/route/may-call'
import type { Permission } from '@despatch/contract/route/route'
import { clientSettingsFrom } from '@despatch/domain/administration/clients/client-settings'
import {
  entriesNotSeen,
  intersectVisibility,
  SEES_NOTHING,
  type Visibility,
  visibilityOfRole,
  visibilityOfSettings,
} from '@despatch/domain/administration/clients/visibility'
import { type ClientCut, withheldEntries } from '@despatch/domain/administration/client-menu-options/withheld'
import {
  permissionTemplate,
  type PermissionTree,
  completePermissionTree,
  withoutEntries,
} from '@despatch/domain/administration/roles/permissions'
import { ALL_CLIENTS, type RoleType } from '@despatch/domain/administration/roles/role-types'
import {
  ABSOLUTE_HOURS,
  IDLE_MINUTES,
  ROTATE_AFTER_MINUTES,
  ROTATION_GRACE_SECONDS,
} from '@despatch/domain/sign-in/sessions/limits'
import { sql } from 'kysely'
import { AppError } from '../../process/app-error.ts'
import { db } from '../../database/sql.ts'
import type { Transaction } from '../../database/transaction.ts'
import { openSession as sessionQuery, roleOf, type SessionRow, type Stamped } from './queries.ts'
import { hashToken, isToken, newToken } from './token.ts'

const MINUTE = 60_000
const EXPIRED = 'Your session has ended. Sign in again to continue where you were.'

/** Who calls, as of this very transaction. */
export type Caller = {
  sessionId: number
  userId: number
  username: string
  isInternal: boolean
  roleId: number
  roleType: RoleType
  /** Counts the changes of the role. */
  roleVersion: number
  /** What the role grants, whatever the client; see {@link permissionsFor}. */
  rolePermissions: PermissionTree
  /** What the caller holds for this call: for a client user, what the client of the call leaves of the role's tree. */
  permissions: PermissionTree
  /** The clients that this call may touch. */
  clients: string[]
  /** A client user's own active clients, first associated first; undefined for internal users, who have all. */
  ownClients: string[] | undefined
  /** Of these, those that let the call be made, whichever of them it is for: some may withhold it from their users. */
  openClients: string[] | undefined
  /** The call is for all of the caller's clients ('All_client'). */
  isForAll: boolean
  /** What narrows a client user's entries, by client. */
  clientRestrictions: Readonly<Record<string, ClientCut>>
  /** What the caller sees of the operator's business, of all the clients of the call: see server/src/http/shown-answer.ts. */
  sees: Visibility
  /** The same, of each of a client user's own clients. */
  seesOf: Readonly<Record<string, Visibility>>
  /** What the role lets be seen, whatever the client. */
  roleSees: Visibility
  /** The session's last noted use is more than a minute ago: see {@link noteUse}. */
  needsUsageUpdate: boolean
  /** The token that the call came with, of a session: see {@link renewToken}. */
  token?: { hash: Buffer; issuedAt: Date; isCurrent: boolean; isRenewalUnused: boolean }
  /** Of a session, what it is known again by: see server/src/http/authentication/kept-sessions.ts. */
  stamped?: Stamped & { createdAt: Date }
  /** Of an API key, which is nobody's session: its ids of session, user and role are 0. With its only client, where it has one. */
  apiKey?: { id: number; name: string; onlyClient: string | undefined }
}

/** Trees by role, each with the version it was read at: a changed role has a new version, so it acts on the next call. */
const trees = new Map<number, { version: number; permissions: PermissionTree }>()

/** Forgets them all: roles of another database have the same ids. */
export function forgetRoles(): void {
  trees.clear()
}

const NOTHING = permissionTemplate()

/**
 * Finds the session of a token, checks its limits, its user and its role, and sets what row-level security lets this
 * transaction see. Throws an AppError (401) when there is no such session, or it has ended. With the id of a session that the
 * token has opened before, the token may have been replaced since.
 */
export async function openSession(
  transaction: Transaction,
  given: { token: string; client: string | undefined; now: Date; sessionId?: number | undefined },
): Promise<Caller> {
  if (!isToken(given.token)) throw new AppError('session_expired', EXPIRED)
  const tokenHash = hashToken(given.token)
  const session = await transaction.row(sessionQuery(given.sessionId ?? tokenHash, given.client, given.now))
  if (!session || !session.user_active || !session.role_active) throw new AppError('session_expired', EXPIRED)
  checkLimits(session, given.now)
  const rolePermissions = await permissionsOf(transaction, session)
  const roleSees = visibilityOfRole(session.role_visibility)
  const seesOf = Object.fromEntries(
    (session.own_clients ?? []).map((code) => {
      const settings = clientSettingsFrom(session.client_settings?.[code])
      return [code, intersectVisibility(roleSees, visibilityOfSettings(settings))]
    }),
  )
  const clientRestrictions = session.cuts ?? {}
  // A call that is for no client in particular is made as one of the first associated client.
  const home = given.client && given.client !== ALL_CLIENTS ? given.client : (session.own_clients?.[0] ?? '')
  const isNobodys = given.client === undefined && session.own_clients?.length === 0
  return {
    sessionId: session.session_id,
    userId: session.user_id,
    username: session.username,
    isInternal: session.is_internal,
    roleId: session.role_id,
    roleType: session.role_type,
    roleVersion: session.role_version,
    rolePermissions,
    // Whose clients are all closed may do nothing: there is nobody to do it for.
    permissions: isNobodys ? NOTHING : permissionsFor({ rolePermissions, clientRestrictions, roleSees, seesOf }, home),
    clients: session.client_codes,
    ownClients: session.own_clients ?? undefined,
    openClients: session.own_clients ?? undefined,
    isForAll: given.client === ALL_CLIENTS,
    clientRestrictions,
    sees: seesForCall(session, { roleSees, seesOf }, given.client),
    seesOf,
    roleSees,
    needsUsageUpdate: given.now.getTime() - session.last_used_at.getTime() > MINUTE,
    token: {
      hash: tokenHash,
      issuedAt: session.token_issued_at,
      isCurrent: session.is_current_token,
      isRenewalUnused: session.is_renewal_unused,
    },
    ...(session.stamp !== null && {
      stamped: {
        stamp: session.stamp,
        createdAt: session.created_at,
        lastUsedAt: session.last_used_at,
        seen: session.seen,
      },
    }),
  }
}

/** What is seen in a call: of several clients, what all of them let be seen. */
function seesForCall(
  { own_clients }: SessionRow,
  { roleSees, seesOf }: Pick<Caller, 'roleSees' | 'seesOf'>,
  client: string | undefined,
): Visibility {
  if (!own_clients) return roleSees
  const codes = client === undefined || client === ALL_CLIENTS ? own_clients : [client]
  return codes.map((code) => seesOf[code] ?? SEES_NOTHING).reduce(intersectVisibility, roleSees)
}

/** What a caller holds where the call is for one client: the role's tree, cut by what that client withholds, and without what shows nothing that they may see. */
export function permissionsFor(
  {
    rolePermissions,
    clientRestrictions,
    roleSees,
    seesOf,
  }: Pick<Caller, 'rolePermissions' | 'clientRestrictions' | 'roleSees' | 'seesOf'>,
  client: string,
): PermissionTree {
  const cut = clientRestrictions[client]
  const notSeen = entriesNotSeen(seesOf[client] ?? roleSees)
  return withoutEntries(rolePermissions, cut ? [...withheldEntries(cut), ...notSeen] : notSeen)
}

/**
 * Asked by a call that works long, before it writes: throws an AppError (403) where since its beginning the session has
 * ended, the user was locked, deactivated or given another role, the role was changed, or a client is no longer theirs.
 */
export async function refuseChangedCaller(transaction: Transaction, caller: Caller): Promise<void> {
  const isAsItWas = await transaction.row(
    sql`
      select 1 from sessions s join users u using (user_id) join roles r using (role_id)
      where s.session_id = ${caller.sessionId} and u.active and not u.locked
        and r.active and r.role_id = ${caller.roleId} and r.version = ${caller.roleVersion}
        and not exists (
          select from unnest(${caller.ownClients ?? []}::text[]) as own (code) where not exists (
            select from user_clients m join clients c using (client_code)
            where m.user_id = u.user_id and m.client_code = own.code and c.active
          )
        )`.compile(db),
  )
  if (!isAsItWas)
    throw new AppError('unauthorized_access', 'Your access was changed meanwhile, so nothing was written. Try again.')
}

/** Of a client user's own clients, those that let a call of this permission be made; undefined for internal users. */
export function clientsOpenTo(permission: Permission, caller: Caller): string[] | undefined {
  return caller.ownClients?.filter((code) => mayCall(permission, treeFor(caller, code)))
}

/** What a caller holds for their clients: cutting a tree takes longer than all else that is asked of one. */
const treesOfCallers = new WeakMap<Caller, Map<string, PermissionTree>>()

function treeFor(caller: Caller, client: string): PermissionTree {
  const trees = treesOfCallers.get(caller) ?? new Map<string, PermissionTree>()
  treesOfCallers.set(caller, trees)
  const tree = trees.get(client) ?? permissionsFor(caller, client)
  trees.set(client, tree)
  return tree
}

/** Narrows what row-level security lets the rest of a transaction see. */
export async function seeClients(transaction: Transaction, clients: string[]): Promise<void> {
  await transaction.rows(sql`select set_config('app.clients', ${clients}::text[]::text, true)`.compile(db))
}

/** Notes that a session is in use. */
export async function noteUse(transaction: Transaction, sessionId: number, now: Date): Promise<void> {
  await transaction.write(unlocked(sessionId).set({ last_used_at: now }).where('last_used_at', '<', now))
}

function checkLimits(session: SessionRow, now: Date): void {
  if (now.getTime() - session.last_used_at.getTime() > IDLE_MINUTES * MINUTE)
    throw new AppError(
      'session_expired',
      `Your session ended after ${IDLE_MINUTES} minutes without activity. Sign in again to continue where you were.`,
    )
  if (now.getTime() - session.created_at.getTime() > ABSOLUTE_HOURS * 60 * MINUTE)
    throw new AppError(
      'session_expired',
      `Your session ended ${ABSOLUTE_HOURS} hours after you signed in. Sign in again to continue where you were.`,
    )
}

async function permissionsOf(transaction: Transaction, session: SessionRow): Promise<PermissionTree> {
  const known = trees.get(session.role_id)
  if (known?.version === session.role_version) return known.permissions
  const role = await transaction.row(roleOf(session.role_id))
  if (!role) throw new AppError('session_expired', EXPIRED)
  const permissions = completePermissionTree(role.permissions)
  trees.set(role.role_id, { version: role.version, permissions })
  return permissions
}

/**
 * Replaces the token past half of the idle limit, and gives the new one, which goes out in the access_token header once the
 * transaction is committed. The old one serves until a minute after the new one was first used: an answer that never arrived
 * must not end the session, so the caller who still has only the old one gets another. Where another call of the session is
 * doing so, this one goes on: it must not wait for that one's transaction to end. It is asked for last: anyone who shuts a user
 * out holds the user, and then ends the sessions.
 */
export async function renewToken(
  transaction: Transaction,
  { sessionId, token: held }: Caller,
  now: Date,
): Promise<string | undefined> {
  if (!held) return undefined
  const { hash, issuedAt, isCurrent, isRenewalUnused: isUnused } = held
  const age = now.getTime() - issuedAt.getTime()
  const replace = (previous: { previous_token_hash?: Buffer; previous_valid_until?: string }) =>
    replaceToken(transaction, { sessionId, issuedAt, now }, previous)
  if (isCurrent && age > ROTATE_AFTER_MINUTES * MINUTE)
    return replace({ previous_token_hash: hash, previous_valid_until: 'infinity' })
  if (!isCurrent && isUnused && age > ROTATION_GRACE_SECONDS * 1000) return replace({})
  if (isCurrent && isUnused)
    await transaction.write(
      unlocked(sessionId).set({ previous_valid_until: new Date(now.getTime() + ROTATION_GRACE_SECONDS * 1000) }),
    )
  return undefined
}

async function replaceToken(
  transaction: Transaction,
  { sessionId, issuedAt, now }: { sessionId: number; issuedAt: Date; now: Date },
  previous: { previous_token_hash?: Buffer; previous_valid_until?: string },
): Promise<string | undefined> {
  const token = newToken()
  const replaced = await transaction.writeRow(
    unlocked(sessionId)
      .set({ ...previous, token_hash: hashToken(token), token_issued_at: now, last_used_at: now })
      // As exact as a Date is.
      .where(sql`date_trunc('milliseconds', token_issued_at)`, '=', issuedAt)
      .returning('session_id'),
  )
  // Of two calls that come at once, one replaces the token; the other goes on with the old one.
  return replaced && token
}

/** The session's row, unless another call holds it: what is done to it can be left to that one. */
function unlocked(sessionId: number) {
  return db
    .updateTable('sessions')
    .where('session_id', '=', (select) =>
      select.selectFrom('sessions').select('session_id').where('session_id', '=', sessionId).forUpdate().skipLocked(),
    )
}
