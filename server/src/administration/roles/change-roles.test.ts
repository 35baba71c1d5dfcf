import { contract } from '@despatch/contract/contract'
import type { Role } from '@despatch/contract/administration/roles/roles'
import { permissionTree } from '@despatch/domain/administration/roles/permissions'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeClient, makeSession, makeSku, makeUser } from '../../testing/factories.ts'
import { orderBody } from '../../testing/order-body.ts'
import { updatedRoleBody, onlyOrders, roleBody, makeClientRole } from '../../testing/roles.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { list, create, update, remove } = contract.roles
const ORDERS = 'orderManagement.createNewOrder'
let portal: TestPortal
let acme: string
let birch: string
let admin: SignedIn & { userId: number }
let operator: SignedIn & { userId: number }

beforeAll(async () => {
  portal = await openTestPortal()
})
beforeEach(async () => {
  const on = portal.testDatabase
  acme = await makeClient(on)
  birch = await makeClient(on)
  admin = await makeSession(on, { clients: [acme], type: 'Client Administrator' })
  operator = { ...(await makeSession(on, { clients: [], type: 'Internal Administrator' })), client: 'All_client' }
})
afterAll(() => portal.close())

const read = async (id: number | string, as: SignedIn = operator): Promise<Role> => {
  const { body } = await portal.call(list, { query: { id: String(id) } }, as)
  return body.roles[0] ?? expect.fail(JSON.stringify(body))
}
const auditOf = (id: number | string) =>
  portal.testDatabase.asOwner(
    'select client_code, act, object, before, after, by_name from audit where record = $1 order by audit_id',
    [`role:${id}`],
  )

describe('creating a role', () => {
  test('a new role is complete and audited; permissions left out are false', async () => {
    const permissions = { orderManagement: { createNewOrder: { Enable: true } } }
    const body = { ...roleBody({ client: acme, mfaRequired: true }), permissions }
    const created = await portal.send(create, { body }, admin)
    expect(created).toMatchObject({
      status: 200,
      body: { message: 'Data added successfully.', role: { client: acme, version: 1, users: 0, mfaRequired: true } },
    })
    const role = await read(created.body.role._id, admin)
    expect(role).toEqual(created.body.role)
    expect(role.permissions).toEqual(permissionTree((leaf, right) => leaf === ORDERS && right === 'Enable'))
    expect(await auditOf(role._id)).toMatchObject([
      {
        client_code: acme,
        act: 'role.created',
        object: `role ${body.code}`,
        before: null,
        after: { code: body.code, client: acme, mfaRequired: true, permissions: 'Create New Order (Enable)' },
      },
    ])
  })

  test('code and name are unique per client, in any case', async () => {
    const body = roleBody({ client: acme })
    await portal.call(create, { body }, admin)
    const again = (given: Parameters<typeof roleBody>[0]) =>
      portal.call(create, { body: roleBody(given) }, { ...operator, client: 'All_client' })
    expect(await again({ client: acme, code: body.code.toUpperCase() })).toMatchObject({
      status: 409,
      body: { code: 'already_exists', message: 'A role with this code already exists', fields: [{ path: 'code' }] },
    })
    expect(await again({ client: acme, name: body.name.toUpperCase() })).toMatchObject({
      status: 409,
      body: { code: 'already_exists', message: 'A role with this name already exists', fields: [{ path: 'name' }] },
    })
    expect(await again({ client: birch, code: body.code, name: body.name })).toMatchObject({ status: 200 })
  })

  test('an unknown client, or an internal role of one client, is refused on the field', async () => {
    for (const given of [{ client: 'NOBODY' }, { client: acme, type: 'Internal User' as const }])
      expect(await portal.call(create, { body: roleBody(given) }, operator)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed', fields: [{ path: 'client' }] },
      })
  })

  test('for another client of the caller’s it is created and audited there', async () => {
    const as = await makeSession(portal.testDatabase, { clients: [acme, birch], type: 'Client Administrator' })
    const created = await portal.call(create, { body: roleBody({ client: birch }) }, { ...as, client: acme })
    expect(created.status).toBe(200)
    expect(await auditOf(created.body.role._id)).toMatchObject([{ client_code: birch }])
    await portal.testDatabase.asOwner('update clients set menu_options = $1 where client_code = $2', [[ORDERS], birch])
    expect(await portal.call(create, { body: roleBody({ client: birch }) }, { ...as, client: acme })).toMatchObject({
      status: 403,
    })
  })
})

describe('nobody grants more than they hold', () => {
  test.each([
    ['a type beyond', () => ({ client: acme, type: 'Internal User' as const }), 'internal'],
    ['a role of another client', () => ({ client: birch }), 'another client'],
    ['a role of all clients', () => ({ client: 'All_client' }), 'Only the operator'],
  ])('%s is refused for a client administrator, when creating and when changing', async (_what, given, words) => {
    const refused = await portal.call(create, { body: roleBody(given()) }, admin)
    expect(refused).toMatchObject({ status: 403, body: { code: 'unauthorized_access' } })
    expect(String((refused.body as { message?: string }).message)).toContain(words)
    const role = await read(await makeClientRole(portal, acme))
    expect(await portal.call(update, { body: updatedRoleBody(role, given()) }, admin)).toMatchObject({ status: 403 })
    expect(await read(role._id)).toEqual(role)
  })

  test('permissions that the caller lacks are refused by name in new and changed roles', async () => {
    const poor = await makeSession(portal.testDatabase, {
      clients: [acme],
      type: 'Client Administrator',
      holds: (leaf, right) => leaf.startsWith('setUpAndControl') || (leaf === ORDERS && right !== 'Edit'),
    })
    const message = 'This is more than your own access: Create New Order (Edit)'
    expect(await portal.call(create, { body: roleBody({ client: acme }) }, poor)).toMatchObject({
      status: 403,
      body: { message },
    })
    const rich = await read(await makeClientRole(portal, acme))
    const nothing = permissionTree(() => false)
    for (const refused of [
      await portal.call(update, { body: updatedRoleBody(rich, { permissions: nothing }) }, poor),
      await portal.call(remove, { query: { id: rich._id } }, poor),
    ])
      expect(refused).toMatchObject({ status: 403, body: { message } })
    const plain = await read(await makeClientRole(portal, acme, { holds: () => false }))
    expect(
      await portal.call(update, { body: updatedRoleBody(plain, { permissions: permissionTree(onlyOrders) }) }, poor),
    ).toMatchObject({ status: 403, body: { message } })
    const readable = permissionTree((leaf, right) => leaf === ORDERS && right !== 'Edit')
    expect((await portal.call(update, { body: updatedRoleBody(plain, { permissions: readable }) }, poor)).status).toBe(
      200,
    )
  })

  test('users who are no administrators give no administrator role', async () => {
    const staff = await makeSession(portal.testDatabase, { clients: [], type: 'Internal User' })
    const body = roleBody({ client: acme, type: 'Client Administrator' })
    expect(await portal.call(create, { body }, { ...staff, client: 'All_client' })).toMatchObject({ status: 403 })
  })

  test('permissions that the client withholds cannot be added; roles with them can be changed', async () => {
    const role = await read(await makeClientRole(portal, acme))
    await portal.testDatabase.asOwner(
      `update clients set disabled_objects = '{"${ORDERS}": "Stocktaking"}' where client_code = $1`,
      [acme],
    )
    expect(await portal.call(create, { body: roleBody({ client: acme }) }, admin)).toMatchObject({ status: 403 })
    expect(
      (await portal.call(update, { body: updatedRoleBody(role, { name: `New ${role.code}` }) }, admin)).status,
    ).toBe(200)
  })

  test('another client’s role cannot be read, changed or deleted', async () => {
    const foreign = await read(await makeClientRole(portal, birch))
    expect(await portal.call(update, { body: updatedRoleBody(foreign, { client: acme }) }, admin)).toMatchObject({
      status: 404,
    })
    expect(await portal.call(remove, { query: { id: foreign._id } }, admin)).toMatchObject({ status: 404 })
    const own = await makeClientRole(portal, acme)
    expect(await portal.call(remove, { query: { ids: `${own},${foreign._id}` } }, admin)).toMatchObject({ status: 404 })
    expect(await read(own)).toBeTruthy()
  })
})

describe('changing a role', () => {
  test('applies to the next call of everyone who has it', async () => {
    const roleId = await makeClientRole(portal, acme)
    const user = await makeUser(portal.testDatabase, { clients: [acme], roleId })
    const as = { ...(await makeSession(portal.testDatabase, { userId: user.id })), client: acme }
    const SKU = await makeSku(portal.testDatabase, { client: acme })
    const order = () => portal.call(contract.orders.create, { body: orderBody({ SKU }) }, as)
    expect((await order()).status).toBe(200)
    const role = await read(roleId)
    const changed = await portal.call(
      update,
      { body: updatedRoleBody(role, { permissions: permissionTree(() => false) }) },
      admin,
    )
    expect(changed).toMatchObject({
      status: 200,
      body: { message: 'Data updated successfully.', role: { version: role.version + 1, users: 1 } },
    })
    expect((await order()).status).toBe(403)
    const closed = await portal.call(update, { body: updatedRoleBody(changed.body.role, { active: false }) }, admin)
    expect(closed.body.message).toBe('Data updated successfully. 1 user who has this role can no longer sign in.')
    expect((await order()).status).toBe(401)
  })

  test('audits the fields that differ, with grants in words', async () => {
    const role = await read(await makeClientRole(portal, acme))
    const permissions = permissionTree((leaf, right) => leaf === 'orderManagement.viewNewOrders' && right !== 'Edit')
    await portal.call(update, { body: updatedRoleBody(role, { name: 'Lookers', permissions }) }, admin)
    expect(await auditOf(role._id)).toMatchObject([
      {
        act: 'role.amended',
        client_code: acme,
        before: { name: role.name, permissions: 'Create New Order (Enable, Read Only, Edit)' },
        after: { name: 'Lookers', permissions: 'View New Orders (Enable, Read Only)' },
      },
    ])
  })

  test('an old version is refused, and so is one of two changes at once', async () => {
    const role = await read(await makeClientRole(portal, acme))
    const both = await Promise.all(
      ['One', 'Two'].map((name) => portal.call(update, { body: updatedRoleBody(role, { name }) }, admin)),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'version_conflict' })
  })

  test('to a code or name that exists is refused on the field', async () => {
    const other = await read(await makeClientRole(portal, acme))
    const role = await read(await makeClientRole(portal, acme))
    expect(
      await portal.call(update, { body: updatedRoleBody(role, { code: other.code.toLowerCase() }) }, admin),
    ).toMatchObject({
      status: 409,
      body: { fields: [{ path: 'code' }] },
    })
    expect(await portal.call(update, { body: updatedRoleBody(role, { name: other.name }) }, admin)).toMatchObject({
      status: 409,
      body: { fields: [{ path: 'name' }] },
    })
  })

  test('of the caller’s own role may not change the caller’s rights', async () => {
    const roleId = await makeClientRole(portal, acme, { type: 'Client Administrator', holds: () => true })
    const me = await makeUser(portal.testDatabase, { clients: [acme], roleId })
    const as = { ...(await makeSession(portal.testDatabase, { userId: me.id })), client: acme }
    const role = await read(roleId)
    for (const given of [
      { permissions: permissionTree((leaf) => leaf !== ORDERS) },
      { type: 'Client User' as const },
      { active: false },
    ])
      expect(await portal.call(update, { body: updatedRoleBody(role, given) }, as)).toMatchObject({
        status: 422,
        body: { code: 'unprocessable' },
      })
    expect((await portal.call(update, { body: updatedRoleBody(role, { name: `${role.name} 2` }) }, as)).status).toBe(
      200,
    )
    expect(
      (await portal.call(update, { body: updatedRoleBody(await read(roleId), { active: false }) }, admin)).status,
    ).toBe(200)
  })

  test('between internal and client is refused while users have the role', async () => {
    const id = await makeClientRole(portal, 'All_client', { type: 'Client User' })
    const { username } = await makeUser(portal.testDatabase, { clients: [acme], roleId: id })
    const role = await read(id)
    const refused = await portal.call(update, { body: updatedRoleBody(role, { type: 'Internal User' }) }, operator)
    expect(refused).toMatchObject({ status: 409, body: { code: 'in_use' } })
    expect((refused.body as { message?: string }).message).toContain(`1 user has this role: ${username}.`)
    await portal.testDatabase.asOwner('delete from users where role_id = $1', [id])
    expect(
      (await portal.call(update, { body: updatedRoleBody(role, { type: 'Internal User' }) }, operator)).status,
    ).toBe(200)
  })

  test('to a client that not all its users belong to is refused', async () => {
    const id = await makeClientRole(portal, 'All_client')
    const role = await read(id)
    await makeUser(portal.testDatabase, { clients: [acme, birch], roleId: id })
    const outsider = await makeUser(portal.testDatabase, { clients: [birch], roleId: id })
    expect(await portal.call(update, { body: updatedRoleBody(role, { client: acme }) }, operator)).toMatchObject({
      status: 409,
      body: { code: 'in_use' },
    })
    await portal.testDatabase.asOwner('delete from users where user_id = $1', [outsider.id])
    const moved = await portal.call(update, { body: updatedRoleBody(role, { client: acme }) }, operator)
    expect(moved).toMatchObject({ status: 200, body: { role: { client: acme } } })
    expect(await auditOf(id)).toMatchObject([{ client_code: acme, before: { client: 'All_client' } }])
  })
})

describe('deleting roles', () => {
  test('by id or ids, each with its audit row', async () => {
    const ids = [
      await makeClientRole(portal, acme),
      await makeClientRole(portal, acme),
      await makeClientRole(portal, acme),
    ]
    expect(await portal.call(remove, { query: { id: String(ids[0]) } }, admin)).toMatchObject({
      status: 200,
      body: { message: 'Data deleted successfully.', deleted: 1 },
    })
    expect(await portal.call(remove, { query: { ids: `${ids[1]},${ids[2]},${ids[1]}` } }, admin)).toMatchObject({
      status: 200,
      body: { deleted: 2 },
    })
    for (const id of ids)
      expect(await auditOf(id)).toMatchObject([
        { act: 'role.deleted', client_code: acme, after: null, before: { client: acme } },
      ])
    for (const query of [{}, { id: '1', ids: '1,2' }])
      expect((await portal.call(remove, { query }, admin)).status).toBe(400)
  })

  test('a role that users have is refused with their names, and nothing is deleted', async () => {
    const [free, used] = [await makeClientRole(portal, acme), await makeClientRole(portal, acme, { name: 'Packers' })]
    for (const username of ['c', 'a', 'b'])
      await makeUser(portal.testDatabase, { username: `${acme}.${username}`, clients: [acme], roleId: used })
    expect(await portal.call(remove, { query: { id: String(used) } }, admin)).toMatchObject({
      status: 409,
      body: { code: 'in_use', message: `3 users have this role: ${acme}.a, ${acme}.b, ${acme}.c` },
    })
    const many = await portal.call(remove, { query: { ids: `${free},${used}` } }, admin)
    expect((many.body as { message?: string }).message).toMatch(/: Packers: 3 users have this role: /)
    expect(await read(free)).toBeTruthy()
  })

  test('users that the caller cannot see are not named', async () => {
    const shared = await makeClientRole(portal, acme)
    await makeUser(portal.testDatabase, { username: `${birch}.hidden`, clients: [birch], roleId: shared })
    expect(await portal.call(remove, { query: { id: String(shared) } }, admin)).toMatchObject({
      status: 409,
      body: { message: '1 user has this role: 1 you can’t see here' },
    })
  })
})
