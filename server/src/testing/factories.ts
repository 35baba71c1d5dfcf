import { randomBytes } from 'node:crypto'
import type { ClientSettings } from '@despatch/domain/administration/clients/client-settings'
import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import { permissionTree, type Right } from '@despatch/domain/administration/roles/permissions'
import type { RoleType } from '@despatch/domain/administration/roles/role-types'
import { newToken, hashToken } from '../http/authentication/token.ts'
import { hashArgon2id } from '../sign-in/password/argon2id.ts'
import type { TestDatabase } from './test-database.ts'
import type { SignedIn } from './test-portal.ts'

export const PASSWORD = 'open the loading bay'
/** A hash brings its cost along: this one, of the least there is, is checked by the same code as one that the portal made. */
const passwordHash = hashArgon2id(PASSWORD, { memory: 8, passes: 1, parallelism: 1 })
const unique = () => randomBytes(5).toString('hex').toUpperCase()

export const SHOWS_EVERYTHING = { showCosts: true, showCapacities: true, showOtherMethods: true, showStaffNames: true }

/**
 * A client, by default with a code of its own. Its users see all of the operator's business, so that a test of a call sees
 * all that the call answers; with `settings` as a test of what they see needs them.
 */
export async function makeClient(
  on: TestDatabase,
  given: { code?: string; name?: string; settings?: Partial<ClientSettings> } = {},
): Promise<string> {
  const code = given.code ?? `C${unique()}`
  await on.asOwner('insert into clients (client_code, name) values ($1, $2) on conflict do nothing', [
    code,
    given.name ?? `Client ${code}`,
  ])
  await on.asOwner('insert into client_settings (client_code, settings) values ($1, $2) on conflict do nothing', [
    code,
    JSON.stringify(given.settings ?? SHOWS_EVERYTHING),
  ])
  return code
}

type Holds = (leaf: LeafPath, right: Right) => boolean

/** A role that holds everything unless told. */
export async function makeRole(on: TestDatabase, given: { type?: RoleType; holds?: Holds } = {}): Promise<number> {
  const type = given.type ?? 'Client User'
  const [row] = await on.asOwner(
    'insert into roles (code, name, role_type, is_internal, permissions) values ($1, $1, $2, $3, $4) returning role_id',
    [`R${unique()}`, type, type.startsWith('Internal'), JSON.stringify(permissionTree(given.holds ?? (() => true)))],
  )
  return Number(row?.['role_id'])
}

/** A user with the password {@link PASSWORD}, of the clients named (one of its own unless told). */
export async function makeUser(
  on: TestDatabase,
  given: { username?: string; clients?: string[]; type?: RoleType; holds?: Holds; roleId?: number } = {},
): Promise<{ id: number; username: string; clients: string[] }> {
  const roleId = given.roleId ?? (await makeRole(on, given))
  const username = given.username ?? `user.${unique().toLowerCase()}`
  const clients = given.clients ?? [await makeClient(on)]
  const [row] = await on.asOwner(
    `insert into users (username, first_name, last_name, role_id, password_hash) values ($1, 'Test', 'User', $2, $3) returning user_id`,
    [username, roleId, await passwordHash],
  )
  const id = Number(row?.['user_id'])
  for (const [position, client] of clients.entries())
    await on.asOwner('insert into user_clients (user_id, client_code, position) values ($1, $2, $3)', [
      id,
      client,
      position,
    ])
  return { id, username, clients }
}

/** A session of a user (a new one unless told), as the sign-in call would open it, for their first client. */
export async function makeSession(
  on: TestDatabase,
  given: Parameters<typeof makeUser>[1] & { userId?: number; client?: string } = {},
): Promise<SignedIn & { client: string; userId: number }> {
  const user = given.userId ? { id: given.userId, clients: [] } : await makeUser(on, given)
  const token = newToken()
  await on.asOwner(
    'insert into sessions (user_id, token_hash, token_issued_at, created_at, last_used_at) values ($1, $2, now(), now(), now())',
    [user.id, hashToken(token)],
  )
  return { token, client: given.client ?? user.clients[0] ?? '', userId: user.id }
}

/** A SKU of a client. */
export async function makeSku(
  on: TestDatabase,
  given: { client: string; code?: string; description?: string; unitValue?: string },
): Promise<string> {
  const code = given.code ?? `SKU-${unique()}`
  await on.asOwner('insert into skus (client_code, sku_code, description, unit_value) values ($1, $2, $3, $4)', [
    given.client,
    code,
    given.description ?? 'A thing',
    given.unitValue ?? '10.00',
  ])
  return code
}
