import { afterAll, beforeAll, expect, test } from 'vitest'
import { leave, openStage, type Stage, visit } from '../support/portal.ts'

const CLIENTS = '/setup-and-control/client-administration/client-list'
const USERS = '/setup-and-control/user-administration/manage-users'
const ROLES = '/setup-and-control/user-administration/roles-and-permissions'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('tabs are dragged and pinned; this survives a reload, and opens nothing', async () => {
  const visitor = await visit(stage, { type: 'Internal Administrator', clients: [], client: 'All_client' })
  const { page } = visitor
  for (const path of [CLIENTS, USERS, ROLES]) await visitor.go(path)
  const titles = () => page.getByRole('tab').allInnerTexts()
  await expect.poll(titles).toEqual(['Home', 'Client List', 'Manage Users', 'Roles & Permissions'])
  const from = await page.getByRole('tab', { name: 'Client List' }).boundingBox()
  const to = await page.getByRole('tab', { name: 'Roles & Permissions' }).boundingBox()
  if (!from || !to) throw new Error('The tabs are not shown')
  const drag = async () => {
    await page.mouse.move(from.x + 30, from.y + 12)
    await page.mouse.down()
    await page.mouse.move(to.x + to.width - 12, to.y + 12, { steps: 12 })
    await expect.poll(titles).toEqual(['Home', 'Manage Users', 'Roles & Permissions', 'Client List'])
  }
  await drag()
  await page.keyboard.press('Escape')
  await expect.poll(titles).toEqual(['Home', 'Client List', 'Manage Users', 'Roles & Permissions'])
  await page.mouse.up()
  expect(new URL(page.url()).pathname).toBe(ROLES)
  await drag()
  await page.mouse.up()
  await expect.poll(titles).toEqual(['Home', 'Manage Users', 'Roles & Permissions', 'Client List'])
  expect(new URL(page.url()).pathname).toBe(ROLES)

  await page.getByRole('tab', { name: 'Client List' }).focus()
  await page.keyboard.press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Pin' }).press('Enter')
  await page.locator('[role=tab]:focus', { hasText: 'Client List' }).waitFor()
  await page.getByRole('tab', { name: 'Manage Users' }).press('Delete')
  await page.reload()
  await expect.poll(titles).toEqual(['Home', 'Client List', 'Roles & Permissions'])
  await page.getByRole('heading', { name: 'Roles & Permissions' }).waitFor()
  await page.keyboard.press('Shift+T')
  await page.getByRole('heading', { name: 'Manage Users' }).waitFor()
  await expect.poll(titles).toEqual(['Home', 'Client List', 'Manage Users', 'Roles & Permissions'])
  await leave(page)
})

test('Back clears the search first, however it was typed, then leaves the screen', async () => {
  const visitor = await visit(stage, { type: 'Internal Administrator', clients: [], client: 'All_client' })
  const { page } = visitor
  await visitor.go('/home')
  await page.getByRole('heading', { name: 'Hello, Test' }).waitFor()
  await visitor.go(USERS)
  const asked = () => Object.fromEntries(new URL(page.url()).searchParams)
  const field = page.locator('input[data-filter]')
  await field.fill('test')
  await expect.poll(() => asked()['search']).toBe('test')
  await field.fill('test.u')
  await expect.poll(() => asked()['search']).toBe('test.u')
  await page.goBack()
  await expect.poll(() => asked()['search']).toBeUndefined()
  expect(new URL(page.url()).pathname).toBe(USERS)
  await page.goBack()
  await page.getByRole('heading', { name: 'Hello, Test' }).waitFor()
  await leave(page)
})
