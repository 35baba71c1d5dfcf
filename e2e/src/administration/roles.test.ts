import { clients } from '@despatch/contract/administration/clients/clients'
import { roles } from '@despatch/contract/administration/roles/roles'
import { holdsRight, permissionTree, type PermissionTree } from '@despatch/domain/administration/roles/permissions'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeUser } from '../../../server/src/testing/factories.ts'
import { expectAccessibleInBoth } from '../support/colours.ts'
import { corner } from '../support/corner.ts'
import { tabTo } from '../support/keyboard.ts'
import { openStage, type Stage, visit, type Visitor } from '../support/portal.ts'
import { quietOf } from '../support/quiet.ts'

const ROLES = '/setup-and-control/user-administration/roles-and-permissions'
const ORDERS = 'orderManagement.createNewOrder'

let stage: Stage
let administrator: Visitor
beforeAll(async () => {
  stage = await openStage()
  await makeClient(stage.portal.testDatabase, { code: 'ACME', name: 'Acme Retail' })
  administrator = await visit(stage, { type: 'Internal Administrator', clients: [], client: 'All_client' })
})
afterAll(() => stage.close())

const as = ({ token, client }: Visitor) => ({ token, client })
const ordering = permissionTree((leaf) => leaf.startsWith('orderManagement.'))

async function createRole(
  code: string,
  options: { client?: string; permissions?: PermissionTree } = {},
): Promise<string> {
  const body = {
    code,
    name: `Name of ${code}`,
    client: options.client ?? 'ACME',
    type: 'Client User' as const,
    active: true,
    mfaRequired: false,
    permissions: options.permissions ?? ordering,
  }
  const { status, body: answer } = await stage.portal.call(roles.create, { body }, as(administrator))
  if (status !== 200) throw new Error(JSON.stringify(answer))
  return answer.role._id
}
async function storedRole(id: string) {
  const { body } = await stage.portal.call(roles.list, { query: { id } }, as(administrator))
  const [role] = body.roles
  if (!role?.permissions) throw new Error(`No role ${id}`)
  return { ...role, permissions: role.permissions as PermissionTree }
}
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
const isTicked = (page: Page, name: string) => box(page, name).isChecked()

test('a role is created by keyboard; a taken code is reported, arrows walk the tree', async () => {
  const { page } = administrator
  await createRole('TAKEN')
  await administrator.go(ROLES)
  await page.getByRole('button', { name: 'Add role' }).click()
  await page.getByRole('heading', { name: 'New Role' }).waitFor()
  // Wait for the form: until then the last of the two fields is the list's filter.
  await page.getByRole('textbox', { name: 'Code', exact: true }).waitFor()
  await page.getByRole('combobox', { name: 'Client', exact: true }).last().click()
  await page.getByRole('option', { name: 'Acme Retail (ACME)' }).last().click()
  await page.getByRole('textbox', { name: 'Code', exact: true }).focus()
  await page.keyboard.type('taken')
  await page.getByText('A role with this code already exists').first().waitFor()
  await page.getByText('It already has the defaults of Client User.').waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('LOADER')
  await expect.poll(() => page.getByText('A role with this code already exists').count()).toBe(0)
  await tabTo(page, 'Name')
  await page.keyboard.type('Loader')

  // The defaults of a client user are ticked. The arrows move down, into the boxes, and back.
  await expect.poll(() => isTicked(page, 'Edit, Create New Order')).toBe(true)
  await tabTo(page, 'Search Permissions')
  await page.keyboard.type('key metrics')
  await page.keyboard.press('ArrowDown')
  const focused = () => page.evaluate<string>(`document.activeElement?.getAttribute('data-cell') ?? ''`)
  await expect.poll(focused).toBe('managementReports -1')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect.poll(focused).toBe('managementReports.keyMetrics 2')
  await page.keyboard.press('Space')
  for (const right of ['Enable', 'Read Only', 'Edit'])
    await expect.poll(() => isTicked(page, `${right}, Key Metrics`), { message: right }).toBe(true)
  // Without Enable nothing else is granted.
  await page.keyboard.press('Home')
  await page.keyboard.press('Space')
  for (const right of ['Enable', 'Read Only', 'Edit'])
    await expect.poll(() => isTicked(page, `${right}, Key Metrics`), { message: right }).toBe(false)
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Space')
  await expect.poll(() => isTicked(page, 'Enable, Key Metrics')).toBe(true)
  await expect.poll(() => isTicked(page, 'Edit, Key Metrics')).toBe(false)

  await page.keyboard.press('Control+s')
  await page.getByRole('heading', { name: 'LOADER: Loader' }).waitFor()
  await page.getByText('Data added successfully.').first().waitFor()
  await expect.poll(() => page.getByRole('tab', { selected: true }).innerText()).toContain('LOADER: Loader')
  await expect.poll(() => page.getByRole('tab', { name: 'New Role' }).count()).toBe(0)
  const id = new URL(page.url()).searchParams.get('role') ?? ''
  const { permissions, client } = await storedRole(id)
  expect(client).toBe('ACME')
  expect(holdsRight(permissions, 'managementReports.keyMetrics')).toBe(true)
  expect(holdsRight(permissions, 'managementReports.keyMetrics', 'Edit')).toBe(false)
  expect(holdsRight(permissions, ORDERS, 'Edit')).toBe(true)
})

corner('‘View as this role’ shows menu, differences and affected users before saving', async () => {
  const { page } = administrator
  const id = await createRole('VIEWED')
  await makeUser(stage.portal.testDatabase, { username: 'ada.byron', clients: ['ACME'], roleId: Number(id) })
  await administrator.go(`${ROLES}?role=${id}`)
  await box(page, 'Enable, Create New Order').click()
  await box(page, 'Read Only, User Activity - Overview').click()
  await box(page, 'Read Only, Key Metrics').click()
  await page.getByRole('button', { name: 'View as this role' }).click()
  const dialog = page.getByRole('dialog', { name: 'View as this role' })
  const menu = dialog.getByRole('region', { name: 'The menu', exact: true })
  await menu.getByText('User Activity - Overview').waitFor()
  await expect.poll(() => menu.getByText('Key Metrics').count()).toBe(1)
  await expect.poll(() => menu.getByText('View New Orders').count()).toBe(1)
  await expect.poll(() => menu.getByText('Create New Order').count()).toBe(0)
  const listed = (name: string) => dialog.getByRole('list', { name }).innerText()
  await expect
    .poll(() => listed('Screens that appear'))
    .toBe('User Activity - Overview\nKey Metrics\nOrders\nParcels\nReturns')
  await expect.poll(() => listed('Screens that disappear')).toBe('Create New Order')
  await expect.poll(() => listed('Calls that disappear')).toContain('POST /api/orders/create')
  await dialog.getByText('Test User (ada.byron)').waitFor()
  await expectAccessibleInBoth(page, 'view as this role')
  await page.keyboard.press('Escape')
  expect(holdsRight((await storedRole(id)).permissions, ORDERS)).toBe(true)
  await page.getByRole('button', { name: 'Cancel' }).click()
})

corner('a role is viewed with its client’s menu, and a copy compared with its original', async () => {
  const { page } = administrator
  await makeClient(stage.portal.testDatabase, { code: 'CUT', name: 'Cut' })
  const { body: options } = await stage.portal.call(
    clients.menuOptions,
    { query: { client: 'CUT' } },
    as(administrator),
  )
  const set = {
    ...options,
    covered: options.covered.filter((leaf) => leaf !== 'orderManagement.viewNewOrders'),
    switchedOff: [{ entry: ORDERS, reason: 'Stocktaking' } as const],
  }
  expect((await stage.portal.call(clients.setMenuOptions, { body: set }, as(administrator))).status).toBe(200)
  const params = { orderReturnsEnquiry: false, parcelDeliveryStatus: true, newOrderLine: true, orderLineValue: true }
  await stage.portal.call(clients.setParams, { body: { clientCode: 'CUT', params } }, as(administrator))
  const id = await createRole('CUTTER', { client: 'CUT' })

  await administrator.go(`${ROLES}?role=${id}`)
  await page.getByText('Two-factor sign-in', { exact: true }).waitFor()
  await box(page, 'Read Only, User Activity - Overview').click()
  await box(page, 'Read Only, Order & Returns Enquiry').click()
  await page.getByRole('button', { name: 'View as this role' }).click()
  const dialog = page.getByRole('dialog', { name: 'View as this role' })
  const menu = dialog.getByRole('region', { name: 'The menu', exact: true })
  await menu.getByText('Without the 3 entries that CUT does not have').waitFor()
  for (const title of ['Create New Order', 'View New Orders', 'Order & Returns Enquiry'])
    expect(await menu.getByText(title, { exact: true }).count(), title).toBe(0)
  const listed = (name: string) => dialog.getByRole('list', { name }).innerText()
  await expect.poll(() => listed('Screens that appear')).toBe('User Activity - Overview')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Cancel' }).click()

  await administrator.go(`${ROLES}?role=new&copy=${id}`)
  await box(page, 'Read Only, User Activity - Overview').click()
  await page.getByRole('button', { name: 'View as this role' }).click()
  await dialog.getByRole('heading', { name: 'Against CUTTER: Name of CUTTER (the original)' }).waitFor()
  await expect.poll(() => listed('Screens that appear')).toBe('User Activity - Overview')
  await expect.poll(() => dialog.getByRole('list', { name: 'Screens that disappear' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Cancel' }).click()
})

test('the list can be searched, sorted and copied from; a used role is refused', async () => {
  const { page } = administrator
  const held = await createRole('HELD')
  await createRole('FREE')
  await makeUser(stage.portal.testDatabase, { clients: ['ACME'], roleId: Number(held) })
  await administrator.go(`${ROLES}?sort=code&search=name%20of`)
  const row = (code: string) =>
    page.getByRole('row').filter({ has: page.getByRole('link', { name: code, exact: true }) })
  await row('HELD').getByRole('checkbox').check()
  await row('FREE').getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Delete…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1 user has HELD: Name of HELD').waitFor()
  await dialog.getByRole('button', { name: 'Delete 2 roles' }).click()
  await dialog.getByRole('alert').waitFor()
  await page.keyboard.press('Escape')
  await row('HELD').getByRole('checkbox').uncheck()
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the role' }).click()
  await page.getByText('Data deleted successfully.').first().waitFor()
  await expect.poll(() => row('FREE').count()).toBe(0)

  await row('HELD').focus()
  await page.keyboard.press('Space')
  const peek = page.getByRole('dialog', { name: 'HELD: Name of HELD' })
  await peek.getByText('Order Management › Create New Order').waitFor()
  await page.keyboard.press('Escape')
  await row('HELD').getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByRole('heading', { name: 'New Role, a copy of HELD: Name of HELD' }).waitFor()
  await expect.poll(() => isTicked(page, 'Edit, Create New Order')).toBe(true)
})

corner('list, form and new role are accessible in light and dark', async () => {
  const { page } = administrator
  const quiet = quietOf(page)
  const id = await createRole('SOUND')
  for (const address of [ROLES, `${ROLES}?role=${id}`, `${ROLES}?role=new`, `${ROLES}?role=999999`]) {
    await administrator.go(address)
    await quiet()
    await expectAccessibleInBoth(page, address)
  }
})
