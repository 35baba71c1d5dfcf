import { session } from '@despatch/contract/sign-in/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeRole, makeSession, makeUser } from '../../../server/src/testing/factories.ts'
import { expectAccessibleInBoth } from '../support/colours.ts'
import { corner } from '../support/corner.ts'
import { leave, openStage, type Stage, visit, type Visitor } from '../support/portal.ts'

const UNDER = '/setup-and-control/user-administration'
const ACTIVATE = `${UNDER}/activate-user`
const STATUS = `${UNDER}/multiple-users/user-login-status`
const AMEND = `${UNDER}/multiple-users/amend-multiple-users`
const DELETE = `${UNDER}/multiple-users/delete-multiple-users`
const ADMINISTRATOR: Parameters<typeof visit>[1] = {
  type: 'Internal Administrator',
  clients: [],
  client: 'All_client',
}

const DIALOG = '[role="dialog"]'

let stage: Stage
/** An internal administrator, in one window. */
let visitor: Visitor
beforeAll(async () => {
  stage = await openStage()
  visitor = await visit(stage, ADMINISTRATOR)
})
afterAll(() => stage.close())

/** Creates users of one client and role, whose names have a common prefix. */
async function createUsers(count: number, options: { roleId?: number; client?: string } = {}) {
  const { testDatabase } = stage.portal
  const mark = `m${Math.random().toString(36).slice(2, 9)}`
  const roleId = options.roleId ?? (await makeRole(testDatabase, { holds: () => false }))
  const client = options.client ?? (await makeClient(testDatabase))
  await testDatabase.asOwner(
    `with made as (
       insert into users (username, role_id, password_hash)
       select $1 || '.' || lpad(n::text, 4, '0'), $2, 'none that matches' from generate_series(1, $3::int) n returning user_id
     ) insert into user_clients (user_id, client_code, position) select user_id, $4, 0 from made`,
    [mark, roleId, count, client],
  )
  return { mark, roleId, client }
}

async function countUsers(condition: string, values: unknown[]): Promise<number> {
  const [row] = await stage.portal.testDatabase.asOwner(
    `select count(*)::int as count from users where ${condition}`,
    values,
  )
  return Number(row?.['count'])
}

test('inactive users are activated by keyboard, and the receipt names who was refused', async () => {
  const { page } = visitor
  const { mark } = await createUsers(3)
  await stage.portal.testDatabase.asOwner(
    `update users set active = false, email = username || '@example.com', password_hash = '' where username like $1 || '%'`,
    [mark],
  )
  await visitor.go(`${ACTIVATE}?search=${mark}`)
  await page.getByText('3 users', { exact: true }).waitFor()
  await expectAccessibleInBoth(visitor.page, 'Activate Users')
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
  await page.getByText('3 users, 2 selected').waitFor()
  // Another user activates one of them meanwhile.
  await stage.portal.testDatabase.asOwner('update users set active = true where username = $1', [`${mark}.0002`])
  await page.getByRole('button', { name: 'Activate 2 users' }).click()
  await page.getByText('1 user is active now. 1 will be emailed a link to choose a password.').waitFor()
  await page.getByRole('table', { name: 'Users not activated' }).getByText(`${mark}.0002`).waitFor()
  await expectAccessibleInBoth(visitor.page, 'the receipt of an activation', '#screen')
  await page.getByText('1 user', { exact: true }).waitFor()
  expect(await countUsers('active and username like $1', [`${mark}%`])).toBe(2)
  await page.getByRole('button', { name: 'Close receipt' }).click()
})

corner('a role is given to all matches in one act, after a preview', async () => {
  const { testDatabase } = stage.portal
  const { page } = visitor
  const target = await makeRole(testDatabase, { holds: () => false })
  const [role] = await testDatabase.asOwner('select code from roles where role_id = $1', [target])
  const code = String(role?.['code'])
  const { mark } = await createUsers(1203)
  const internal = await makeRole(testDatabase, { type: 'Internal User', holds: () => false })
  const odd = await makeUser(testDatabase, { username: `${mark}.staff`, clients: [], roleId: internal })
  await testDatabase.asOwner('update users set role_id = $1 where username = $2', [target, `${mark}.0001`])

  // The browser caches the roles for a minute.
  await visitor.load(`${AMEND}?search=${mark}`)
  await page.getByText('1,204 users', { exact: true }).waitFor()
  await page.getByLabel('Select all rows that are loaded').click()
  await page.getByRole('button', { name: 'Select all 1,204 that match' }).click()
  await page.getByRole('button', { name: 'Change role of 1,204 users…' }).click()
  await page.getByRole('combobox', { name: 'Role' }).fill(code)
  await page.getByRole('option', { name: code }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText(/^1 user has this role already/).waitFor()
  await dialog.getByRole('table', { name: 'Changes' }).getByRole('cell', { name: '1,202' }).waitFor()
  const refused = dialog.getByRole('table', { name: 'Users not changed' })
  await expect
    .poll(() => refused.innerText())
    .toMatch(new RegExp(`${odd.username}\\s+A user with a client’s role belongs`))
  await expectAccessibleInBoth(visitor.page, 'what giving a role would do', DIALOG)
  await dialog.getByRole('button', { name: 'Change role of 1,202 users' }).click()
  await page.getByText('1,202 users have another role. 2 didn’t change.').waitFor()
  expect(await countUsers('role_id = $1', [target])).toBe(1203)
  expect(await countUsers('user_id = $1 and role_id = $2', [odd.id, internal])).toBe(1)
  const acts = await testDatabase.asOwner(
    `select count(distinct request_id)::int as acts from audit where act = 'user.role-given'`,
  )
  expect(acts[0]?.['acts']).toBe(1)
})

corner('many users are deleted in batches, after showing what it affects', async () => {
  const { testDatabase } = stage.portal
  const { page } = visitor
  const { mark } = await createUsers(620)
  const administrators = await makeRole(testDatabase, { type: 'Client Administrator', holds: () => false })
  const boss = await makeUser(testDatabase, { username: `${mark}.boss`, roleId: administrators })
  await makeSession(testDatabase, { userId: boss.id })
  await visitor.load(`${DELETE}?search=${mark}`)
  await page.getByText('621 users', { exact: true }).waitFor()
  await page.getByLabel(`Select ${mark}.0001`).click()
  await page.getByRole('button', { name: 'Select all 621 that match' }).click()
  await page.getByRole('button', { name: 'Delete 621 users…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1 is signed in and will be signed out.').waitFor()
  await dialog.getByText('1 is an administrator.').waitFor()
  await dialog.getByText('and 616 more').waitFor()
  await expectAccessibleInBoth(visitor.page, 'the question before many users are deleted', DIALOG)
  await expect.poll(() => page.evaluate<string>('document.activeElement?.textContent ?? ""')).toBe('Cancel')

  const pieces: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'DELETE') pieces.push(new URL(request.url()).searchParams.get('ids') ?? '')
  })
  await dialog.getByRole('button', { name: 'Delete 621 users' }).click()
  await page.getByText('621 users have been deleted.').waitFor()
  expect(pieces.map((ids) => ids.split(',').length)).toEqual([500, 121])
  expect(await countUsers('username like $1', [`${mark}%`])).toBe(0)
  await page.getByText('No user matches these filters.').waitFor()
  await expectAccessibleInBoth(visitor.page, 'Delete Multiple Users, empty', '#screen')
})

corner('a refusal half-way says in the dialog how many were deleted', async () => {
  const { page } = visitor
  const { mark } = await createUsers(520)
  let calls = 0
  await page.route('**/api/users?ids=*', (route) => {
    calls += 1
    if (calls === 1) return route.continue()
    const json = { code: 'not_found', message: '1 of the 20 users is not there.', requestId: 'r1' }
    return route.fulfill({ status: 404, json })
  })
  await visitor.go(`${DELETE}?search=${mark}`)
  await page.getByLabel(`Select ${mark}.0001`).click()
  await page.getByRole('button', { name: 'Select all 520 that match' }).click()
  await page.getByRole('button', { name: 'Delete 520 users…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 520 users' }).click()
  await page
    .getByRole('alert')
    .getByText('1 of the 20 users is not there. 500 of 520 were deleted. The others were not.')
    .waitFor()
  expect(await countUsers('username like $1', [`${mark}%`])).toBe(20)

  // Deleted users are not asked about again.
  await page.unroute('**/api/users?ids=*')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 20 users' }).click()
  await page.getByText('20 users have been deleted.').waitFor()
  expect(await countUsers('username like $1', [`${mark}%`])).toBe(0)
})

corner('deleting many can be stopped between batches, and says how many were deleted', async () => {
  const { page } = visitor
  const { mark } = await createUsers(520)
  let goOn = () => {}
  const stopped = new Promise<void>((resolve) => (goOn = resolve))
  await page.route('**/api/users?ids=*', async (route) => {
    await stopped
    await route.continue()
  })
  await visitor.go(`${DELETE}?search=${mark}`)
  await page.getByLabel(`Select ${mark}.0001`).click()
  await page.getByRole('button', { name: 'Select all 520 that match' }).click()
  await page.getByText('All 520 users that match selected').waitFor()
  await page.getByRole('button', { name: 'Delete 520 users…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete 520 users' }).click()
  await page.getByRole('button', { name: 'Stop' }).click()
  goOn()
  await page.getByRole('alert').getByText('Stopped. 500 of 520 were deleted. The others were not.').waitFor()
  await page.unroute('**/api/users?ids=*')
  expect(await countUsers('username like $1', [`${mark}%`])).toBe(20)
})

corner('users selected under one filter are not counted as matches of another', async () => {
  const { page } = visitor
  const { mark } = await createUsers(3)
  await visitor.go(`${AMEND}?search=${mark}`)
  await page.getByLabel('Select all rows that are loaded').click()
  await page.getByText('3 users, 3 selected').waitFor()
  await page.getByLabel('Username, name or email').fill(`${mark}.0002`)
  await page.getByText('1 user, 3 selected').waitFor()
  await page.getByText('3 users selected').waitFor()
  await expect.poll(() => page.getByText('that match selected').count()).toBe(0)
})

corner('one button unlocks a user everywhere; a list that fails to load says so', async () => {
  const { testDatabase } = stage.portal
  const { page } = visitor
  const { id, username } = await makeUser(testDatabase)
  await testDatabase.asOwner(
    `insert into sign_in_failures (subject, user_id, kind, scope, network, failures, first_failed_at, last_failed_at, blocked_until)
     select sha256(network::bytea), $1, 'password', 'network', network, 1204, now(), now(), until
     from (values ('203.0.113.7', now() + interval '1 hour'), ('203.0.113.8', now() - interval '1 hour')) as f (network, until)`,
    [id],
  )
  await page.route('**/api/users/sign-in-blocks', (route) =>
    route.fulfill({ status: 400, json: { code: 'unknown', message: 'Not today.', requestId: 'r1' } }),
  )
  await visitor.load(STATUS)
  const region = page.getByRole('region', { name: 'Locked out after failed sign-ins' })
  await region.getByText('Not today.').waitFor()
  await page.unroute('**/api/users/sign-in-blocks')
  await region.getByRole('button', { name: 'Try again' }).click()
  await region.getByRole('row', { name: /203\.0\.113\.8 1,204 .* Not locked now/ }).waitFor()
  await expectAccessibleInBoth(page, 'users who are locked out')
  const unlock = region.getByRole('button', { name: `Unlock ${username}` })
  await expect.poll(() => unlock.count()).toBe(1)
  await unlock.press('Enter')
  await page.getByText(`${username} can try to sign in again from everywhere.`, { exact: true }).waitFor()
  await expect.poll(() => region.count()).toBe(0)
  await expect.poll(() => page.evaluate('document.activeElement !== document.body')).toBe(true)
  expect(await testDatabase.asOwner('select 1 from sign_in_failures where user_id = $1', [id])).toEqual([])
})

test('signed-in users are listed; one or all sessions of a user are ended', async () => {
  const { testDatabase } = stage.portal
  const { page } = visitor
  const other = await makeUser(testDatabase)
  const first = await makeSession(testDatabase, { userId: other.id })
  await testDatabase.asOwner(
    `update sessions set browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', address = '10.0.0.7'
     where user_id = $1`,
    [other.id],
  )
  await visitor.go(STATUS)
  await page.getByText('Your session').waitFor()
  await visitor.go(`${STATUS}?search=${other.username}`)
  await page.getByText('1 session', { exact: true }).waitFor()
  await page.getByRole('cell', { name: 'Firefox 132 on Linux' }).waitFor()
  // Refreshed by keyboard.
  const [second, third] = await Promise.all([
    makeSession(testDatabase, { userId: other.id }),
    makeSession(testDatabase, { userId: other.id }),
  ])
  await page.keyboard.press('r')
  await page.getByText('3 sessions', { exact: true }).waitFor()

  const statusOf = async ({ token }: { token: string }) =>
    (await stage.portal.call(session.current, {}, { token })).status
  await page
    .getByRole('button', { name: `End session of ${other.username}` })
    .last()
    .click()
  await page.getByRole('dialog').getByText('This one: Firefox 132 on Linux, from 10.0.0.7').waitFor()
  await expectAccessibleInBoth(visitor.page, 'the question before a session is ended', DIALOG)
  await page.getByRole('button', { name: 'End this session' }).click()
  await page.getByText('2 sessions', { exact: true }).waitFor()
  expect(await statusOf(first)).toBe(401)
  expect(await statusOf(second)).toBe(200)

  await page
    .getByRole('button', { name: `End session of ${other.username}` })
    .first()
    .click()
  await page.getByLabel(`All sessions of ${other.username}`).check()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByText('No signed-in users match.').waitFor()
  expect(await statusOf(third)).toBe(401)
})

corner('a client administrator finds only users of their own client on these screens', async () => {
  const { page, client, go } = await visit(stage, { type: 'Client Administrator' })
  const { mark } = await createUsers(2, { client })
  const foreign = await createUsers(2)
  await makeSession(stage.portal.testDatabase)
  await stage.portal.testDatabase.asOwner(
    `update users set active = false where username in ($1 || '.0001', $2 || '.0001')`,
    [mark, foreign.mark],
  )
  for (const [path, counted] of [
    [ACTIVATE, '1 user'],
    [AMEND, '3 users'],
    [DELETE, '2 users'],
    [STATUS, '1 session'],
  ] as const) {
    await go(path)
    await page.getByText(counted, { exact: true }).waitFor()
    expect(await page.getByText(foreign.mark).count(), path).toBe(0)
  }
  await leave(page)
})
