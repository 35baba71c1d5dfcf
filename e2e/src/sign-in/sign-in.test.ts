import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeUser, PASSWORD } from '../../../server/src/testing/factories.ts'
import { complaintsOf } from '../support/complaints.ts'
import { CORNER, corner } from '../support/corner.ts'
import { CREATE } from '../support/orders.ts'
import { expectAccessible, leave, openStage, openWindow, type Stage } from '../support/portal.ts'
import { openProxy } from '../support/proxy.ts'
import { localStorageOf } from '../support/storage.ts'
import { holdTimers, letTimersGo, SECOND_MS } from '../support/timers.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const newWindow = (baseURL?: string) => openWindow(stage, baseURL === undefined ? {} : { baseURL })

/** By keyboard: the username has the focus when the page opens. */
async function type(page: Page, username: string, password: string): Promise<void> {
  await page.locator('input[name="username"]:focus').waitFor()
  await page.keyboard.type(username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
}

test('by keyboard, to the requested address; storage holds only what the specification names', async () => {
  const { username, clients, id } = await makeUser(stage.portal.testDatabase)
  const page = await newWindow()
  const complaints = complaintsOf(page)
  await page.goto(`${CREATE}?from=a%20link`)
  await page.waitForURL(/\/sign-in\?/)
  await type(page, username, PASSWORD)
  await page.getByText('Sign-in has been successful!', { exact: true }).first().waitFor()
  await page.getByRole('heading', { name: 'Create New Order' }).waitFor()
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toMatch(
    new RegExp(`^${CREATE}\\?from=a(%20|\\+)link$`),
  )

  const storage = await localStorageOf(page)
  const own = Object.keys(storage).filter((key) => !key.startsWith('despatch.') && !key.startsWith('mantine-'))
  expect(own.toSorted()).toEqual(['access_token', 'associatedSMaRTClient', 'client', 'clients', 'user'])
  // Also the secret by which the next sign-in recognises the browser. Alone it opens nothing.
  expect(storage['despatch.device']).toMatch(/\S{20,}/)
  expect(storage['despatch.device']).not.toContain(storage['access_token'])
  const user = JSON.parse(storage['user'] ?? '') as Record<string, unknown>
  expect(Object.keys(user).toSorted()).toEqual([
    '_id',
    'first_name',
    'last_name',
    'mfa_required',
    'otp_enabled',
    'role',
    'username',
  ])
  expect(Object.keys(user['role'] as object).toSorted()).toEqual([
    '_id',
    'iforce_user',
    'isAdministrator',
    'name',
    'permissions',
    'sees',
  ])
  expect(user['_id']).toBe(String(id))
  const [client = ''] = clients
  expect(JSON.parse(storage['clients'] ?? '')).toEqual([
    {
      code: client,
      name: `Client ${client}`,
      currencyCode: 'GBP',
      withheld: [],
      switchedOff: [],
      sees: { costs: true, capacities: true, otherMethods: true, staffNames: true },
    },
  ])
  expect([storage['client'], storage['associatedSMaRTClient']]).toEqual([client, client])
  expect(JSON.stringify(storage)).not.toContain(PASSWORD)

  // While signed in there is no sign-in screen.
  await page.goto('/sign-in')
  await page.waitForURL('**/home')
  await page.getByRole('button', { name: 'your menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
  const left = Object.keys(await localStorageOf(page))
  for (const key of ['user', 'access_token', 'clients', 'client']) expect(left).not.toContain(key)
  expect(left).toContain('despatch.device')
  const [session] = await stage.portal.testDatabase.asOwner('select count(*)::int from sessions where user_id = $1', [
    id,
  ])
  expect(session?.['count']).toBe(0)
  await page.goBack()
  await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
  expect(complaints).toEqual([])
  await leave(page)
})

test('a wrong password is reported and focused; after too many, a countdown runs', async () => {
  const { username } = await makeUser(stage.portal.testDatabase)
  const page = await newWindow()
  await holdTimers(page, SECOND_MS)
  await page.goto('/')
  const password = page.getByLabel('Password', { exact: true })
  const submit = page.locator('button[type=submit]')
  await type(page, username, 'not that')
  await page.getByText('Wrong username or password.').waitFor()
  await page.locator('input[name="password"]:focus').waitFor()
  // Typing replaces the wrong password.
  await expect
    .poll(() => page.evaluate('document.activeElement.selectionEnd - document.activeElement.selectionStart'))
    .toBe(8)
  await stage.portal.testDatabase.asOwner(
    "update sign_in_failures set blocked_until = now() + interval '30 seconds', failures = 4",
  )
  await password.press('Enter')
  await page.getByText(/^Too many attempts\. Try again in \d+ seconds\.$/).waitFor()
  await expect.poll(() => submit.isDisabled()).toBe(true)
  await expect.poll(() => submit.innerText()).toMatch(/^Wait \d+ s$/)
  await expectAccessible(page, 'waiting to sign in')
  const left = async () => Number(/^Wait (\d+) s$/.exec(await submit.innerText())?.[1])
  const before = await left()
  await letTimersGo(page)
  await expect.poll(left).toBe(before - 1)
  await stage.portal.testDatabase.asOwner('update sign_in_failures set blocked_until = now()')
  await expect.poll(() => letTimersGo(page).then(() => submit.innerText()), { interval: 10 }).toBe('Sign in')
  await expect.poll(() => page.getByText('Too many attempts').count()).toBe(0)
  await password.fill(PASSWORD)
  await password.press('Enter')
  await page.getByRole('heading', { name: 'Hello, Test' }).waitFor()
  await leave(page)
})

test.each(['//example.com/', 'https://example.com/', '/\\example.com'])(
  'signing in does not lead to %s',
  { tags: CORNER },
  async (to) => {
    const { username } = await makeUser(stage.portal.testDatabase)
    const page = await newWindow()
    const complaints = complaintsOf(page)
    await page.goto(`/sign-in?to=${encodeURIComponent(to)}`)
    await type(page, username, PASSWORD)
    await page.getByRole('heading', { name: 'Hello, Test' }).waitFor()
    expect(page.url()).toBe(`${stage.portal.url}/home`)
    expect(complaints).toEqual([])
    await leave(page)
  },
)

corner('staff start with all clients', async () => {
  const database = stage.portal.testDatabase
  const { username } = await makeUser(database, { type: 'Internal Administrator', clients: [] })
  await makeClient(database)
  const page = await newWindow()
  await page.goto('/')
  await type(page, username, PASSWORD)
  await page.getByRole('heading', { name: 'Hello, Test' }).waitFor()
  const storage = await localStorageOf(page)
  expect(storage['client']).toBe('All_client')
  expect(storage['associatedSMaRTClient']).toBeUndefined()
  await expect.poll(() => page.getByRole('combobox', { name: 'Client' }).inputValue()).toBe('Add All')
  await leave(page)
})

corner('what the client withholds is not in the menu, opened or found', async () => {
  const database = stage.portal.testDatabase
  const [open, narrow] = [await makeClient(database), await makeClient(database)]
  await database.asOwner('update clients set menu_options = $2, order_returns_enquiry = false where client_code = $1', [
    narrow,
    ['orderManagement.viewNewOrders', 'reportsAndEnquiries.orderAndReturnsEnquiry'],
  ])
  const { username } = await makeUser(database, { clients: [open, narrow] })
  const page = await newWindow()
  await page.goto(CREATE)
  await type(page, username, PASSWORD)
  await page.getByRole('heading', { name: 'Create New Order' }).waitFor()
  await page.evaluate(`localStorage.setItem('clients', JSON.stringify(
    JSON.parse(localStorage.getItem('clients')).map(({ withheld, ...client }) => client),
  ))`)
  await page.reload()
  await page.getByRole('heading', { name: 'Create New Order' }).waitFor()
  const choice = page.getByRole('combobox', { name: 'Client' })
  await choice.click()
  await page.getByRole('option', { name: narrow }).click()
  await page.getByRole('heading', { name: 'You don’t have access to Create New Order' }).waitFor()
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await menu.getByRole('button', { name: 'Order Management' }).waitFor()
  await menu.getByLabel('Filter the menu').fill('order')
  await menu.getByRole('link', { name: 'View New Orders' }).waitFor()
  await expect.poll(() => menu.getByRole('link', { name: 'Create New Order' }).count()).toBe(0)
  await expect.poll(() => menu.getByRole('link', { name: 'Order & Returns Enquiry' }).count()).toBe(0)
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog')
  await page.keyboard.type('order')
  await palette.getByText('View New Orders').first().waitFor()
  await expect.poll(() => palette.getByText('Order & Returns Enquiry').count()).toBe(0)
  await leave(page)
})

corner('a proxy that drops the token header is named, with the setting to change', async () => {
  const { username } = await makeUser(stage.portal.testDatabase)
  const proxy = await openProxy(stage.portal.url, { dropsUnderscores: true })
  const page = await newWindow(proxy.url)
  await page.goto('/')
  await type(page, username, PASSWORD)
  await page.getByText(/The proxy in front of it drops headers with underscores.*underscores_in_headers on/).waitFor()
  expect((await localStorageOf(page))['access_token']).toBeUndefined()
  await leave(page)
  await proxy.stop()
})

corner('an unreachable server is reported, and signing in works once it is back', async () => {
  const { username } = await makeUser(stage.portal.testDatabase)
  const proxy = await openProxy(stage.portal.url)
  const page = await newWindow(proxy.url)
  await page.goto('/')
  await page.locator('input[name="username"]:focus').waitFor()
  await proxy.stop()
  await type(page, username, PASSWORD)
  await page.getByText('We can’t reach the server. Check your connection and try again.').waitFor()
  await proxy.start()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Hello, Test' }).waitFor()
  await leave(page)
  await proxy.stop()
})
