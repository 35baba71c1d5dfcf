import { session } from '@despatch/contract/sign-in/session'
import { users } from '@despatch/contract/administration/users/users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeRole, makeUser } from '../../../server/src/testing/factories.ts'
import { expectAccessibleInBoth } from '../support/colours.ts'
import { copied, noteCopies } from '../support/copied.ts'
import { corner } from '../support/corner.ts'
import { tabTo } from '../support/keyboard.ts'
import { leave, openStage, type Stage, visit, type Visitor } from '../support/portal.ts'
import { quietOf } from '../support/quiet.ts'
import { localStorageOf } from '../support/storage.ts'
import { filterBy } from '../support/filters.ts'

const MANAGE = '/setup-and-control/user-administration/manage-users'
const ADMINISTRATOR: Parameters<typeof visit>[1] = {
  type: 'Internal Administrator',
  clients: [],
  client: 'All_client',
}

const DIALOG = '[role="dialog"]'

let stage: Stage
/** An internal administrator, shared by tests that do not change them. */
let admin: Visitor
beforeAll(async () => {
  stage = await openStage()
  admin = await visit(stage, ADMINISTRATOR)
})
afterAll(() => stage.close())

const addUser = (options: Parameters<typeof makeUser>[1] = {}) => makeUser(stage.portal.testDatabase, options)

/** Reads a user through the call, as an internal administrator. */
async function userNamed(username: string) {
  const { body } = await stage.portal.call(users.list, { query: { search: username } }, admin)
  return body.users.find((user) => user.username === username) ?? expect.fail(`no user ${username}`)
}

test('a user is created by keyboard, with a temporary password that must be replaced', async () => {
  const browser = { permissions: ['clipboard-write'] }
  const visitor = await visit(stage, { ...ADMINISTRATOR, browser })
  await noteCopies(visitor.page)
  const { page } = visitor
  const client = await makeClient(stage.portal.testDatabase, { name: 'Lamps of York' })
  const roleId = await makeRole(stage.portal.testDatabase, { holds: (leaf) => leaf.startsWith('orderManagement') })
  const [role] = await stage.portal.testDatabase.asOwner('select code from roles where role_id = $1', [roleId])
  const taken = await addUser()
  await visitor.go(MANAGE)
  await tabTo(page, 'Add user')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'New User' }).waitFor()
  await expect.poll(() => page.getByRole('tab', { selected: true }).innerText()).toContain('New User')

  await tabTo(page, 'Username')
  await page.keyboard.type(taken.username.toUpperCase())
  await page
    .getByText(/already|taken/i)
    .first()
    .waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('grace.hopper')
  await page.getByText('This username is available').waitFor()
  await tabTo(page, 'First name')
  await page.keyboard.type('Grace')
  await tabTo(page, 'Last name')
  await page.keyboard.type('Hopper')
  await tabTo(page, 'Role')
  await page.keyboard.type(String(role?.['code']))
  // The list may contain it before the typed text has selected it.
  await page.locator('[data-combobox-selected]', { hasText: String(role?.['code']) }).waitFor()
  await page.keyboard.press('Enter')
  await tabTo(page, 'Clients')
  await page.keyboard.type('Lamps of York')
  await page.getByRole('option', { name: 'Lamps of York' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await tabTo(page, 'Generate')
  await page.keyboard.press('Enter')
  const temporary = page.getByLabel('Temporary password', { exact: true })
  await expect.poll(() => temporary.inputValue()).toMatch(/^\w{5}-\w{5}-\w{5}-\w{5}$/)
  const password = await temporary.inputValue()
  await page.getByText('It is shown once more after saving.').waitFor()
  await expectAccessibleInBoth(visitor.page, 'New User')
  // Drafts are stored in the browser; passwords must not be.
  expect(await page.evaluate<string>('JSON.stringify({ ...sessionStorage, ...localStorage })')).not.toContain(password)
  await page.keyboard.press('Control+s')
  await page.getByText('Data added successfully.').first().waitFor()
  await page.getByRole('heading', { name: 'User grace.hopper' }).waitFor()
  const handed = page.getByRole('dialog', { name: 'Temporary password of grace.hopper' })
  await expect.poll(() => handed.getByLabel('The password').inputValue()).toBe(password)
  await expectAccessibleInBoth(visitor.page, 'a password to hand over', DIALOG)
  await tabTo(page, 'Copy')
  await page.keyboard.press('Enter')
  await handed.getByRole('button', { name: 'Copied' }).waitFor()
  await expect.poll(() => copied(page)).toBe(password)
  await page.keyboard.press('Escape')
  await handed.waitFor({ state: 'detached' })
  await expect.poll(() => page.getByRole('tab', { selected: true }).innerText()).toContain('User grace.hopper')
  await expect.poll(() => page.getByRole('tab', { name: 'New User' }).count()).toBe(0)
  await expect.poll(() => page.getByLabel('Temporary password', { exact: true }).inputValue()).toBe('')

  expect(await userNamed('grace.hopper')).toMatchObject({
    first_name: 'Grace',
    active: true,
    isTemporaryPassword: true,
    client: [{ code: client }],
    role: { _id: String(roleId) },
  })
  const signedIn = await stage.portal.call(session.signIn, { body: { username: 'grace.hopper', password } })
  expect(signedIn.body).toMatchObject({ isTemporaryPasswordReset: false })
  await leave(visitor.page)
})

corner('the list is filtered and sorted, and its address follows', async () => {
  const { page } = admin
  const mark = `mark${Date.now()}`
  const names = ['a', 'b', 'c'].map((letter) => `${mark}.${letter}`)
  for (const username of names) await addUser({ username })
  await stage.portal.testDatabase.asOwner('update users set locked = true where username = $1', [names[1]])
  await admin.go(MANAGE)
  await page.getByText(/^\d+ users$/).waitFor()
  await expect.poll(() => page.getByLabel('Rows a page').inputValue()).toBe('10')
  await page.keyboard.press('/')
  await page.keyboard.type(mark)
  await page.getByText('3 users', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Username' }).first().click()
  await expect.poll(() => page.getByRole('row').nth(1).innerText()).toContain(names[2])
  expect(new URL(page.url()).searchParams.get('search')).toBe(mark)
  expect(new URL(page.url()).searchParams.get('order')).toBe('desc')

  await filterBy(page, 'Locked')
  await page.getByRole('combobox', { name: 'Locked' }).click()
  await page.getByRole('option', { name: 'Yes' }).click()
  await page.getByText('1 user', { exact: true }).waitFor()
  await page.getByRole('cell', { name: 'Locked' }).waitFor()
  await expectAccessibleInBoth(page, 'Manage Users')
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('lock')).toBeNull()
})

corner('a user’s side panel and record open by keyboard', async () => {
  const { page } = admin
  const quiet = quietOf(page)
  const { username } = await addUser()
  await admin.go(`${MANAGE}?search=${username}`)
  await page.getByText('1 user', { exact: true }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Space')
  await page.getByRole('dialog').getByText('Chosen by the user').waitFor()
  await expectAccessibleInBoth(page, 'a look at a user', DIALOG)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: `User ${username}` }).waitFor()
  await page.getByRole('heading', { name: 'History' }).waitFor()
  await quiet()
  await expectAccessibleInBoth(page, 'a user')
})

corner('a colleague’s changes are shown by field, and nothing is lost', async () => {
  const { page } = admin
  const { username, id } = await addUser()
  await admin.go(`${MANAGE}?user=${id}`)
  await page.getByLabel('First name').fill('Mine')
  await page.getByLabel('Email').fill('mine@example.com')

  const before = await userNamed(username)
  const { client, role, ...rest } = before
  const { _id, version, last_name, power_bi_username, domain_username, active, lock } = rest
  const others = await stage.portal.call(
    users.update,
    {
      body: {
        _id,
        version,
        username,
        phone_number: '0123',
        power_bi_username,
        domain_username,
        active,
        lock,
        first_name: 'Theirs',
        last_name,
        email: '',
        role: role._id,
        client: client.map(({ code }) => code),
      },
    },
    admin,
  )
  expect(others.status).toBe(200)

  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Someone else changed this user').waitFor()
  const table = page.getByRole('table', { name: 'Conflicting changes' })
  await expect.poll(() => table.innerText()).toMatch(/First name\s+Mine\s+Theirs[\s\S]*Phone number\s+Empty\s+0123/)
  await expect.poll(() => table.getByText('Email').count()).toBe(0)
  await expectAccessibleInBoth(page, 'a conflict', '#screen')
  await page.getByRole('radiogroup', { name: 'Keep for First name' }).getByText('Theirs').click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Theirs')
  await expect.poll(() => page.getByLabel('Phone number').inputValue()).toBe('0123')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Data updated successfully.').first().waitFor()
  expect(await userNamed(username)).toMatchObject({
    first_name: 'Theirs',
    email: 'mine@example.com',
    phone_number: '0123',
  })
})

test('a user is locked, signed out everywhere and deleted, and the history shows it', async () => {
  const { page } = admin
  const other = await visit(stage)
  const [row] = await stage.portal.testDatabase.asOwner('select username from users where user_id = $1', [other.userId])
  const username = String(row?.['username'])
  await admin.go(`${MANAGE}?user=${other.userId}`)
  await page.getByRole('table', { name: 'Sessions' }).waitFor()
  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByText('Not signed in.').first().waitFor()
  const { status } = await stage.portal.call(session.current, {}, other)
  expect(status).toBe(401)

  await page.getByLabel('Locked').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Data updated successfully.').first().waitFor()
  expect(await userNamed(username)).toMatchObject({ lock: true })
  await page.getByText('Amended a user').waitFor()

  await page.getByRole('button', { name: 'Delete user…' }).click()
  await page.getByRole('dialog').getByText('You can’t undo this').waitFor()
  await expectAccessibleInBoth(page, 'the question before a user is deleted', DIALOG)
  await page.getByRole('button', { name: 'Delete the user' }).click()
  await page.getByText('Data deleted successfully.').first().waitFor()
  await page.getByRole('heading', { name: 'Manage Users' }).waitFor()
  await expect.poll(() => page.getByRole('tab', { name: `User ${username}` }).count()).toBe(0)
  await admin.load(`${MANAGE}?user=${other.userId}`)
  await page.getByText('User not found.').waitFor()
  await leave(other.page)
})

corner('saving oneself updates the stored user; own role and lock cannot be changed', async () => {
  const visitor = await visit(stage, ADMINISTRATOR)
  const { page } = visitor
  await visitor.go(`${MANAGE}?user=${visitor.userId}`)
  await page.getByLabel('First name').waitFor()
  await expect.poll(() => page.getByRole('combobox', { name: 'Role' }).isDisabled()).toBe(true)
  for (const name of [/^Active/, /^Locked/])
    await expect.poll(() => page.getByRole('switch', { name }).isDisabled()).toBe(true)
  await expect.poll(() => page.getByRole('button', { name: 'Delete user…' }).isDisabled()).toBe(true)
  await page.getByLabel('First name').fill('Renamed')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Data updated successfully.').first().waitFor()
  await expect.poll(async () => JSON.parse((await localStorageOf(page))['user'] ?? '{}').first_name).toBe('Renamed')
  await page.getByRole('button', { name: /Renamed/ }).waitFor()
  await leave(visitor.page)
})

corner('a save succeeds even if the session cannot be reloaded', async () => {
  const visitor = await visit(stage, ADMINISTRATOR)
  const { page } = visitor
  await visitor.go(`${MANAGE}?user=${visitor.userId}`)
  await page.getByLabel('First name').fill('Renamed')
  const crashes: Error[] = []
  page.on('pageerror', (error) => crashes.push(error))
  const asked = page.waitForRequest('**/api/session')
  await page.route('**/api/session', (route) => route.abort())
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Data updated successfully.').first().waitFor()
  await asked
  await page.getByText('Unsaved changes').waitFor({ state: 'detached' })
  await page.getByText('Amended a user').waitFor()
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  expect(crashes).toEqual([])
  await leave(visitor.page)
})

corner('users are found from the palette, if one may see them', async () => {
  const { username } = await addUser()
  const [visitor, other] = [await visit(stage, ADMINISTRATOR), await visit(stage, { holds: () => false })]
  for (const { page, go } of [visitor, other]) {
    await go('/home')
    await page.keyboard.press('Control+k')
    await page.keyboard.type(username)
  }
  await visitor.page.getByRole('button', { name: `Find users ${username}` }).waitFor()
  await visitor.page.locator('.mantine-Spotlight-action', { hasText: 'Test User' }).waitFor()
  // Above: the user, and an order whose number the text may be.
  await visitor.page.keyboard.press('ArrowUp')
  await visitor.page.locator('[data-selected]', { hasText: `Find users ${username}` }).waitFor()
  await visitor.page.keyboard.press('Enter')
  await visitor.page.getByText('1 user', { exact: true }).waitFor()
  await visitor.page.getByRole('link', { name: username }).waitFor()
  await other.page.getByText('No matches. Try').waitFor()
  await Promise.all([visitor, other].map((who) => leave(who.page)))
})

corner('a client administrator sees own clients’ users only, and gives no more rights', async () => {
  const small = await makeRole(stage.portal.testDatabase, {
    holds: (leaf) => leaf === 'orderManagement.createNewOrder',
  })
  const mighty = await makeRole(stage.portal.testDatabase)
  const visitor = await visit(stage, {
    type: 'Client Administrator',
    holds: (leaf) => leaf.startsWith('setUpAndControl') || leaf === 'orderManagement.createNewOrder',
  })
  const { page, client } = visitor
  const own = await addUser({ clients: [client], roleId: small })
  const beyond = await addUser({ clients: [client], roleId: mighty })
  const foreign = await addUser()
  await visitor.go(MANAGE)
  await page.getByText('3 users', { exact: true }).waitFor()
  await page.getByRole('link', { name: own.username }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: foreign.username }).count()).toBe(0)
  await visitor.go(`${MANAGE}?user=${foreign.id}`)
  await page.getByText('User not found.').waitFor()

  await visitor.go(`${MANAGE}?user=${beyond.id}`)
  await page.getByText(/You can view this user, but not change them\. .*more than your own access/).waitFor()
  await expect.poll(() => page.getByLabel('First name').count()).toBe(0)
  await expectAccessibleInBoth(visitor.page, 'a user to read', '#screen')

  await visitor.go(`${MANAGE}?user=${own.id}`)
  await page.getByRole('combobox', { name: 'Role' }).click()
  const refused = page.getByRole('option', { name: /This is more than your own access/ }).first()
  await refused.waitFor()
  await expect.poll(() => refused.getAttribute('data-combobox-disabled')).toBe('true')
  await page.keyboard.press('Escape')
  await page.getByLabel('Phone number').fill('020 7946 0000')
  await page.keyboard.press('Control+s')
  await page.getByText('Data updated successfully.').first().waitFor()
  await leave(visitor.page)
})

corner('closing the tab of a changed form asks, for each record', async () => {
  const { page } = admin
  const [one, two] = [await addUser(), await addUser()]
  await admin.go(`${MANAGE}?user=${one.id}`)
  await page.getByLabel('First name').waitFor()
  await admin.go(`${MANAGE}?user=${two.id}`)
  await page.getByRole('heading', { name: `User ${two.username}` }).waitFor()
  await page.getByLabel('First name').fill('Half typed')
  await page.getByRole('tab', { selected: true }).focus()
  await page.keyboard.press('Delete')
  await page.getByRole('dialog', { name: `Leave User ${two.username}?` }).waitFor()
  await page.getByRole('button', { name: 'Stay' }).click()
  // Switching tabs asks nothing and loses nothing.
  await page.getByRole('tab', { name: `User ${one.username}` }).click()
  await page.getByRole('heading', { name: `User ${one.username}` }).waitFor()
  await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Test')
  await page.getByRole('tab', { name: `User ${two.username}` }).click()
  await page.getByText('Your earlier draft has been restored.').waitFor()
  await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Half typed')
})
