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
