import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { updatedRoleBody, roleBody } from '../../testing/roles.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'

const { create, update } = contract.roles
const ALL = { costs: true, capacities: true, otherMethods: true, staffNames: true }
const NO_COSTS = { ...ALL, costs: false }
let portal: TestPortal
let acme: string
let operator: SignedIn
/** Of ACME; the role hides costs. */
let administrator: SignedIn & { client: string; userId: number }

beforeAll(async () => {
  portal = await openTestPortal()
})
beforeEach(async () => {
  const on = portal.testDatabase
  acme = await makeClient(on)
  operator = { ...(await makeSession(on, { clients: [], type: 'Internal Administrator' })), client: acme }
  administrator = await makeSession(on, { clients: [acme], type: 'Client Administrator' })
  await on.asOwner(
    `update roles set visibility = '{"costs": false}' where role_id = (select role_id from users where user_id = $1)`,
    [administrator.userId],
  )
})
afterAll(() => portal.close())

test('a role shows everything by default; a change without visibility keeps it; history tells', async () => {
  const created = await portal.call(create, { body: roleBody({ client: acme }) }, operator)
  expect(created.body.role.sees).toEqual(ALL)
  const less = await portal.call(update, { body: updatedRoleBody(created.body.role, { sees: NO_COSTS }) }, operator)
  expect(less).toMatchObject({ status: 200, body: { role: { sees: NO_COSTS } } })
  const renamed = await portal.call(update, { body: updatedRoleBody(less.body.role, { name: 'Clerks' }) }, operator)
  expect(renamed.body.role.sees).toEqual(NO_COSTS)
  expect(
    await portal.testDatabase.asOwner('select before, after from audit where record = $1 order by audit_id', [
      `role:${created.body.role._id}`,
    ]),
  ).toMatchObject([
    {},
    { before: { sees: null }, after: { sees: 'Capacities, Other carriers and methods, Names of staff' } },
    { after: { name: 'Clerks' } },
  ])
})

test('a role cannot show more than its maker’s; by default it shows the same', async () => {
  const body = roleBody({ client: acme })
  expect((await portal.call(create, { body }, administrator)).body.role.sees).toEqual(NO_COSTS)
  expect(await portal.call(create, { body: roleBody({ client: acme, sees: ALL }) }, administrator)).toMatchObject({
    status: 403,
    body: { code: 'unauthorized_access', message: 'This shows more than you can see: Costs' },
  })
  const wider = await portal.call(create, { body: roleBody({ client: acme }) }, operator)
  expect(
    await portal.call(update, { body: updatedRoleBody(wider.body.role, { sees: NO_COSTS }) }, administrator),
  ).toMatchObject({ status: 403 })
})
