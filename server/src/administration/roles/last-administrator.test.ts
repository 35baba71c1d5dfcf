import { contract } from '@despatch/contract/contract'
import { holdsRight, permissionTree } from '@despatch/domain/administration/roles/permissions'
import { defaultPermissions } from '@despatch/domain/administration/roles/role-types'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeSession, makeUser } from '../../testing/factories.ts'
import { updatedRoleBody, makeClientRole } from '../../testing/roles.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'
import { canAdministerPortal } from './last-administrator.ts'

const { list, update } = contract.roles
const WITHOUT_USERS = { permissions: permissionTree((leaf) => !leaf.endsWith('.manageUsers')) }
let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())

/** An internal administrator with their own role. */
async function administrator(): Promise<{ as: SignedIn; userId: number; roleId: number }> {
  const roleId = await makeClientRole(portal, 'All_client', { type: 'Internal Administrator', holds: () => true })
  const { id } = await makeUser(portal.testDatabase, { clients: [], roleId })
  return {
    as: { ...(await makeSession(portal.testDatabase, { userId: id })), client: 'All_client' },
    userId: id,
    roleId,
  }
}
async function read(roleId: number, as: SignedIn) {
  const { body } = await portal.call(list, { query: { id: String(roleId) } }, as)
  return body.roles[0] ?? expect.fail(JSON.stringify(body))
}

describe('one administrator always stays', () => {
  test.each([
    ['made inactive', { active: false }],
    ['made ordinary', { type: 'Internal User' as const }],
    ['kept from users', WITHOUT_USERS],
  ])('of two whose roles are %s by each other at once, one stays', async (_what, given) => {
    for (let round = 0; round < 3; round++) {
      const [one, two] = [await administrator(), await administrator()]
      // Lock the administrators of earlier rounds.
      await portal.testDatabase.asOwner('update users set locked = true where user_id <> all ($1)', [
        [one.userId, two.userId],
      ])
      const [roleOne, roleTwo] = [await read(one.roleId, one.as), await read(two.roleId, two.as)]
      const answers = await Promise.all([
        portal.call(update, { body: updatedRoleBody(roleTwo, given) }, one.as),
        portal.call(update, { body: updatedRoleBody(roleOne, given) }, two.as),
      ])
      const statuses = answers.map(({ status }) => status).toSorted()
      expect(statuses[0], JSON.stringify(answers.map(({ body }) => body))).toBe(200)
      // The second change is refused; if the first finishes early enough, the second caller is no longer let in.
      expect([401, 403, 409]).toContain(statuses[1])
      const refused = answers.find(({ status }) => status === 409)
      if (refused) expect(refused.body).toMatchObject({ code: 'in_use' })
    }
  })

  test('one changes the other’s role, the other deletes the user: one stays', async () => {
    for (let round = 0; round < 3; round++) {
      const [one, two] = [await administrator(), await administrator()]
      await portal.testDatabase.asOwner('update users set locked = true where user_id <> all ($1)', [
        [one.userId, two.userId],
      ])
      const roleTwo = await read(two.roleId, one.as)
      const answers = await Promise.all([
        portal.call(update, { body: updatedRoleBody(roleTwo, { active: false }) }, one.as),
        portal.call(contract.users.remove, { query: { id: String(one.userId) } }, two.as),
      ])
      expect(answers.map(({ status }) => status).toSorted()[0]).toBe(200)
      const left = await portal.testDatabase.asOwner(
        'select username from users join roles using (role_id) where users.active and not locked and roles.active',
      )
      expect(left).toHaveLength(1)
    }
  })

  test('with another administrator left, an administrator’s role may be reduced', async () => {
    const [one, two] = [await administrator(), await administrator()]
    const role = await read(two.roleId, one.as)
    expect((await portal.call(update, { body: updatedRoleBody(role, WITHOUT_USERS) }, one.as)).status).toBe(200)
  })
})

test('active internal administrators with Edit on users and roles count', () => {
  const role = { type: 'Internal Administrator' as const, active: true, permissions: permissionTree(() => true) }
  expect(canAdministerPortal(role)).toBe(true)
  expect(canAdministerPortal({ ...role, permissions: defaultPermissions('Internal Administrator') })).toBe(true)
  expect(canAdministerPortal({ ...role, active: false })).toBe(false)
  expect(canAdministerPortal({ ...role, type: 'Internal User' })).toBe(false)
  for (const entry of ['manageUsers', 'rolesAndPermissions']) {
    const permissions = permissionTree((leaf, right) => right !== 'Edit' || !leaf.endsWith(`.${entry}`))
    expect(holdsRight(permissions, `setUpAndControl.userAdministration.${entry}`)).toBe(true)
    expect(canAdministerPortal({ ...role, permissions })).toBe(false)
  }
})
