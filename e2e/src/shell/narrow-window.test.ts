import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, type Stage, visit, type Visitor } from '../support/portal.ts'

let stage: Stage
let visitor: Visitor
beforeAll(async () => {
  stage = await openStage()
  visitor = await visit(stage, { type: 'Internal Administrator', clients: [], client: 'All_client' })
})
afterAll(() => stage.close())

test('on a phone the menu covers the screen only until a screen is chosen', async () => {
  const { page } = visitor
  await page.setViewportSize({ width: 390, height: 844 })
  await visitor.go('/setup-and-control/user-administration/roles-and-permissions')
  await page.getByRole('heading', { name: 'Roles & Permissions' }).waitFor()
  expect(await page.getByRole('navigation', { name: 'Menu' }).isVisible()).toBe(false)

  await page.getByRole('button', { name: 'Show menu' }).click()
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Manage Users' }).click()
  await page.getByRole('heading', { name: 'Manage Users' }).waitFor()
  await expect.poll(() => page.getByRole('navigation', { name: 'Menu' }).isVisible()).toBe(false)

  await page.getByRole('button', { name: 'Show menu' }).click()
  await page.getByRole('button', { name: 'Hide the menu' }).click()
  await expect.poll(() => page.getByRole('navigation', { name: 'Menu' }).isVisible()).toBe(false)
  const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
  expect(beyond, 'px that the screen is wider than the window').toBeLessThanOrEqual(0)
})

test('on a phone the tab bar has the current tab, and a list of all', async () => {
  const { page } = visitor
  await page.setViewportSize({ width: 390, height: 844 })
  await visitor.go('/setup-and-control/user-administration/roles-and-permissions')
  await visitor.go('/setup-and-control/user-administration/manage-users')
  const shown = page.getByRole('tablist', { name: 'Open tabs' }).getByRole('tab')
  await expect.poll(() => shown.allInnerTexts()).toEqual(['Manage Users'])
  await page.getByRole('button', { name: 'All tabs' }).click()
  await expect
    .poll(() => page.getByRole('menuitem').allInnerTexts())
    .toEqual(['Home', 'Roles & Permissions', 'Manage Users'])
  await page.getByRole('menuitem', { name: 'Home' }).click()
  await page.getByRole('heading', { name: 'Hello, Test' }).waitFor()
  await expect.poll(() => shown.allInnerTexts()).toEqual(['Home'])
})

test('on a phone the card of a user who never signed in has no line that says so', async () => {
  const { page } = visitor
  await page.setViewportSize({ width: 1920, height: 844 })
  await visitor.go('/setup-and-control/user-administration/manage-users')
  const never = page.locator('tr[data-index="0"] td').filter({ hasText: /^Never$/ })
  await never.waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await never.waitFor({ state: 'hidden' })
  const created = page.locator('tr[data-index="0"] td[data-name="Created"]')
  await expect.poll(() => created.isVisible()).toBe(true)
  // It begins where the hidden line would have been.
  const [name, day] = await Promise.all([
    page.locator('tr[data-index="0"] td[data-column="username"]').boundingBox(),
    created.boundingBox(),
  ])
  expect(day?.x).toBe(name?.x)
})
