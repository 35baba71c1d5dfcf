import { contract } from '@despatch/contract/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { makeClientRole } from '../../testing/roles.ts'
import { openTestPortal, refusalOf, type TestPortal } from '../../testing/test-portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await openTestPortal()
})
afterAll(() => portal.close())

test('if one role changed since it was shown, none of the selected is deleted', async () => {
  const client = await makeClient(portal.testDatabase)
  const admin = await makeSession(portal.testDatabase, { clients: [client], type: 'Client Administrator' })
  const ids = [await makeClientRole(portal, client), await makeClientRole(portal, client)].join(',')
  const versionsNow = async () => {
    const { roles } = (await portal.call(contract.roles.list, { query: { ids } }, admin)).body
    const versionOf = new Map(roles.map(({ _id, version }) => [_id, version]))
    return ids
      .split(',')
      .map((id) => versionOf.get(id))
      .join(',')
  }
  const shown = await versionsNow()
  const [, changed] = ids.split(',')
  await portal.testDatabase.asOwner('update roles set version = version + 1 where role_id = $1', [changed])
  const remove = (versions: string) => portal.call(contract.roles.remove, { query: { ids, versions } }, admin)
  const refused = await remove(shown)
  expect(refused.status).toBe(409)
  expect(refusalOf(refused).message).toContain('so none were deleted. Reload to see their changes')
  expect((await remove('1')).status).toBe(400)
  expect((await remove(await versionsNow())).body).toMatchObject({ deleted: 2 })
})
