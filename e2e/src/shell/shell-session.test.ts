import { hashToken } from '../../../server/src/http/authentication/token.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSession, makeSku, PASSWORD } from '../../../server/src/testing/factories.ts'
import { expectAccessibleInBoth } from '../support/colours.ts'
import { complaintsOf } from '../support/complaints.ts'
import { corner } from '../support/corner.ts'
import { countOrders, CREATE, createOrder, RESULTS, typeOrder } from '../support/orders.ts'
import { leave, openStage, type Stage, visit } from '../support/portal.ts'
import { openProxy } from '../support/proxy.ts'
import { localStorageOf } from '../support/storage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Sign in again to continue' })
const endSessions = (userId: number) =>
  stage.portal.testDatabase.asOwner('delete from sessions where user_id = $1', [userId])

test('if the session expires, several calls share one dialog, and all continue', async () => {
  const visitor = await visit(stage)
  const { page, userId } = visitor
  await createOrder(stage, visitor, { orderNo: 'READ-1' })
  await visitor.go(`${RESULTS}?orderRef=READ`)
  await page.getByRole('link', { name: 'READ-1' }).waitFor()
  await endSessions(userId)
  const refused: string[] = []
  page.on('response', (response) => response.status() === 401 && refused.push(new URL(response.url()).pathname))
  await page.reload()
  const dialog = dialogOf(page)
  await dialog.getByText('Your session has ended. Sign in again to continue where you were.').waitFor()
  await expect.poll(() => refused.length).toBeGreaterThanOrEqual(3)
  await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
  await expectAccessibleInBoth(page, 'the dialog')
  // Escape, the palette and shortcuts do not get past the dialog.
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect.poll(() => dialog.isVisible()).toBe(true)
  await expect.poll(() => page.getByRole('dialog').count()).toBe(1)

  await page.locator('input[name="password"]:focus').waitFor()
  expect(await dialog.getByLabel('Username').getAttribute('readonly')).not.toBeNull()
  await page.keyboard.type('not that')
  await page.keyboard.press('Enter')
  await dialog.getByText('Wrong username or password.').waitFor()
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('Sign-in has been successful!', { exact: true }).first().waitFor()
  await page.getByRole('link', { name: 'READ-1' }).waitFor()
  await page.getByText('1 order', { exact: true }).waitFor()
  await leave(visitor.page)
})

corner('leaving the dialog asks, discards drafts, and leaves nothing for the next user', async () => {
  const visitor = await visit(stage)
  const { page, client, userId } = visitor
  const SKU = await makeSku(stage.portal.testDatabase, { client })
  await visitor.go(CREATE)
  await expect.poll(() => page.getByLabel('Order reference').inputValue()).not.toBe('')
  await typeOrder(page, { SKU })
  // Stored by a screen that has not been opened since.
  await page.evaluate("sessionStorage.setItem('despatch.order-commands.1', '[{}]')")
  await endSessions(userId)
  await page.keyboard.press('Control+s')
  const dialog = dialogOf(page)
  await dialog.getByRole('button', { name: 'Sign in as someone else' }).click()
  await dialog.getByText('Discard changes? You’ll lose what you haven’t saved.').waitFor()
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await dialog.getByRole('button', { name: 'Sign in as someone else' }).click()
  await dialog.getByRole('button', { name: 'Discard changes' }).click()
  await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
  expect(await page.evaluate('Object.keys(sessionStorage).filter((key) => key.startsWith("despatch."))')).toEqual([])
  // The state of a window whose session ended in another one.
  const draft = 'despatch.draft.0.ACME.order'
  await page.evaluate(
    `Object.assign(sessionStorage, { 'despatch.tabs': '{"user":"0","tabs":[]}', '${draft}': '{"name":"Ada"}' })`,
  )
  const [user] = await stage.portal.testDatabase.asOwner('select username from users where user_id = $1', [userId])
  await page.getByLabel('Username').fill(String(user?.['username']))
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Hello, Test' }).waitFor()
  await expect.poll(() => page.evaluate<string | null>(`sessionStorage.getItem('${draft}')`)).toBeNull()
  expect(await countOrders(stage, client)).toBe(0)
  await leave(visitor.page)
})

corner('a user ends one own session, then all others, without losing the focus', async () => {
  const visitor = await visit(stage)
  const { page, userId } = visitor
  const { testDatabase } = stage.portal
  for (const address of ['203.0.113.7', '203.0.113.8', '203.0.113.9']) {
    await makeSession(testDatabase, { userId })
    await testDatabase.asOwner(`update sessions set address = $2 where user_id = $1 and address = ''`, [
      userId,
      address,
    ])
  }
  await visitor.go('/home')
  await page.getByRole('button', { name: 'your menu' }).click()
  await page.getByRole('menuitem', { name: 'Sessions' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sessions' })
  const ends = dialog.getByRole('button', { name: /^End the session from / })
  await expect.poll(() => ends.allInnerTexts()).toEqual(['End', 'End', 'End'])
  await expectAccessibleInBoth(page, 'one’s own sessions')
  const focused = () => page.evaluate<string>('document.activeElement.textContent')
  await dialog.getByRole('button', { name: 'End the session from 203.0.113.8' }).press('Enter')
  await expect.poll(() => ends.count()).toBe(2)
  await expect.poll(focused).toBe('Close')
  await dialog.getByRole('button', { name: 'Sign out everywhere else' }).press('Enter')
  await expect.poll(() => ends.count()).toBe(0)
  await expect.poll(focused).toBe('Close')
  expect(await testDatabase.asOwner('select 1 from sessions where user_id = $1', [userId])).toHaveLength(1)
  await leave(page)
})

corner('signing out in another window shows here, and signing in there continues', async () => {
  const visitor = await visit(stage)
  const { page } = visitor
  await createOrder(stage, visitor, { orderNo: 'TWO-1' })
  await visitor.go(`${RESULTS}?orderRef=TWO`)
  const other = await page.context().newPage()
  await other.goto('/home')
  await other.getByRole('button', { name: 'your menu' }).click()
  await other.getByRole('menuitem', { name: 'Sign out' }).click()
  await other.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
  await dialogOf(page).getByText('You have signed out in another window.').waitFor()
  const [user] = await stage.portal.testDatabase.asOwner('select username from users where user_id = $1', [
    visitor.userId,
  ])
  await other.getByLabel('Username').fill(String(user?.['username']))
  await other.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await other.keyboard.press('Enter')
  await other.getByRole('heading', { name: 'Hello, Test' }).waitFor()
  await dialogOf(page).waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: /^Total/ }).click()
  await expect.poll(() => page.url()).toContain('sort=totalValue')
  await page.getByRole('link', { name: 'TWO-1' }).waitFor()
  await leave(page)
})

corner('a token past half its life is replaced, and simultaneous calls continue', async () => {
  const visitor = await visit(stage)
  const { page, token, userId } = visitor
  const database = stage.portal.testDatabase
  await createOrder(stage, visitor, { orderNo: 'ROT-1' })
  await visitor.go('/home')
  await page.waitForLoadState('networkidle')
  await database.asOwner("update sessions set token_issued_at = now() - interval '16 minutes' where user_id = $1", [
    userId,
  ])
  await visitor.go(`${RESULTS}?orderRef=ROT`)
  await page.getByRole('link', { name: 'ROT-1' }).waitFor()
  await expect.poll(async () => (await localStorageOf(page))['access_token']).not.toBe(token)
  const { access_token: next = '' } = await localStorageOf(page)
  const [row] = await database.asOwner('select token_hash from sessions where user_id = $1', [userId])
  expect(row?.['token_hash']).toEqual(hashToken(next))
  // The old token is no longer used, so it may be deleted.
  await database.asOwner('update sessions set previous_token_hash = null where user_id = $1', [userId])
  await page.getByRole('button', { name: /^Total/ }).click()
  await expect.poll(() => page.url()).toContain('sort=totalValue')
  await page.getByText('1 order', { exact: true }).waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await leave(visitor.page)
})

test('an unreachable server is reported with Try again, and the session is not lost', async () => {
  const proxy = await openProxy(stage.portal.url)
  const visitor = await visit(stage, { browser: { baseURL: proxy.url } })
  const { page } = visitor
  const unreachable = 'We can’t reach the server. Check your connection and try again.'
  await createOrder(stage, visitor, { orderNo: 'GONE-1' })
  await visitor.go(`${RESULTS}?orderRef=GONE`)
  await page.getByRole('link', { name: 'GONE-1' }).waitFor()
  await proxy.stop()
  await page.getByRole('button', { name: /^Total/ }).click()
  await page.getByRole('alert').getByText(unreachable).waitFor()
  await proxy.start()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('link', { name: 'GONE-1' }).waitFor()

  // The code of this screen was never loaded: it must neither crash nor reload.
  await proxy.stop()
  await page.getByRole('tab', { name: 'Home' }).click()
  await page.getByRole('heading', { name: 'This screen couldn’t be loaded' }).waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText(unreachable).nth(1).waitFor()
  await proxy.start()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Hello, Test' }).waitFor()
  await leave(visitor.page)
  await proxy.stop()
})

corner('a page from before a release reloads once, and its draft stays', async () => {
  const visitor = await visit(stage)
  const { page } = visitor
  await visitor.go(CREATE)
  await page.getByLabel('Last name').fill('Lovelace')
  const complaints = complaintsOf(page)
  let loads = 0
  page.on('load', () => (loads += 1))
  let isReleased = false
  // The palette is preloaded when the browser is idle.
  let isPaletteThere = false
  await page.route('**/assets/**', (route) =>
    isReleased && (isPaletteThere || !route.request().url().includes('palette'))
      ? route.continue()
      : route.fulfill({ status: 404 }),
  )
  page.on('request', (request) => (isReleased ||= request.isNavigationRequest()))
  // Hovering a link preloads its screen, which must not reload the page.
  const link = page.getByRole('link', { name: 'Order & Returns Enquiry' })
  await page.getByRole('button', { name: 'Reports & Enquiries' }).click()
  await link.hover()
  await page.waitForLoadState('networkidle')
  expect(loads).toBe(0)
  await link.click()
  await page.getByRole('heading', { name: 'Order & Returns Enquiry' }).waitFor()
  expect(loads).toBe(1)
  await expect.poll(() => page.getByText('OOPS!').count()).toBe(0)
  expect(complaints.filter((text) => !/404|Failed to fetch dynamically|Unable to preload/.test(text))).toEqual([])
  await page.getByRole('tab', { name: 'Create New Order' }).click()
  await expect.poll(() => page.getByLabel('Last name').inputValue()).toBe('Lovelace')

  // The palette is not a screen, but behaves the same.
  isReleased = false
  isPaletteThere = true
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await expect.poll(() => loads).toBe(2)
  await leave(visitor.page)
})
