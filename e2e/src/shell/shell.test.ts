import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient } from '../../../server/src/testing/factories.ts'
import { expectAccessibleInBoth } from '../support/colours.ts'
import { complaintsOf } from '../support/complaints.ts'
import { corner } from '../support/corner.ts'
import { tabTo } from '../support/keyboard.ts'
import { waitUntilSaid } from '../support/notifications.ts'
import { CREATE, ENQUIRY, createOrder, HISTORY, ORDER, RESULTS } from '../support/orders.ts'
import { expectAccessible, leave, openStage, type Stage, visit } from '../support/portal.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const CLIENT_USER = {
  type: 'Client User' as const,
  holds: (leaf: string) => /^(orderManagement|reportsAndEnquiries)\./.test(leaf),
}

test('the menu shows what the role allows, can be filtered, and opens the current group', async () => {
  const visitor = await visit(stage, CLIENT_USER)
  const { page } = visitor
  await visitor.go('/home')
  const menu = page.getByRole('navigation', { name: 'Menu' })
  const groups = menu.getByRole('button', { expanded: false })
  await expect.poll(() => groups.allInnerTexts()).toEqual(['Order Management', 'Reports & Enquiries'])
  await expect.poll(() => page.getByRole('link', { name: 'Client List' }).count()).toBe(0)

  // An address opens its group, however deep, and marks its entry.
  await visitor.load(`${RESULTS}?orderRef=A`)
  const current = menu.getByRole('link', { name: 'Order & Returns Enquiry' })
  await expect.poll(() => current.getAttribute('aria-current')).toBe('page')
  // A group that the user opens stays open.
  await menu.getByRole('button', { name: 'Order Management' }).click()
  await menu.getByRole('link', { name: 'Create New Order' }).waitFor()
  await visitor.load(`${RESULTS}?orderRef=B`)
  await menu.getByRole('link', { name: 'Create New Order' }).waitFor()
  await menu.getByRole('button', { name: 'Order Management' }).click()
  await menu.getByRole('button', { name: 'Reports & Enquiries' }).click()
  await expect.poll(() => menu.locator('[aria-expanded="true"]').count()).toBe(0)

  const filter = menu.getByRole('textbox', { name: 'Filter the menu' })
  await filter.fill('new order')
  await expect
    .poll(() => menu.getByRole('link').allInnerTexts())
    .toEqual(['Despatch', 'Create New Order', expect.stringMatching('View New Orders')])
  await filter.fill('nonsense')
  await menu.getByText('No entries match.').waitFor()
  await filter.press('Escape')
  await expect.poll(() => filter.inputValue()).toBe('')
  // The group of the screen is open again.
  await expect.poll(() => groups.allInnerTexts()).toEqual(['Order Management'])

  // Hidden, it leaves its space to the screen; a key shows it again.
  await menu.getByRole('button', { name: 'Hide the menu' }).click()
  await menu.waitFor({ state: 'hidden' })
  await page.reload()
  await page.getByRole('button', { name: 'Show menu' }).press('Enter')
  await menu.waitFor()
  await leave(visitor.page)
})

corner('staff see the whole menu, and for locked entries the right and who grants it', async () => {
  const staff = await visit(stage, { type: 'Internal Administrator', clients: [], client: 'All_client' })
  await staff.go('/home')
  expect(
    await staff.page.getByRole('navigation', { name: 'Menu' }).locator('button[aria-expanded]').allInnerTexts(),
  ).toEqual([
    'Set Up & Control',
    'Carrier Routing Control',
    'Returns Portal Control',
    'Order Management',
    'Reports & Enquiries',
    'Management Reports',
    'Feeds',
  ])
  await staff.page.getByRole('link', { name: 'Invoice Reconciliation' }).first().waitFor()
  await leave(staff.page)

  const visitor = await visit(stage, {
    type: 'Client User',
    holds: (leaf, right) => right === 'Enable' || leaf.endsWith('createNewOrder'),
  })
  const { page } = visitor
  await visitor.go(ENQUIRY)
  await page.getByRole('heading', { name: 'You don’t have access to Order & Returns Enquiry' }).waitFor()
  await page
    .getByText('Ask your administrator for ‘Read Only’ on Reports & Enquiries › Order & Returns Enquiry.')
    .waitFor()
  await page.getByText(/Your role is/).waitFor()
  expect(await page.getByRole('navigation').getByLabel('You don’t have access').count()).toBeGreaterThan(0)
  await expectAccessibleInBoth(page, 'no permission', 'html')
  await leave(visitor.page)
})

test('tabs are unique, and moved and closed by keyboard or mouse, also after a reload', async () => {
  const visitor = await visit(stage)
  const { page } = visitor
  const complaints = complaintsOf(page)
  await createOrder(stage, visitor, { orderNo: 'PO 7/A' })
  const number = encodeURIComponent('PO 7/A')
  for (const path of [
    ENQUIRY,
    `${ORDER}?orderNumber=${number}`,
    `${HISTORY}?orderNumber=${number}`,
    '/reporting-and-enquiries/parcel-delivery-status',
    ENQUIRY,
  ])
    await visitor.go(path)
  const titles = () => page.getByRole('tab').allInnerTexts()
  const all = ['Home', 'Order & Returns Enquiry', 'Order PO 7/A', 'Summary Order History', 'Parcel Delivery Status']
  await expect.poll(() => titles()).toEqual(all)
  await expect.poll(() => page.locator('[id="tab-order-PO++7--A"]').count()).toBe(1)
  await page.reload()
  await page.getByRole('heading', { name: 'Order & Returns Enquiry' }).waitFor()
  await expect.poll(() => titles()).toEqual(all)

  const selected = page.getByRole('tab', { selected: true })
  await selected.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Order PO 7/A' }).waitFor()
  await expect.poll(() => selected.innerText()).toBe('Order PO 7/A')
  await expect.poll(() => page.title()).toBe('Order PO 7/A - Despatch')
  await page.keyboard.press('Delete')
  await page.getByRole('heading', { name: 'Summary Order History' }).waitFor()
  await expect.poll(titles).toEqual(all.filter((title) => title !== 'Order PO 7/A'))
  await page.locator('[role=tab]:focus', { hasText: 'Summary Order History' }).waitFor()
  await page.keyboard.press('End')
  await page.keyboard.press('Delete')
  await expect.poll(titles).toEqual(all.slice(0, 2).concat('Summary Order History'))
  await expect.poll(() => selected.innerText()).toBe('Summary Order History')
  await page.getByRole('tab', { name: 'Order & Returns Enquiry' }).click({ button: 'middle' })
  await expect.poll(titles).toEqual(['Home', 'Summary Order History'])
  await selected.locator('span[aria-hidden]').click()
  await page.getByRole('heading', { name: 'Hello, Test' }).waitFor()
  await expect.poll(titles).toEqual(['Home'])
  // Back opens a closed tab again, and it stays open although the address is the one that was closed.
  await page.goBack()
  await page.getByRole('heading', { name: 'Summary Order History' }).waitFor()
  await page.goForward()
  await page.getByRole('heading', { name: 'Hello, Test' }).waitFor()
  await expect.poll(() => titles()).toEqual(['Home', 'Summary Order History'])
  expect(complaints).toEqual([])
  await leave(visitor.page)
})

corner('closing a changed tab asks, and staying keeps it open', async () => {
  const visitor = await visit(stage)
  const { page } = visitor
  await visitor.go(ENQUIRY)
  await visitor.go(CREATE)
  await page.getByLabel('Last name').fill('Lovelace')
  const tab = page.getByRole('tab', { name: 'Create New Order' })
  await tab.press('Delete')
  const dialog = page.getByRole('dialog', { name: 'Leave Create New Order?' })
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await page.getByRole('tab', { name: 'Order & Returns Enquiry' }).click()
  await page.getByRole('heading', { name: 'Order & Returns Enquiry' }).waitFor()
  await expect.poll(() => dialog.count()).toBe(0)
  await expect.poll(() => tab.count()).toBe(1)

  await tab.click()
  await expect.poll(() => page.getByLabel('Last name').inputValue()).toBe('Lovelace')
  await tab.press('Delete')
  await dialog.getByRole('button', { name: 'Discard and leave' }).click()
  await page.getByRole('heading', { name: 'Order & Returns Enquiry' }).waitFor()
  await expect.poll(() => tab.count()).toBe(0)
  await visitor.go(CREATE)
  await expect.poll(() => page.getByLabel('Last name').inputValue()).toBe('')
  await leave(visitor.page)
})

test('the palette opens a screen and an open tab by keyboard alone', async () => {
  const visitor = await visit(stage)
  const { page } = visitor
  await createOrder(stage, visitor, { orderNo: 'PAL-1' })
  await visitor.go(`${ORDER}?orderNumber=PAL-1`)
  const field = page.getByPlaceholder('Search orders, customers, parcels, screens and actions')
  await page.keyboard.press('Control+k')
  await field.waitFor()
  await expectAccessible(page, 'the palette')
  await page.keyboard.type('capacity set')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Carrier Capacity Set Up' }).waitFor()
  await field.waitFor({ state: 'hidden' })
  await expect
    .poll(() => page.getByRole('button', { name: 'Carrier Routing Control' }).getAttribute('aria-expanded'))
    .toBe('true')

  await page.keyboard.press('Control+k')
  // Open tabs come first.
  await field.waitFor()
  await expect.poll(() => page.locator('.mantine-Spotlight-action').first().innerText()).toBe('Order PAL-1')
  await page.keyboard.type('pal-1')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Order PAL-1' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('qqqq wwww')
  await page.keyboard.press('Escape')
  await field.waitFor({ state: 'hidden' })
  await leave(visitor.page)
})

corner('text typed right after Ctrl K goes to the palette, and Enter opens the match', async () => {
  const visitor = await visit(stage)
  const { page } = visitor
  const field = page.getByPlaceholder('Search orders, customers, parcels, screens and actions')
  for (const isHeld of [false, true]) {
    const typed = Promise.withResolvers<void>()
    await page.route('**/assets/palette*', async (route) => {
      if (isHeld) await typed.promise
      await route.continue()
    })
    await visitor.load(CREATE)
    await page.getByLabel('Last name').focus()
    await page.keyboard.press('Control+k')
    await page.keyboard.type('gh capacity')
    typed.resolve()
    await field.waitFor()
    await expect.poll(() => field.inputValue()).toBe('gh capacity')
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'hidden' })
    await expect.poll(() => page.getByLabel('Last name').inputValue()).toBe('')
    expect(page.url()).toContain(CREATE)
    await page.unroute('**/assets/palette*')
  }
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('capacity set\n')
  await page.getByRole('heading', { name: 'Carrier Capacity Set Up' }).waitFor()

  // Arrows typed before the last letter moved in an earlier list.
  const typed = Promise.withResolvers<void>()
  await page.route('**/assets/palette*', async (route) => {
    await typed.promise
    await route.continue()
  })
  await visitor.load(CREATE)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('new')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.type(' order')
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Enter']) await page.keyboard.press(key)
  typed.resolve()
  await page.getByRole('heading', { name: 'View New Orders' }).waitFor()
  await leave(visitor.page)
})

corner('? lists the keys, g and a letter navigates; single-letter keys can be switched off', async () => {
  const visitor = await visit(stage)
  const { page } = visitor
  await visitor.go('/home')
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await page.keyboard.press('?')
  await list.waitFor()
  await expectAccessible(page, 'the shortcuts')
  // Behind a dialog, letters do nothing.
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'hidden' })
  await page.getByRole('heading', { name: 'Hello, Test' }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('o')
  await page.getByRole('heading', { name: 'Order & Returns Enquiry' }).waitFor()
  // In a field they are text.
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('/')
  await page.locator('[data-filter]:focus').waitFor()
  await page.keyboard.type('gh?')
  await expect.poll(() => page.locator('[data-filter]').inputValue()).toBe('gh?')
  await page.getByRole('heading', { level: 1 }).click()

  await page.keyboard.press('?')
  await list.getByRole('switch', { name: 'Single-letter keys' }).press('Space')
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'hidden' })
  await page.reload()
  await page.getByRole('heading', { name: 'Order & Returns Enquiry' }).click()
  for (const key of ['?', 'g', 'h']) await page.keyboard.press(key)
  // Keys are handled in order: once this one has worked, the earlier ones would have.
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Search orders, customers, parcels, screens and actions').waitFor()
  expect(await list.count()).toBe(0)
  expect(page.url()).toContain(ENQUIRY)
  await leave(visitor.page)
})

test('the first Tab skips to the screen; Tab walks the frame', async () => {
  const visitor = await visit(stage)
  const { page } = visitor
  await visitor.go('/home')
  await page.keyboard.press('Tab')
  await page.locator('a:focus', { hasText: 'Skip to main content' }).waitFor()
  for (const name of ['Filter the menu', 'Order Management', 'Notifications', 'Home']) await tabTo(page, name, 30)
  await leave(visitor.page)
})

test('staff choose a client, All first, and never see another client’s answer', async () => {
  const database = stage.portal.testDatabase
  const [north, south] = [
    await makeClient(database, { name: 'North Lamps' }),
    await makeClient(database, { name: 'South Chairs' }),
  ]
  const staff = await visit(stage, { type: 'Internal User', clients: [], client: north })
  const { page } = staff
  await createOrder(stage, { ...staff, client: north }, { orderNo: 'SW-N' })
  await createOrder(stage, { ...staff, client: south }, { orderNo: 'SW-S' })
  await staff.go(`${ORDER}?orderNumber=SW-N`)
  await staff.go(`${RESULTS}?orderRef=SW-`)
  await page.getByRole('link', { name: 'SW-N' }).waitFor()
  const asked: (string | undefined)[] = []
  page.on(
    'request',
    (request) => request.url().endsWith('/orders/consolidated') && asked.push(request.headers()['client']),
  )
  const clients = page.getByRole('combobox', { name: 'Client' })
  async function choose(name: string) {
    await clients.click()
    await expect.poll(() => page.getByRole('option').first().innerText()).toBe('Add All')
    // Shortly after opening, the list scrolls to the selected client. Wait for that before typing.
    await page.evaluate('new Promise((later) => setTimeout(later))')
    await clients.fill(name)
    await page.keyboard.press('Enter')
  }
  await choose('south')
  await page.getByRole('link', { name: 'SW-S' }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'SW-N' }).count()).toBe(0)
  // The record of the other client is closed as well.
  await expect.poll(() => page.getByRole('tab', { name: 'Order SW-N' }).count()).toBe(0)
  await choose('north')
  await page.getByRole('link', { name: 'SW-N' }).waitFor()
  expect(asked).toEqual([south, north])

  // Leaving a record opens its list, and a notification says that the draft is stored.
  await staff.go(`${ORDER}?orderNumber=SW-N`)
  await page.getByRole('heading', { name: 'Order SW-N' }).waitFor()
  await choose('south')
  await page.getByRole('heading', { name: 'Order & Returns Enquiry' }).waitFor()
  await staff.go(CREATE)
  await page.getByLabel('Last name').fill('Lovelace')
  await choose('north')
  await waitUntilSaid(page, `Your draft of Create New Order is saved for client ${south}.`)
  await expect.poll(() => page.getByLabel('Last name').inputValue()).toBe('')
  await staff.go(`${RESULTS}?orderRef=SW-`)
  await page.getByRole('link', { name: 'SW-N' }).waitFor()
  await clients.click()
  await page.getByRole('option', { name: 'Add All' }).click()
  await page.getByText('2 orders', { exact: true }).waitFor()
  await expect.poll(() => page.evaluate('localStorage.client')).toBe('All_client')
  await page.reload()
  await page.getByText('2 orders', { exact: true }).waitFor()
  await expect.poll(() => clients.inputValue()).toBe('Add All')
  await leave(staff.page)

  const one = await visit(stage)
  await one.go('/home')
  await expect.poll(() => one.page.getByRole('combobox', { name: 'Client' }).count()).toBe(0)
  await one.page.getByText(`Client ${one.client}`).first().waitFor()
  await leave(one.page)
})
