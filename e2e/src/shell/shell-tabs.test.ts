import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser } from '../../../server/src/testing/factories.ts'
import { corner } from '../support/corner.ts'
import { CREATE, ENQUIRY } from '../support/orders.ts'
import { expectAccessible, leave, openStage, type Stage, visit } from '../support/portal.ts'
import { holdTimers, SHOWN_MS } from '../support/timers.ts'

const MANAGE = '/setup-and-control/user-administration/manage-users'
const ADMINISTRATOR: Parameters<typeof visit>[1] = {
  type: 'Internal Administrator',
  clients: [],
  client: 'All_client',
}

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** Whether a tab is completely visible in the bar. */
async function isInView(tab: Locator): Promise<boolean> {
  const [bar, own] = await Promise.all([
    tab.page().getByRole('tablist', { name: 'Open tabs' }).boundingBox(),
    tab.boundingBox(),
  ])
  return bar !== null && own !== null && own.x >= bar.x - 1 && own.x + own.width <= bar.x + bar.width + 1
}

/** The focused element: its tag and text, or the path of its field. */
const focused = (page: Page) =>
  page.evaluate<string>(
    `(({ tagName, dataset, textContent }) => tagName + ' ' + (dataset.path ?? textContent.trim()))(document.activeElement)`,
  )

test('the active tab stays in view, and a menu lists the hidden ones', async () => {
  const visitor = await visit(stage, ADMINISTRATOR)
  const { page } = visitor
  const users = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      makeUser(stage.portal.testDatabase, { username: `a.user.with.a.long.name.${at}.${Date.now()}` }),
    ),
  )
  await visitor.go('/home')
  const more = page.getByRole('button', { name: 'All tabs' })
  await expect.poll(() => more.count()).toBe(0)
  for (const { id } of users) await visitor.go(`${MANAGE}?user=${id}`)
  const selected = page.getByRole('tab', { selected: true })
  const last = users.at(-1)?.username ?? ''
  await expect.poll(() => selected.innerText()).toContain(last)
  await expect.poll(() => isInView(selected)).toBe(true)
  await page.reload()
  await expect.poll(() => selected.innerText()).toContain(last)
  await expect.poll(() => isInView(selected)).toBe(true)
  await page.setViewportSize({ width: 1000, height: 800 })
  await expect.poll(() => isInView(selected)).toBe(true)

  // Home stays in view; the other tabs scroll behind it.
  await expect.poll(() => isInView(page.getByRole('tab', { name: 'Home' }))).toBe(true)
  await expect.poll(() => isInView(page.getByRole('tab').nth(1))).toBe(false)
  await more.press('Enter')
  await page.getByRole('menuitem', { name: 'Home' }).waitFor()
  await expect.poll(() => page.getByRole('menuitem').count()).toBe(users.length + 1)
  await expectAccessible(page, 'the menu of tabs', 'html')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => selected.innerText()).toContain(users[0]?.username)
  await expect.poll(() => isInView(selected)).toBe(true)
  // A tab at the other end whose title is known at once, so that its size stays after the router restores the
  // scrolling.
  await visitor.go('/home')
  await visitor.go('/setup-and-control/client-administration/client-list')
  await expect.poll(() => selected.innerText()).toContain('Client List')
  await page.getByRole('heading', { name: 'Client List' }).waitFor()
  await expect.poll(() => isInView(selected)).toBe(true)
  await leave(visitor.page)
})

test('a new screen takes the lost focus: its heading, or its first field', async () => {
  const visitor = await visit(stage, ADMINISTRATOR)
  const { page } = visitor
  const { username } = await makeUser(stage.portal.testDatabase)
  await visitor.go(`${MANAGE}?search=${username}`)
  // On a new page, the first Tab skips to the screen.
  expect(await focused(page)).toMatch(/^BODY/)
  await page.getByText('1 user', { exact: true }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await expect.poll(() => focused(page)).toBe(`H1 User ${username}`)

  await page.goBack()
  await expect.poll(() => focused(page)).toBe('H1 Manage Users')
  await page.getByRole('button', { name: 'Add user' }).click()
  await expect.poll(() => focused(page)).toBe('INPUT username')
  await page.goBack()
  await expect.poll(() => focused(page)).toBe('H1 Manage Users')
  // Mouse users see no focus ring on the heading.
  expect(await page.evaluate(`document.activeElement.matches(':focus-visible')`)).toBe(false)
  await leave(visitor.page)
})

corner('leaving a typed draft by Back or closing its tab says that it is stored', async () => {
  const visitor = await visit(stage)
  const { page } = visitor
  // It stays until it is closed, so a slow machine cannot miss it.
  await holdTimers(page, SHOWN_MS)
  const said = page.locator('.toast', { hasText: 'Your draft of Create New Order is saved.' })
  const lastName = page.getByLabel('Last name')
  const tab = page.getByRole('tab', { name: 'Create New Order' })
  await visitor.go(ENQUIRY)
  await page.getByRole('button', { name: 'Order Management' }).click()
  await page.getByRole('link', { name: 'Create New Order' }).click()
  await lastName.fill('Lovelace')
  await page.goBack()
  await said.waitFor()
  await said.getByRole('button', { name: 'Close the notification' }).click()
  await said.waitFor({ state: 'detached' })

  // Switching tabs keeps the tab, so there is no message.
  await tab.click()
  await expect.poll(() => lastName.inputValue()).toBe('Lovelace')
  await page.getByRole('tab', { name: 'Order & Returns Enquiry' }).click()
  await page.getByRole('heading', { name: 'Order & Returns Enquiry' }).waitFor()
  await expect.poll(() => said.count()).toBe(0)
  await page.reload()
  await tab.press('Delete')
  await said.waitFor()
  await expect.poll(() => tab.count()).toBe(0)
  await visitor.go(CREATE)
  await expect.poll(() => lastName.inputValue()).toBe('Lovelace')

  // There is no such message for a discarded draft.
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await page.getByRole('tab', { name: 'Home' }).click()
  await page.getByRole('heading', { name: 'Hello, Test' }).waitFor()
  await tab.press('Delete')
  await expect.poll(() => tab.count()).toBe(0)
  await expect.poll(() => said.count()).toBe(0)
  await leave(visitor.page)
})
