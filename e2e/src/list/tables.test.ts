import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSession } from '../../../server/src/testing/factories.ts'
import { copied, noteCopies } from '../support/copied.ts'
import { complaintsOf } from '../support/complaints.ts'
import { corner } from '../support/corner.ts'
import { waitUntilSaid } from '../support/notifications.ts'
import { RESULTS } from '../support/orders.ts'
import { leave, openStage, type Stage, visit, type Visitor } from '../support/portal.ts'

const COUNT = 1203
const LIST = `${RESULTS}?sort=orderNumber&order=asc`
let stage: Stage
let owner: { client: string; userId: number }

beforeAll(async () => {
  stage = await openStage()
  const session = await makeSession(stage.portal.testDatabase)
  owner = session
  const rows = Array.from(
    { length: COUNT },
    (_, index) => `T-${String(index + 1).padStart(4, '0')},LAMP,${1 + (index % 7)},2.50`,
  )
  const answer = await fetch(`${stage.portal.url}/api/feeds/orders`, {
    method: 'POST',
    headers: { access_token: session.token, client: session.client, 'content-type': 'text/csv' },
    body: ['orderNumber,SKU,quantity,unitValue', ...rows, ''].join('\n'),
  })
  if (!answer.ok) throw new Error(await answer.text())
})
afterAll(() => stage.close())

const list = (options: Parameters<typeof visit>[1] = {}) =>
  visit(stage, { ...owner, clients: [], browser: { viewport: { width: 1280, height: 800 } }, ...options })
const rowAt = ({ page }: Visitor, index: number) => page.locator(`tr[data-index="${index}"]`)
const orderAt = (visitor: Visitor, index: number) => rowAt(visitor, index).locator('a').innerText()
const SCROLLER = "document.querySelector('table').parentElement"
// As a string, because it runs in the page, whose types the test does not have.
const scrollTo = (page: Page, which: 'scrollTop' | 'scrollLeft', to: string) =>
  page.evaluate(`((scroller) => (scroller.${which} = ${to}))(${SCROLLER})`)
const parameter = ({ page }: Visitor, name: string) => new URL(page.url()).searchParams.get(name)

test('a list is sorted by keyboard; the address stores it, and Back leaves the list', async () => {
  const visitor = await list()
  const { page } = visitor
  const complaints = complaintsOf(page)
  await visitor.go('/home')
  await page.evaluate(`history.pushState({}, '', '${LIST}&orderRef=T-0')`)
  await expect.poll(() => orderAt(visitor, 0)).toBe('T-0001')
  const header = page.getByRole('columnheader', { name: /^Order$/ })
  await expect.poll(() => header.getAttribute('aria-sort')).toBe('ascending')
  await header.getByRole('button', { name: 'Order', exact: true }).press('Enter')
  await expect.poll(() => orderAt(visitor, 0)).toBe('T-0999')
  await expect.poll(() => header.getAttribute('aria-sort')).toBe('descending')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.poll(() => orderAt(visitor, 0)).toBe('T-0949')
  await page.reload()
  await expect.poll(() => orderAt(visitor, 0)).toBe('T-0949')
  await page.getByText('51 to 100 of 999').waitFor()
  expect([parameter(visitor, 'order'), parameter(visitor, 'page'), parameter(visitor, 'orderRef')]).toEqual([
    'desc',
    '2',
    'T-0',
  ])
  await page.getByRole('link', { name: 'T-0949' }).click()
  await page.getByRole('heading', { name: 'Order T-0949' }).waitFor()
  await page.goBack()
  await page.getByText('51 to 100 of 999').waitFor()
  await expect.poll(() => orderAt(visitor, 0)).toBe('T-0949')
  // A new sort starts at the first page.
  await page
    .getByRole('columnheader', { name: /^Total/ })
    .getByRole('button')
    .press('Space')
  await page.getByText('1 to 50 of 999').waitFor()
  expect(complaints).toEqual([])
  await leave(visitor.page)
})

test('pages have 50 to 1000 rows, and All scrolls to the very end', async () => {
  const visitor = await list()
  const { page } = visitor
  await visitor.go(LIST)
  const sizes = page.getByRole('combobox', { name: 'Rows a page' })
  await expect
    .poll(() => sizes.locator('option').allInnerTexts())
    .toEqual(['50 a page', '100 a page', '200 a page', '500 a page', '1,000 a page', 'All'])
  await page.getByText('1 to 50 of 1,203').waitFor()
  for (const size of ['100', '200', '500', '1000']) {
    await sizes.selectOption(size)
    await page.getByText(`1 to ${size === '1000' ? '1,000' : size} of 1,203`).waitFor()
  }
  // Only visible rows of a long page are drawn.
  await expect.poll(() => page.locator('tr[data-index]').count()).toBeLessThan(80)

  const asked = new Set<number>()
  page.on('request', (request) => {
    if (!request.url().endsWith('/orders/consolidated')) return
    const { page: number, from } = request.postDataJSON() as { page: number; from?: string }
    // A window is requested by its first order; while that is unknown, by its number.
    asked.add(number + (from === undefined ? 0 : (Number(from.slice(-4)) - 1) / 200))
  })
  await sizes.selectOption('All')
  await page.getByText('All 1,203').waitFor()
  expect(parameter(visitor, 'limit')).toBe('999999')
  await expect.poll(() => orderAt(visitor, 0)).toBe('T-0001')
  await page.getByRole('heading', { name: 'Search Results' }).click()
  await page.keyboard.press('j')
  await page.keyboard.press('PageDown')
  await page.keyboard.press('End')
  await expect.poll(() => orderAt(visitor, 1202)).toBe('T-1203')
  await page.locator('tr[data-index="1202"]:focus').waitFor()
  await scrollTo(page, 'scrollTop', '600 * 36')
  await expect.poll(() => orderAt(visitor, 600)).toBe('T-0601')
  // Windows that were scrolled past are not requested: of seven, the second and the fifth.
  await expect.poll(() => [...asked].toSorted((one, other) => one - other)).toEqual([1, 3, 4, 6, 7])
  await leave(visitor.page)
})

corner('more rows than a browser has height for can be scrolled through', async () => {
  const total = 1_000_000
  const visitor = await list()
  const { page } = visitor
  const { Orders: [order] = [] } = (await fetch(`${stage.portal.url}/api/orders/consolidated`, {
    method: 'POST',
    headers: { access_token: visitor.token, client: visitor.client, 'content-type': 'application/json' },
    body: '{"limit":50}',
  }).then((answer) => answer.json())) as { Orders?: object[] }
  let haveRows = false
  const countedWithRows: boolean[] = []
  await page.route('**/api/orders/consolidated/total', (route) => {
    countedWithRows.push(haveRows)
    return route.fulfill({ json: { total } })
  })
  await page.route('**/api/orders/consolidated', async (route) => {
    await page.getByRole('heading', { name: 'Search Results' }).waitFor()
    haveRows = true
    const { page: number, limit } = route.request().postDataJSON() as { page: number; limit: number }
    const first = (number - 1) * limit
    const Orders = Array.from({ length: limit }, (_, index) => ({ ...order, orderNumber: `M-${first + index}` }))
    return route.fulfill({ json: { Orders, hasMore: first + limit < total } })
  })
  await visitor.go(`${LIST}&limit=999999`)
  await page.getByText('All 1,000,000').waitFor()
  await expect.poll(() => orderAt(visitor, 0)).toBe('M-0')
  // Rows are counted after the first window has arrived.
  expect(countedWithRows).not.toContain(false)
  await scrollTo(page, 'scrollTop', 'scroller.scrollHeight')
  await expect.poll(() => orderAt(visitor, total - 1)).toBe(`M-${total - 1}`)
  const foot = await page.getByText('All 1,000,000').boundingBox()
  const last = await rowAt(visitor, total - 1).boundingBox()
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(foot?.y ?? 0)
  await scrollTo(page, 'scrollTop', 'scroller.scrollHeight / 2')
  await expect.poll(() => page.locator('tr[data-index] a').first().innerText()).toMatch(/^M-(49\d|50\d)\d{3}$/)

  await page.getByRole('heading', { name: 'Search Results' }).click()
  await page.keyboard.press('j')
  await page.locator('tr[data-index="0"]:focus').waitFor()
  await page.keyboard.press('End')
  await page.locator(`tr[data-index="${total - 1}"]:focus`).waitFor()
  for (let press = 0; press < 30; press += 1) await page.keyboard.press('k')
  await page.locator(`tr[data-index="${total - 31}"]:focus`).waitFor()
  const view = await page.evaluate<{ top: number; bottom: number }>(`${SCROLLER}.getBoundingClientRect().toJSON()`)
  const row = await rowAt(visitor, total - 31).boundingBox()
  expect(row?.y).toBeGreaterThanOrEqual(view.top)
  expect((row?.y ?? 0) + 36).toBeLessThanOrEqual(view.bottom)
  await leave(visitor.page)
})

corner('columns are chosen, ordered and sized; they are saved, and the page stays', async () => {
  // A user of its own, because the layout is stored per user.
  const visitor = await visit(stage, { clients: [owner.client], browser: { viewport: { width: 1280, height: 800 } } })
  const { page } = visitor
  await visitor.go(`${LIST}&page=3`)
  await page.getByText('101 to 150 of 1,203').waitFor()
  const names = async () =>
    (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim()).filter(Boolean)
  const before = await names()
  await page.getByRole('button', { name: 'Choose columns' }).press('Enter')
  const chooser = page.getByRole('dialog')
  for (const name of ['Customer', 'Needs attention', 'Service']) await chooser.getByRole('checkbox', { name }).uncheck()
  // There was no room for it.
  await chooser.getByRole('checkbox', { name: 'Email' }).check()
  await chooser.getByRole('button', { name: 'Move Despatch to the left' }).click()
  await page.keyboard.press('Escape')
  await chooser.waitFor({ state: 'hidden' })
  const after = ['Order', 'Status', 'Carrier', 'Ordered', 'Town', 'Despatch', 'Email']
  await expect.poll(() => names()).toEqual(after)
  await page.getByText('101 to 150 of 1,203').waitFor()
  await expect.poll(() => orderAt(visitor, 0)).toBe('T-0101')

  const edge = page.getByRole('separator', { name: 'Width of Status' })
  const fitted = Number(await edge.getAttribute('aria-valuenow'))
  for (let press = 0; press < 3; press += 1) await edge.press('ArrowRight')
  const chosen = String(fitted + 3 * 16)
  await expect.poll(() => edge.getAttribute('aria-valuenow')).toBe(chosen)
  await page.reload()
  await expect.poll(names).toEqual(after)
  await expect.poll(() => edge.getAttribute('aria-valuenow')).toBe(chosen)
  await page.getByText('101 to 150 of 1,203').waitFor()
  await page.getByRole('button', { name: 'Choose columns' }).click()
  await chooser.getByRole('button', { name: 'Reset columns' }).click()
  await expect.poll(names).toEqual(before)
  await leave(visitor.page)
})

test('only whole columns are shown; those that a user adds can be scrolled into view', async () => {
  const visitor = await list()
  const { page } = visitor
  await visitor.go(LIST)
  await rowAt(visitor, 0).waitFor()
  const cells = () => page.evaluate<number>(`${SCROLLER}.scrollWidth - ${SCROLLER}.clientWidth`)
  // Only whole columns are shown, until the user wants more than have room.
  expect(await cells()).toBe(0)
  await page.getByRole('button', { name: 'Choose columns' }).click()
  for (const name of ['Email', 'Country', 'Tags', 'Pick note', 'Postcode', 'Ordered', 'Assigned to'])
    await page.getByRole('checkbox', { name, exact: true }).check()
  await page.keyboard.press('Escape')
  await expect.poll(cells).toBeGreaterThan(0)
  await scrollTo(page, 'scrollLeft', '9999')
  const [country, chooser] = await Promise.all([
    page.getByRole('columnheader', { name: /^Country/ }).boundingBox(),
    page.getByRole('button', { name: 'Choose columns' }).boundingBox(),
  ])
  expect((country?.x ?? 0) + (country?.width ?? 0)).toBeLessThanOrEqual(chooser?.x ?? 0)
  // The order number stays in view.
  expect((await rowAt(visitor, 0).locator('a').boundingBox())?.x).toBeLessThan(400)
  await leave(visitor.page)
})

test('arrows and Enter work at once, and after Tab reaches the table', async () => {
  const visitor = await list()
  const { page } = visitor
  await visitor.go(LIST)
  await rowAt(visitor, 0).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.locator('tr[data-index="0"]:focus').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await page.locator('tr[data-index="1"]:focus').waitFor()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Order T-0002' }).waitFor()
  await leave(visitor.page)
})

corner('an invalid filter is named; another client’s list offers to switch clients', async () => {
  const visitor = await visit(stage, { type: 'Internal User', clients: [], client: owner.client })
  const { page } = visitor
  await visitor.go(`${RESULTS}?dateFrom=rubbish&status=ZZ&page=-4`)
  await waitUntilSaid(page, 'Ignored invalid filters in the link: dateFrom, status, page.')
  await page.route('**/api/orders/consolidated', (route) =>
    route.fulfill({ status: 403, json: { code: 'wrong_client', message: 'You don’t have access to this client.' } }),
  )
  await page.reload()
  await page.getByText('You don’t have access to this client.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Choose a client' }).click()
  await page.getByRole('option', { name: 'Add All' }).waitFor()
  await leave(visitor.page)
})

corner('one click copies a reference, and does not open the row', async () => {
  const visitor = await list({ browser: { permissions: ['clipboard-write'] } })
  await noteCopies(visitor.page)
  const { page } = visitor
  await visitor.go(LIST)
  await rowAt(visitor, 0).hover()
  await page.getByRole('button', { name: 'Copy T-0001' }).click()
  await page.getByRole('button', { name: 'T-0001 copied' }).waitFor()
  await expect.poll(() => copied(page)).toBe('T-0001')
  expect(page.url()).toContain(RESULTS)
  await leave(visitor.page)
})
