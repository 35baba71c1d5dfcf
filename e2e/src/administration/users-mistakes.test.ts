import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { CORNER } from '../support/corner.ts'
import { waitUntilSaid } from '../support/notifications.ts'
import { RESULTS } from '../support/orders.ts'
import { openStage, type Stage, visit, type Visitor } from '../support/portal.ts'

const SETUP = '/setup-and-control'
const ROLES = `${SETUP}/user-administration/roles-and-permissions`
const CLIENTS = `${SETUP}/client-administration/client-list`
const MANAGE = `${SETUP}/user-administration/manage-users`
const ADMINISTRATOR: Parameters<typeof visit>[1] = {
  type: 'Internal Administrator',
  clients: [],
  client: 'All_client',
}

let stage: Stage
/** One administrator makes all the mistakes in turn, in one window. */
let admin: Visitor
beforeAll(async () => {
  stage = await openStage()
  admin = await visit(stage, ADMINISTRATOR)
})
afterEach(() => admin.page.unrouteAll({ behavior: 'wait' }))
afterAll(() => stage.close())

test.each([
  ['users', MANAGE],
  ['sessions', `${SETUP}/user-administration/multiple-users/user-login-status`],
  ['roles', ROLES],
  ['clients', CLIENTS],
])('a search of %s that is too long is not dropped silently', { tags: CORNER }, async (_what, address) => {
  const { page, go } = admin
  await go(`${address}?search=${'x'.repeat(101)}`)
  await waitUntilSaid(page, 'Ignored an invalid filter in the link: search (more than 100 characters).')
  const field = page.locator('input[data-filter]')
  await field.fill('y'.repeat(120))
  await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe('y'.repeat(100))
  await page.getByText(/^0 /).first().waitFor()
})

test.each([
  [MANAGE, '**/api/users?*'],
  [`${MANAGE}?limit=999999`, '**/api/users?*'],
  [ROLES, '**/api/role*'],
  [CLIENTS, '**/api/client*'],
  [RESULTS, '**/api/orders/**'],
])('a refused list shows no count: %s', { tags: CORNER }, async (address, calls) => {
  const { page, load } = admin
  await page.route(calls, (route) =>
    route.fulfill({ status: 403, json: { code: 'wrong_client', message: 'You don’t have access to this client.' } }),
  )
  await load(address)
  await page.getByText('You don’t have access to this client.').first().waitFor()
  await expect.poll(() => page.getByText(/^Counting/).count()).toBe(0)
})

test('at 1280 pixels the column chooser covers no column name', async () => {
  const { page, go } = admin
  await go(MANAGE)
  await page.getByRole('row').nth(1).waitFor()
  const header = page.getByRole('columnheader', { name: 'Status' })
  const [chooser, column] = [await page.getByRole('columnheader').last().boundingBox(), await header.boundingBox()]
  expect(column?.x).toBeLessThan(1280)
  expect((column?.x ?? 0) + (column?.width ?? 0)).toBeLessThanOrEqual(chooser?.x ?? 0)
  const isCut = (text: { scrollWidth: number; clientWidth: number }) => text.scrollWidth > text.clientWidth
  expect(await header.getByText('Status').evaluate(isCut)).toBe(false)
})
