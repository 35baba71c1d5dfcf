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
/** A hash carries its own cost. This one has the lowest, and the same code checks it as one of the portal's. */
const passwordHash = hashArgon2id(PASSWORD, { memory: 8, passes: 1, parallelism: 1 })
const unique = () => randomBytes(5).toString('hex').toUpperCase()

export const SHOWS_EVERYTHING = { showCosts: true, showCapacities: true, showOtherMethods: true, showStaffNames: true }

/**
 * Makes a client, by default with a new code. By default its users see all of the operator's business, so that a test sees
 * everything a call returns.
 */
export async function makeClient(
  on: TestDatabase,
  options: { code?: string; name?: string; settings?: Partial<ClientSettings> } = {},
): Promise<string> {
  const code = options.code ?? `C${unique()}`
  await on.asOwner('insert into clients (client_code, name) values ($1, $2) on conflict do nothing', [
    code,
    options.name ?? `Client ${code}`,
  ])
  await on.asOwner('insert into client_settings (client_code, settings) values ($1, $2) on conflict do nothing', [
    code,
    JSON.stringify(options.settings ?? SHOWS_EVERYTHING),
  ])
  return code
}

type Holds = (leaf: LeafPath, right: Right) => boolean

/** Makes a role, by default with all rights. */
export async function makeRole(on: TestDatabase, options: { type?: RoleType; holds?: Holds } = {}): Promise<number> {
  const type = options.type ?? 'Client User'
  const [row] = await on.asOwner(
    'insert into roles (code, name, role_type, is_internal, permissions) values ($1, $1, $2, $3, $4) returning role_id',
    [`R${unique()}`, type, type.startsWith('Internal'), JSON.stringify(permissionTree(options.holds ?? (() => true)))],
  )
  return Number(row?.['role_id'])
}

/** Makes a user with the password {@link PASSWORD}, by default of a new client. */
export async function makeUser(
  on: TestDatabase,
  options: { username?: string; clients?: string[]; type?: RoleType; holds?: Holds; roleId?: number } = {},
): Promise<{ id: number; username: string; clients: string[] }> {
  const roleId = options.roleId ?? (await makeRole(on, options))
  const username = options.username ?? `user.${unique().toLowerCase()}`
  const clients = options.clients ?? [await makeClient(on)]
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

/** Opens a session for a user (by default a new one) and their first client, as signing in would. */
export async function makeSession(
  on: TestDatabase,
  options: Parameters<typeof makeUser>[1] & { userId?: number; client?: string } = {},
): Promise<SignedIn & { client: string; userId: number }> {
  const user = options.userId ? { id: options.userId, clients: [] } : await makeUser(on, options)
  const token = newToken()
  await on.asOwner(
    'insert into sessions (user_id, token_hash, token_issued_at, created_at, last_used_at) values ($1, $2, now(), now(), now())',
    [user.id, hashToken(token)],
  )
  return { token, client: options.client ?? user.clients[0] ?? '', userId: user.id }
}

/** Makes a SKU of a client. */
export async function makeSku(
  on: TestDatabase,
  options: { client: string; code?: string; description?: string; unitValue?: string },
): Promise<string> {
  const code = options.code ?? `SKU-${unique()}`
  await on.asOwner('insert into skus (client_code, sku_code, description, unit_value) values ($1, $2, $3, $4)', [
    options.client,
    code,
    options.description ?? 'A thing',
    options.unitValue ?? '10.00',
  ])
  return code
}
