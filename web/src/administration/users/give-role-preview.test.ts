import type { Role } from '@despatch/contract/administration/roles/roles'
import type { User } from '@despatch/contract/administration/users/user'
import { permissionTree } from '@despatch/domain/administration/roles/permissions'
import type { Granter } from '@despatch/domain/administration/roles/granting'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { expect, test } from 'vitest'
import { groupByCurrentRole, previewRole } from './give-role-preview.ts'

const small = permissionTree((leaf, right) => leaf === 'orderManagement.createNewOrder' && right === 'Enable')
const all = permissionTree(() => true)

function role(_id: string, given: Partial<Role> = {}): Role {
  return {
    _id,
    code: `R${_id}`,
    name: `Role ${_id}`,
    client: ALL_CLIENTS,
    type: 'Client User',
    active: true,
    isIForce: false,
    isAdministrator: false,
    iforce_user: false,
    mfaRequired: false,
    version: 1,
    users: 0,
    sees: { costs: true, capacities: true, otherMethods: true, staffNames: true },
    permissions: small,
    ...given,
  }
}

function user(_id: string, has: Role, client: string[] = ['ACME']): User {
  return {
    _id,
    username: `user.${_id}`,
    first_name: '',
    last_name: '',
    email: '',
    phone_number: '',
    power_bi_username: '',
    domain_username: '',
    active: true,
    lock: false,
    client: client.map((code) => ({ code, name: code })),
    created_on: '2026-01-05T09:00:00Z',
    last_login: null,
    is_login: false,
    role: { _id: has._id, code: has.code, name: has.name, iforce_user: has.iforce_user },
    otp_enabled: false,
    isTemporaryPassword: false,
    hasPassword: true,
    version: 1,
  }
}

const picker = role('1')
const clerk = role('2')
const mighty = role('3', { permissions: all, type: 'Client Administrator', isAdministrator: true })
const internal = role('4', { type: 'Internal User', iforce_user: true, isIForce: true })
const ofBirch = role('5', { client: 'BIRCH' })
const roles = [picker, clerk, mighty, internal, ofBirch]
const granter: Granter = { type: 'Client User', permissions: small, clients: ['ACME'] }

function verdict(one: User, to: Role, by: Granter = granter): string {
  const { changes, already, refused } = previewRole({ users: [one], role: to, roles, granter: by, ownId: '99' })
  if (changes.length > 0) return 'changes'
  return already.length > 0 ? 'already' : (refused[0]?.reason ?? '')
}

test('lists users who change, and users who have the role already', () => {
  expect(verdict(user('1', picker), clerk)).toBe('changes')
  expect(verdict(user('1', clerk), clerk)).toBe('already')
})

test.each([
  ['oneself', user('99', picker), clerk, 'You can’t change your own role'],
  ['a client user, an internal role', user('1', picker), internal, 'An internal role is for users without a client'],
  [
    'no clients, a client role',
    user('1', internal, []),
    clerk,
    'A user with a client’s role belongs to at least one client',
  ],
  ['another client’s role', user('1', picker), ofBirch, 'This role is for users of the client BIRCH'],
])('%s is refused', (_case, one, to, reason) => {
  expect(verdict(one, to)).toBe(reason)
})

test('users whose current role exceeds the giver’s are refused, naming the excess', () => {
  expect(verdict(user('1', mighty), clerk)).toMatch(
    /^You can’t change their current role\. A role of the type Client Administrator can only be given by administrators$/,
  )
  const administrator: Granter = { ...granter, type: 'Client Administrator' }
  expect(verdict(user('1', mighty), clerk, administrator)).toMatch(
    /This is more than your own access: .+ and \d+ more$/,
  )
  expect(verdict(user('1', mighty), clerk, { ...administrator, permissions: all })).toBe('changes')
})

test('groups by current role, largest first', () => {
  const groups = groupByCurrentRole([user('1', picker), user('2', clerk), user('3', clerk)])
  expect(groups.map(({ role: { code }, users }) => `${code} ${users.length}`)).toEqual(['R2 2', 'R1 1'])
})
