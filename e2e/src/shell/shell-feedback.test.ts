import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '../../../server/src/testing/factories.ts'
import { expectAccessibleInBoth } from '../support/colours.ts'
import { complaintsOf } from '../support/complaints.ts'
import { corner } from '../support/corner.ts'
import { createOrder, ORDER, RESULTS } from '../support/orders.ts'
import { expectAccessible, leave, openStage, type Stage, visit } from '../support/portal.ts'
import { holdTimers, letTimersGo, SHOWN_MS } from '../support/timers.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const SIGNED_IN = 'Sign-in has been successful!'

/** Ends the session and signs in again, which is the shortest way to a notification. */
async function signInAgain(page: Page, userId: number, sortBy: string): Promise<void> {
  // No other call may find the session ended.
  await page.getByText('1 order', { exact: true }).waitFor()
  await page.waitForLoadState('networkidle')
  await stage.portal.testDatabase.asOwner('delete from sessions where user_id = $1', [userId])
  await page.getByRole('columnheader', { name: sortBy }).getByRole('button').click()
  const dialog = page.getByRole('dialog', { name: 'Sign in again to continue' })
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
}

test('a notification shows once for three seconds at top centre, and stays in the list', async () => {
  const visitor = await visit(stage)
  const { page, userId } = visitor
  await holdTimers(page, SHOWN_MS)
  await createOrder(stage, visitor, { orderNo: 'NOTE-1' })
  await visitor.go(`${RESULTS}?orderRef=NOTE`)
  await page.getByRole('link', { name: 'NOTE-1' }).waitFor()
  const shown = page.locator('.toast', { hasText: SIGNED_IN })
  await signInAgain(page, userId, 'Total')
  await shown.waitFor()
  const box = await shown.boundingBox()
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - 960)).toBeLessThan(10)
  // It covers the tab bar only: the search above and the title below stay visible.
  const bar = await page.getByRole('tablist').boundingBox()
  const title = await page.locator('h1').first().boundingBox()
  expect(box?.y).toBeGreaterThanOrEqual(bar?.y ?? 0)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(title?.y ?? 0)
  expect(box?.height).toBeLessThan(48)
  expect(box?.width).toBeLessThan(360)
  await signInAgain(page, userId, 'Units')
  expect(await shown.count()).toBe(1)
  await letTimersGo(page)
  await shown.waitFor({ state: 'hidden' })

  // Once it is hidden, the same text may be shown again.
  await signInAgain(page, userId, 'Despatch')
  await shown.waitFor()
  const bell = page.getByRole('button', { name: 'Notifications', exact: true })
  await expect.poll(() => page.getByRole('log').getAttribute('aria-live')).toBe('polite')
  await expect.poll(() => page.getByRole('log').innerText()).toContain(`Done: ${SIGNED_IN}`)
  await bell.press('Enter')
  const list = page.getByRole('list', { name: 'Newest first' })
  await expect.poll(() => list.getByRole('listitem').count()).toBeGreaterThanOrEqual(2)
  await expectAccessibleInBoth(page, 'the list of notifications')
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'hidden' })
  await page
    .locator('button:focus', { hasText: '' })
    .and(page.getByRole('button', { name: 'Notifications', exact: true }))
    .waitFor()
  expect(await shown.count()).toBe(1)
  await letTimersGo(page)
  await shown.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Notifications', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Clear' }).click()
  await page.getByText('No notifications yet.').waitFor()
  await leave(visitor.page)
})

corner('a crashed screen shows the specification’s text, and Go back leads home', async () => {
  const visitor = await visit(stage)
  const { page } = visitor
  await page.route('**/api/orders/consolidated', (route) =>
    route.fulfill({ json: { Orders: [{ orderDate: 'no date' }], hasMore: false } }),
  )
  await page.goto(RESULTS)
  await page.getByRole('heading', { name: 'OOPS!', exact: true }).waitFor()
  await page.getByText('Something Went Wrong', { exact: true }).waitFor()
  await expectAccessibleInBoth(page, 'the crash screen')
  // Only the screen crashed, not the frame.
  await expect.poll(() => page.getByRole('navigation', { name: 'Menu' }).isVisible()).toBe(true)
  await page.getByRole('link', { name: 'Go back' }).press('Enter')
  await page.getByRole('heading', { name: 'Hello, Test' }).waitFor()
  expect(page.url()).toBe(`${stage.portal.url}/home`)
  await leave(visitor.page)
})

corner('colours and row height are chosen by keyboard, and survive a reload', async () => {
  const visitor = await visit(stage)
  const { page } = visitor
  await createOrder(stage, visitor, { orderNo: 'LOOK-1' })
  await visitor.go(`${RESULTS}?orderRef=LOOK`)
  const scheme = () => page.locator('html').getAttribute('data-mantine-color-scheme')
  const rowHeight = async () => (await page.locator('tr[data-index="0"]').boundingBox())?.height
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(rowHeight).toBe(36)
  const menu = page.getByRole('button', { name: 'your menu' })
  await menu.press('Enter')
  await page.getByRole('menuitemradio', { name: 'Dark' }).press('Enter')
  await expect.poll(scheme).toBe('dark')
  await page.getByRole('menuitemradio', { name: 'Comfortable' }).press('Enter')
  await expect.poll(rowHeight).toBe(44)
  await expectAccessible(page, 'the menu of the user')
  await page.reload()
  await expect.poll(rowHeight).toBe(44)
  await expect.poll(() => scheme()).toBe('dark')
  // The script comes before the portal's own, so that a dark page never flashes white.
  expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toContain('dark')
  await menu.press('Enter')
  await page.getByRole('menuitemradio', { name: 'System' }).press('Enter')
  await expect.poll(scheme).toBe('light')
  await page.keyboard.press('Escape')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(scheme).toBe('dark')
  await leave(visitor.page)
})

test('home shows client, role and recently opened records; opening screens logs no errors', async () => {
  const visitor = await visit(stage)
  const { page, client } = visitor
  const complaints = complaintsOf(page)
  const orderNo = await createOrder(stage, visitor, { orderNo: 'SEEN-1' })
  await visitor.go(`${ORDER}?orderNumber=${orderNo}`)
  await visitor.go(RESULTS)
  await visitor.go('/no-such-screen')
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await page.getByRole('tab', { name: 'Home' }).click()
  await page.getByRole('heading', { name: 'Hello, Test' }).waitFor()
  await page.getByText(new RegExp(`^Client ${client} \\(${client}\\) · R[0-9A-F]+$`)).waitFor()
  const recent = page.getByRole('region', { name: 'Recently opened' })
  expect(await recent.getByRole('link').allInnerTexts()).toEqual([`Order ${orderNo}`])
  await recent.getByRole('link').press('Enter')
  await page.getByRole('heading', { name: `Order ${orderNo}` }).waitFor()
  await page.getByRole('button', { name: 'your menu' }).click()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.keyboard.press('Escape')
  expect(complaints).toEqual([])
  await leave(visitor.page)
})

test('in forced colours, what is chosen can still be seen', async () => {
  const visitor = await visit(stage)
  const { page } = visitor
  for (const orderNo of ['SEE-1', 'SEE-2']) await createOrder(stage, visitor, { orderNo })
  await page.emulateMedia({ forcedColors: 'active' })
  await visitor.go('/order-management/view-new-orders')
  await page.locator('tr[data-index="0"] input[type=checkbox]').check()
  const styleOf = (selector: string, property: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector(${JSON.stringify(selector)})).${property}`)
  const groundOf = (row: number) => styleOf(`tr[data-index="${row}"] input[type=checkbox]`, 'backgroundColor')
  expect(await groundOf(0)).not.toBe(await groundOf(1))
  for (const chosen of ['[role=tab][aria-selected=true]', '[data-tab][aria-pressed=true]', 'nav [aria-current=page]'])
    expect(await styleOf(chosen, 'outlineStyle'), chosen).toBe('solid')
  await page.emulateMedia({ forcedColors: null })
  await leave(page)
})
