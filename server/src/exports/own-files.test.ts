import { contract } from '@despatch/contract/contract'
import { exportsRoom } from '@despatch/contract/route/exports'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeClient, makeRole, makeSession, makeSku } from '../testing/factories.ts'
import { orderBody } from '../testing/order-body.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../testing/test-portal.ts'

const { export: exportPerson, exportErasures } = contract['personal-data']

let portal: TestPortal
let clients: string[]
let staff: SignedIn
beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  clients = [await makeClient(portal.testDatabase), await makeClient(portal.testDatabase)]
  for (const client of clients) {
    const as = await makeSession(portal.testDatabase, { clients: [client] })
    const SKU = await makeSku(portal.testDatabase, { client })
    expect((await portal.call(contract.orders.create, { body: orderBody({ SKU, orderNo: 'P-1' }) }, as)).status).toBe(
      200,
    )
  }
  staff = { ...(await makeSession(portal.testDatabase, { clients: [], type: 'Internal User' })), client: ALL_CLIENTS }
})

const elsewhere = (text: string, values: unknown[]) => portal.testDatabase.asOwner(text, values)
const orders = () => clients.map((clientCode) => ({ clientCode, orderNumber: 'P-1' }))
/** Makes a file of the orders' person, as a user. */
async function fileMade(as: SignedIn, of: object[] = orders()): Promise<string> {
  const { status, body } = await portal.send(exportPerson, { body: { orders: of, format: 'csv' } }, as)
  expect(status).toBe(200)
  await expect
    .poll(() => elsewhere('select status from export_jobs where export_id = $1', [body.exportId]), { timeout: 60_000 })
    .toEqual([{ status: 'Succeeded' }])
  return body.exportId
}
const fetched = async (exportId: string, as: SignedIn) => {
  const { status } = await fetch(`${portal.url}/api/exports/file?exportId=${exportId}`, {
    headers: { access_token: as.token, client: as.client ?? '' },
  })
  return status
}
const listed = async (as: SignedIn) =>
  (await portal.call(exportsRoom.list, {}, as)).body.exports.map(({ exportId }) => exportId)

test('staff fetch a person’s data they exported, for any selected client; nobody else does', async () => {
  const file = await fileMade(staff)
  for (const client of [ALL_CLIENTS, ...clients]) expect(await fetched(file, { ...staff, client })).toBe(200)
  expect(await listed(staff)).toEqual([file])
  const others = [
    { ...(await makeSession(portal.testDatabase, { clients: [], type: 'Internal User' })), client: ALL_CLIENTS },
    await makeSession(portal.testDatabase, { clients: [String(clients[0])] }),
    { ...(await makeSession(portal.testDatabase, { clients })), client: ALL_CLIENTS },
  ]
  for (const as of others) {
    expect(await fetched(file, as)).toBe(404)
    expect(await listed(as)).toEqual([])
  }
})

test('staff fetch a file about one client, and the list of erasures, that they requested', async () => {
  const file = await fileMade({ ...staff, client: String(clients[0]) }, orders().slice(0, 1))
  expect(await fetched(file, staff)).toBe(200)
  const list = await portal.call(exportErasures, {}, staff)
  await expect.poll(() => fetched(list.body.exportId, staff), { timeout: 60_000 }).toBe(200)
})

test('a file of all clients stays its maker’s after one of them is closed', async () => {
  const file = await fileMade(staff)
  await elsewhere('update clients set active = false where client_code = $1', [clients[0]])
  expect(await listed(staff)).toEqual([file])
  for (const client of [ALL_CLIENTS, String(clients[1])]) expect(await fetched(file, { ...staff, client })).toBe(200)
  const again = await portal.call(exportsRoom.again, { body: { exportId: file } }, staff)
  expect(again.status).toBe(200)
})

test('staff who became client users cannot fetch the files that they made before', async () => {
  const file = await fileMade(staff)
  const roleId = await makeRole(portal.testDatabase)
  const [row] = await elsewhere('select user_id from export_jobs where export_id = $1', [file])
  const userId = row?.['user_id']
  await elsewhere('update users set role_id = $2 where user_id = $1', [userId, roleId])
  await elsewhere('insert into user_clients (user_id, client_code, position) select $1, unnest($2::text[]), 0', [
    userId,
    clients,
  ])
  expect(await fetched(file, staff)).toBe(404)
})

test('a user of two clients fetches a file of both until one is withdrawn', async () => {
  const user = { ...(await makeSession(portal.testDatabase, { clients })), client: ALL_CLIENTS }
  const file = await fileMade(user)
  for (const client of [ALL_CLIENTS, ...clients]) expect(await fetched(file, { ...user, client })).toBe(200)
  await elsewhere(`update clients set menu_options = '{}' where client_code = $1`, [clients[1]])
  for (const client of [ALL_CLIENTS, String(clients[0])]) expect(await fetched(file, { ...user, client })).toBe(404)
  await elsewhere('update clients set menu_options = null where client_code = $1', [clients[1]])
  expect(await fetched(file, user)).toBe(200)
  await elsewhere('delete from user_clients where client_code = $1', [clients[1]])
  expect(await fetched(file, user)).toBe(404)
})
