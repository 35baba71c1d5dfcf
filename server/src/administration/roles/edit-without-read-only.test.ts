import { contract } from '@despatch/contract/contract'
import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import { isTicked, permissionTree, type PermissionTree } from '@despatch/domain/administration/roles/permissions'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeClient, makeRole, makeSession } from '../../testing/factories.ts'
import { roleBody } from '../../testing/roles.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { roles, orders } = contract
const VIEW: LeafPath = 'orderManagement.viewNewOrders'
let portal: TestPortal
let acme: string
let operator: SignedIn
beforeAll(async () => {
  portal = await openTestPortal()
})
beforeEach(async () => {
  acme = await makeClient(portal.testDatabase)
  operator = {
    ...(await makeSession(portal.testDatabase, { type: 'Internal Administrator', clients: [] })),
    client: acme,
  }
})
afterAll(() => portal.close())

const editAlone = permissionTree((leaf, right) => leaf === VIEW && right === 'Edit')

test('a role stored with Edit alone opens no call, neither to read nor to change', async () => {
  const caller = await makeSession(portal.testDatabase, {
    clients: [acme],
    holds: (leaf, right) => leaf === VIEW && right === 'Edit',
  })
  const refused = { status: 403, body: { code: 'unauthorized_access' } }
  expect(await portal.call(orders.list, { body: {} }, caller)).toMatchObject(refused)
  expect(await portal.send(orders.release, { body: { orders: ['A1'] } }, caller)).toMatchObject(refused)
})

test('Edit without Read Only cannot be saved; the message says what to tick', async () => {
  const body = roleBody({ client: acme, permissions: editAlone })
  const answers = [
    await portal.call(roles.create, { body }, operator),
    await portal.call(roles.update, { body: { ...body, _id: '1', version: 1 } }, operator),
  ]
  for (const answer of answers)
    expect(answer).toMatchObject({
      status: 400,
      body: {
        code: 'validation_failed',
        fields: [
          {
            path: `permissions.${VIEW}.Edit`,
            message: expect.stringMatching(/^View New Orders has Edit without ‘Read Only’/),
          },
        ],
      },
    })
})

test('a role stored with Edit alone is shown as stored', async () => {
  const id = await makeRole(portal.testDatabase, { holds: (leaf, right) => leaf === VIEW && right === 'Edit' })
  const { body } = await portal.call(roles.list, { query: { id: String(id) } }, { ...operator, client: 'All_client' })
  const stored = body.roles[0]?.permissions as PermissionTree
  expect([isTicked(stored, VIEW, 'Edit'), isTicked(stored, VIEW, 'Read Only')]).toEqual([true, false])
})
