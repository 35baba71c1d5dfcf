import type { contract } from '@despatch/contract/contract'
import type { RouteInput } from '@despatch/contract/route/types'
import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import type { Right } from '@despatch/domain/administration/roles/permissions'
import type { RoleType } from '@despatch/domain/administration/roles/role-types'
import { makeClient, makeRole, makeSession, makeUser } from './factories.ts'
import { openTestPortal, type SignedIn, type TestPortal } from './test-portal.ts'

export type NewUser = RouteInput<typeof contract.users.create>['body']
type Caller = SignedIn & { client: string; userId: number }
type Holds = (leaf: LeafPath, right: Right) => boolean

/** A portal with two clients, administrators of each kind, and roles. */
export type People = {
  portal: TestPortal
  /** An internal administrator with all rights, for all clients. */
  operator: Caller
  /** An internal user who may only administer users. */
  helper: Caller
  /** Client administrators of ACME, of BIRCH, and of both (by default for ACME). */
  acme: Caller
  birch: Caller
  both: Caller
  /** Role ids: for all clients with one right, for all clients with all rights, of ACME, of BIRCH, internal. */
  roles: Record<'small' | 'large' | 'acme' | 'birch' | 'internal', string>
  role(options: { type?: RoleType; client?: string; holds?: Holds }): Promise<string>
  /** Makes a user, by default of ACME with the small role. */
  person(options?: { username?: string; clients?: string[]; role?: string }): Promise<string>
  /** The body of a form for a new user of ACME. */
  form(options?: Partial<NewUser>): NewUser
  /** The body of a form for an existing user, with changes. */
  changed(id: string, options?: Record<string, unknown>): Promise<RouteInput<typeof contract.users.update>['body']>
  row(id: string): Promise<Record<string, unknown> | undefined>
  /** The audit rows of a user, oldest first. */
  history(id: string): Promise<Record<string, unknown>[]>
}

export const isUserAdministration = (leaf: string) => leaf.startsWith('setUpAndControl.userAdministration.')
export const isSmall = (leaf: string) => leaf === 'orderManagement.createNewOrder'

let count = 0
export const newName = (about = 'person') => `${about}.${++count}`

const USER_WITH_CLIENTS = `
  select users.*, array(select client_code from user_clients m where m.user_id = users.user_id order by position) as clients
  from users where user_id = $1`

const newPerson = () => ({
  username: newName(),
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.com',
  phone_number: '020 7946 0000',
  power_bi_username: '',
  domain_username: 'despatch-ada',
  active: true,
  lock: false,
  client: ['ACME'],
})

export async function openPeople(): Promise<People> {
  const portal = await openTestPortal()
  const on = portal.testDatabase
  await makeClient(on, { code: 'ACME', name: 'Acme Ltd' })
  await makeClient(on, { code: 'BIRCH', name: 'Birch Ltd' })
  const role: People['role'] = async ({ client = 'All_client', ...options }) => {
    const id = await makeRole(on, options)
    await on.asOwner('update roles set client_code = $1 where role_id = $2', [client, id])
    return String(id)
  }
  const roles = {
    small: await role({ holds: isSmall }),
    large: await role({}),
    acme: await role({ holds: isSmall, client: 'ACME' }),
    birch: await role({ holds: isSmall, client: 'BIRCH' }),
    internal: await role({ type: 'Internal User', holds: isSmall }),
  }
  const administrator = (clients: string[]) => makeSession(on, { clients, type: 'Client Administrator' })
  const internal = async (options: { type: RoleType; holds?: Holds }) => ({
    ...(await makeSession(on, { clients: [], ...options })),
    client: 'All_client',
  })
  const row: People['row'] = async (id) => (await on.asOwner(USER_WITH_CLIENTS, [id]))[0]
  const form: People['form'] = (options) => ({ ...newPerson(), role: roles.small, ...options })
  return {
    portal,
    operator: await internal({ type: 'Internal Administrator' }),
    helper: await internal({ type: 'Internal User', holds: isUserAdministration }),
    acme: await administrator(['ACME']),
    birch: await administrator(['BIRCH']),
    both: await administrator(['ACME', 'BIRCH']),
    roles,
    role,
    async person({ username = newName(), clients = ['ACME'], role: roleId = roles.small } = {}) {
      return String((await makeUser(on, { username, clients, roleId: Number(roleId) })).id)
    },
    form,
    async changed(id, options) {
      const user = await row(id)
      const { password: _none, ...fields } = form()
      return {
        ...fields,
        _id: id,
        username: String(user?.['username']),
        client: user?.['clients'] as string[],
        role: String(user?.['role_id']),
        version: Number(user?.['version']),
        ...options,
      }
    },
    row,
    history: (id) => on.asOwner('select * from audit where record = $1 order by audit_id', [`user:${id}`]),
  }
}
