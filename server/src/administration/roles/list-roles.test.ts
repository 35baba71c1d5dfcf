import { contract } from '@despatch/contract/contract'
import { holdsRight, type PermissionTree } from '@despatch/domain/administration/roles/permissions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeClient, makeSession, makeUser } from '../../testing/factories.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'
import { makeClientRole } from '../../testing/roles.ts'

const { list, types, exist } = contract.roles
let portal: TestPortal
let acme: string
let birch: string
/** Of ACME; of ACME and BIRCH; internal. */
let admin: SignedIn & { userId: number }
let both: SignedIn & { userId: number }
let operator: SignedIn & { userId: number }
const ids: Record<string, string> = {}

beforeAll(async () => {
  portal = await openTestPortal()
  const on = portal.testDatabase
  acme = await makeClient(on, { code: 'ACME' })
  birch = await makeClient(on, { code: 'BIRCH' })
  for (const [code, client, type] of [
    ['acme-a', acme, 'Client User'],
    ['acme-b', acme, 'Client Administrator'],
    ['birch-a', birch, 'Client User'],
    ['shared', 'All_client', 'Client User'],
    ['staff', 'All_client', 'Internal User'],
  ] as const)
    ids[code] = String(await makeClientRole(portal, client, { code, name: `Name of ${code}`, type }))
  await on.asOwner('update roles set active = false where role_id = $1', [ids['acme-b']])
  admin = await makeSession(on, { clients: [acme], type: 'Client Administrator' })
  both = await makeSession(on, { clients: [birch, acme], type: 'Client Administrator' })
  operator = await makeSession(on, { clients: [], type: 'Internal Administrator' })
  await on.asOwner(`update roles set code = 'x-' || code where code like 'R%'`)
})
afterAll(() => portal.close())

async function codes(as: SignedIn, client: string, query: Record<string, string> = {}) {
  const answer = await portal.call(list, { query }, { ...as, client })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(answer.body.total).toBe(answer.body.roles.length)
  return answer.body.roles.map(({ code }) => code).filter((code) => !code.startsWith('x-'))
}

describe('who sees which roles', () => {
  test('client users see roles of their clients, inactive ones too, and shared client roles', async () => {
    expect(await codes(admin, acme)).toEqual(['acme-a', 'acme-b', 'shared'])
    expect(await codes(admin, 'All_client')).toEqual(['acme-a', 'acme-b', 'shared'])
    expect(await codes(both, birch)).toEqual(['birch-a', 'shared'])
    expect(await codes(both, 'All_client')).toEqual(['acme-a', 'acme-b', 'birch-a', 'shared'])
    for (const id of ['birch-a', 'staff'])
      expect(await portal.call(list, { query: { id: ids[id] } }, { ...admin, client: acme })).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      })
    expect(await codes(admin, acme, { ids: `${ids['acme-a']},${ids['birch-a']},${ids['staff']}` })).toEqual(['acme-a'])
    expect(await codes(admin, acme, { client: birch })).toEqual([])
  })

  test('internal users see all roles, or the selected client’s and the shared ones', async () => {
    expect(await codes(operator, 'All_client')).toEqual(['acme-a', 'acme-b', 'birch-a', 'shared', 'staff'])
    expect(await codes(operator, birch)).toEqual(['birch-a', 'shared', 'staff'])
    expect(await codes(operator, 'All_client', { client: birch })).toEqual(['birch-a'])
  })

  test('a role’s user count includes only users that the caller sees', async () => {
    for (const clients of [[acme], [birch], [acme, birch]])
      await makeUser(portal.testDatabase, { clients, roleId: Number(ids['shared']) })
    await makeUser(portal.testDatabase, { clients: [], roleId: Number(ids['staff']) })
    const count = async (as: SignedIn, client: string, id: string) =>
      (await portal.call(list, { query: { id: ids[id] } }, { ...as, client })).body.roles[0]?.users
    expect(await count(admin, acme, 'shared')).toBe(2)
    expect(await count(both, 'All_client', 'shared')).toBe(3)
    expect(await count(operator, 'All_client', 'shared')).toBe(3)
    expect(await count(operator, birch, 'shared')).toBe(2)
    expect(await count(operator, 'All_client', 'staff')).toBe(1)
  })
})

describe('a page', () => {
  const as = () => ({ ...operator, client: 'All_client' })

  test('is sorted, searched and filtered, and its roles have no permissions', async () => {
    const { body } = await portal.call(
      list,
      { query: { page: '1', limit: '2', sort: 'name', desc: 'true', search: 'A: name OF' } },
      as(),
    )
    expect(body.total).toBe(2)
    expect(body.roles.map(({ code }) => code)).toEqual(['birch-a', 'acme-a'])
    expect(body.roles[0]).not.toHaveProperty('permissions')
    expect(await codes(as(), 'All_client', { type: 'Client User', search: '-a' })).toEqual(['acme-a', 'birch-a'])
    expect(await codes(as(), 'All_client', { active: 'false' })).toEqual(['acme-b'])
    expect(await codes(as(), 'All_client', { sort: 'client', search: '-' })).toEqual(['acme-a', 'acme-b', 'birch-a'])
    const second = await portal.call(list, { query: { page: '2', limit: '1', search: 'acme-' } }, as())
    expect([second.body.total, second.body.roles[0]?.code]).toEqual([2, 'acme-b'])
  })

  test('without page and limit all roles come with permissions, for an export', async () => {
    const { body } = await portal.call(list, { query: { search: '-' } }, as())
    expect(body.roles).toHaveLength(body.total)
    for (const role of body.roles) expect(role.permissions).toBeDefined()
  })

  test('specification 3: one role has its flags and its permission tree', async () => {
    const { body } = await portal.call(list, { query: { id: ids['staff'] } }, as())
    expect(body.roles[0]).toMatchObject({
      _id: ids['staff'],
      code: 'staff',
      name: 'Name of staff',
      client: 'All_client',
      type: 'Internal User',
      active: true,
      isIForce: true,
      isAdministrator: false,
      iforce_user: true,
    })
    const tree = body.roles[0]?.permissions as PermissionTree
    expect(holdsRight(tree, 'orderManagement.createNewOrder', 'Edit')).toBe(true)
    expect(holdsRight(tree, 'orderManagement.viewNewOrders', 'Enable')).toBe(false)
  })
})

describe('role types', () => {
  test.each([
    ['Internal Administrator', ['Internal Administrator', 'Internal User', 'Client Administrator', 'Client User']],
    ['Internal User', ['Internal User', 'Client User']],
    ['Client Administrator', ['Client Administrator', 'Client User']],
    ['Client User', ['Client User']],
  ] as const)('%s makes %s', async (type, expected) => {
    const as = await makeSession(portal.testDatabase, { type, clients: type.startsWith('Internal') ? [] : [acme] })
    const { body } = await portal.call(types, {}, as)
    expect(body.types.map((one) => one.type)).toEqual(expected)
  })

  test('start with the defaults that the caller holds', async () => {
    const as = await makeSession(portal.testDatabase, {
      type: 'Client Administrator',
      clients: [acme],
      holds: (leaf, right) =>
        leaf.startsWith('setUpAndControl') || (leaf === 'orderManagement.createNewOrder' && right !== 'Edit'),
    })
    const clientUser = (await portal.call(types, {}, as)).body.types.find(({ type }) => type === 'Client User')
    const tree = clientUser?.permissions as PermissionTree
    expect(holdsRight(tree, 'orderManagement.createNewOrder')).toBe(true)
    expect(holdsRight(tree, 'orderManagement.createNewOrder', 'Edit')).toBe(false)
    expect(holdsRight(tree, 'orderManagement.viewNewOrders')).toBe(false)
  })
})

describe('specification 4: whether a role exists', () => {
  const ask = async (as: SignedIn, code: string, name: string, client: string) =>
    (await portal.call(exist, { body: { code, name, client } }, { ...as, client: acme })).body.message

  test('an error message if it exists, in any case, for the client; else empty', async () => {
    expect(await ask(operator, 'ACME-A', 'nothing', acme)).toBe('A role with this code already exists')
    expect(await ask(operator, 'nothing', 'name of ACME-a', acme)).toBe('A role with this name already exists')
    expect(await ask(operator, 'acme-a', 'Name of acme-a', birch)).toBe('')
    expect(await ask(admin, 'acme-a', '', acme)).toBe('A role with this code already exists')
  })
  test('client users learn nothing about roles of other clients and of the operator', async () => {
    expect(await ask(admin, 'birch-a', 'Name of birch-a', birch)).toBe('')
    expect(await ask(admin, 'staff', 'Name of staff', 'All_client')).toBe('')
  })
})
