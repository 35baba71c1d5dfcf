import { session } from '@despatch/contract/sign-in/session'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeSession } from '../../../server/src/testing/factories.ts'
import { expectAccessibleInBoth } from '../support/colours.ts'
import { complaintsOf } from '../support/complaints.ts'
import { corner } from '../support/corner.ts'
import { chosenView, saveView, viewTab } from '../support/filters.ts'
import { waitUntilSaid } from '../support/notifications.ts'
import { createOrder, RESULTS } from '../support/orders.ts'
import { leave, openStage, type Stage, visit, type Visitor } from '../support/portal.ts'

const TABLE = 'search-results-order'
let stage: Stage
let client: string

beforeAll(async () => {
  stage = await openStage()
  client = await makeClient(stage.portal.testDatabase)
  const { token } = await makeSession(stage.portal.testDatabase, { clients: [client] })
  for (const orderNo of ['V-1', 'V-2', 'W-1']) await createOrder(stage, { token, client }, { orderNo })
})
afterAll(() => stage.close())

const colleague = (options: Parameters<typeof visit>[1] = {}) =>
  visit(stage, { clients: [client], browser: { viewport: { width: 1280, height: 800 } }, ...options })
const names = async (page: Page) =>
  (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).filter(Boolean)
const search = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

async function hide(page: Page, ...columns: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Choose columns' }).press('Enter')
  const chooser = page.getByRole('dialog')
  for (const name of columns) await chooser.getByRole('checkbox', { name }).uncheck()
  await page.keyboard.press('Escape')
  await chooser.waitFor({ state: 'hidden' })
}

async function layoutOf({ token, client: code }: Visitor) {
  const { body } = await stage.portal.call(session.views, { query: { table: TABLE } }, { token, client: code })
  return body.layout
}

test('a view restores filters, sort and columns, but not the page', async () => {
  const visitor = await colleague()
  const { page } = visitor
  const complaints = complaintsOf(page)
  await visitor.go(`${RESULTS}?orderRef=V-&sort=orderNumber&order=asc&page=1&limit=100`)
  await page.getByText('2 orders', { exact: true }).waitFor()
  const all = await names(page)
  await hide(page, 'Total', 'Service')
  await saveView(page, 'Ours')
  await waitUntilSaid(page, 'Saved as Ours.')
  await chosenView(page, 'Ours').waitFor()

  await visitor.go(`${RESULTS}?orderRef=W-`)
  await page.getByText('1 order', { exact: true }).waitFor()
  await viewTab(page, 'Ours').waitFor()
  await page.getByRole('button', { name: 'Choose columns' }).click()
  await page.getByRole('button', { name: 'Reset columns' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => names(page)).toEqual(all)

  // By keyboard only.
  await expectAccessibleInBoth(page, 'the views of a table')
  await viewTab(page, 'All').focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await page.getByText('2 orders', { exact: true }).waitFor()
  expect(search(page)).toEqual({ orderRef: 'V-', sort: 'orderNumber', order: 'asc', limit: '100' })
  await expect.poll(() => names(page)).not.toContain('Total')
  expect(await names(page)).not.toContain('Service')
  await page.goBack()
  await page.getByText('1 order', { exact: true }).waitFor()
  expect(complaints).toEqual([])
  await leave(visitor.page)
})

corner('saving under a taken name and deleting a view ask first', async () => {
  const visitor = await colleague()
  const { page } = visitor
  await visitor.go(`${RESULTS}?orderRef=V-`)
  await saveView(page, 'Mine')
  await chosenView(page, 'Mine').waitFor()
  await visitor.go(`${RESULTS}?orderRef=W-`)
  await saveView(page, ' mine ')
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  await dialog.getByText('You have a view called ‘mine’. Saving replaces it.').waitFor()
  await expectAccessibleInBoth(page, 'a view to replace')
  await dialog.getByRole('button', { name: 'Replace' }).click()
  await chosenView(page, 'mine').waitFor()
  await page.getByRole('button', { name: 'More views' }).click()
  await page.getByRole('menuitem', { name: 'Delete mine' }).click()
  const question = page.getByRole('dialog', { name: 'Delete the view ‘mine’?' })
  await question.getByRole('button', { name: 'Cancel' }).waitFor()
  // The safe button has the focus.
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Cancel')
  await page.keyboard.press('Enter')
  await question.waitFor({ state: 'hidden' })
  await chosenView(page, 'mine').waitFor()
  await page.getByRole('button', { name: 'More views' }).click()
  await page.getByRole('menuitem', { name: 'Delete mine' }).click()
  await page.route('**/api/session/views?id=*', (route) =>
    route.fulfill({ status: 404, json: { code: 'not_found', message: 'There is no such view.', requestId: 'r1' } }),
  )
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await question.getByText('There is no such view.').waitFor()
  await expectAccessibleInBoth(page, 'a view that is not deleted')
  await page.unroute('**/api/session/views?id=*')
  await question.getByRole('button', { name: 'Delete', exact: true }).click()
  await question.waitFor({ state: 'hidden' })
  await page.getByRole('toolbar', { name: 'Views' }).waitFor({ state: 'hidden' })
  await leave(visitor.page)
})

corner('a colleague can use but not delete a shared view, and sees no private one', async () => {
  const [ada, grace] = await Promise.all([colleague(), colleague()])
  await ada.go(`${RESULTS}?orderRef=W-`)
  await saveView(ada.page, 'For all', true)
  await chosenView(ada.page, 'For all').waitFor()
  await saveView(ada.page, 'For me')
  // Of two views with the same filters, the one saved last.
  await chosenView(ada.page, 'For me').waitFor()
  await grace.go(RESULTS)
  await viewTab(grace.page, 'For all').click()
  await grace.page.getByText('1 order', { exact: true }).waitFor()
  expect(search(grace.page)).toEqual({ orderRef: 'W-' })
  await expect.poll(() => viewTab(grace.page, 'For all').getAttribute('title')).toBe('Shared by Test User')
  await expect.poll(() => grace.page.getByText('For me').count()).toBe(0)
  // There is nothing that she could delete.
  await expect.poll(() => grace.page.getByRole('button', { name: 'More views' }).count()).toBe(0)
  await Promise.all([leave(ada.page), leave(grace.page)])
})

corner('columns follow the user to every browser, and two windows do not conflict', async () => {
  const visitor = await colleague()
  const { page, userId } = visitor
  await visitor.go(RESULTS)
  await page.getByText('3 orders', { exact: true }).waitFor()
  const second = await page.context().newPage()
  await second.goto(RESULTS)
  await second.getByText('3 orders', { exact: true }).waitFor()

  await hide(page, 'Total')
  await expect.poll(() => names(second)).not.toContain('Total')
  await hide(second, 'Town')
  await expect.poll(() => names(page)).not.toContain('Town')
  await expect.poll(() => names(page)).not.toContain('Total')
  await expect.poll(async () => (await layoutOf(visitor))?.columnVisibility).toEqual({ totalValue: false, town: false })

  // A column's edge may be drawn beyond the minimum width of the column.
  const edge = await second.getByRole('separator', { name: 'Width of Despatch' }).boundingBox()
  await second.mouse.move((edge?.x ?? 0) + 3, (edge?.y ?? 0) + 10)
  await second.mouse.down()
  await second.mouse.move(300, 300, { steps: 4 })
  await second.mouse.up()
  await expect.poll(async () => (await layoutOf(visitor))?.columnSizing).toEqual({ despatchDate: 56 })

  // Another browser of the same user starts with them.
  const elsewhere = await visit(stage, { userId, client, browser: { viewport: { width: 1280, height: 800 } } })
  await elsewhere.go(RESULTS)
  await expect.poll(() => names(elsewhere.page)).toEqual(await names(page))
  await hide(elsewhere.page, 'Customer')
  await expect
    .poll(async () => (await layoutOf(visitor))?.columnVisibility)
    .toEqual({ totalValue: false, town: false, customer: false })
  await page.reload()
  await expect.poll(() => names(page)).not.toContain('Customer')
  await Promise.all([leave(page), leave(elsewhere.page)])
})

corner('a layout survives closing the window at once, or a server without an answer', async () => {
  const visitor = await colleague()
  const { page } = visitor
  await visitor.go(RESULTS)
  await page.getByText('3 orders', { exact: true }).waitFor()
  await page.route('**/api/session/layouts', (route) => route.abort())
  await hide(page, 'Total')
  await page.close()
  expect(await layoutOf(visitor)).toBeNull()
  const next = await page.context().newPage()
  await next.goto(RESULTS)
  await next.getByText('3 orders', { exact: true }).waitFor()
  await expect.poll(() => names(next)).not.toContain('Total')
  await expect.poll(async () => (await layoutOf(visitor))?.columnVisibility).toEqual({ totalValue: false })
  await leave(page)
})
