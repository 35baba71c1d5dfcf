import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeSession, makeSku } from '../../../server/src/testing/factories.ts'
import { corner } from '../support/corner.ts'
import { ENQUIRY, createOrder, ORDER, RESULTS } from '../support/orders.ts'
import { expectAccessible, leave, openStage, type Stage, switchColours, visit } from '../support/portal.ts'
import { filterBy } from '../support/filters.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('a list is counted, sorted, paged, previewed and opened by keyboard', async () => {
  const visitor = await visit(stage)
  const { page, client } = visitor
  const SKU = await makeSku(stage.portal.testDatabase, { client, unitValue: '1' })
  for (let number = 1; number <= 53; number += 1)
    await createOrder(stage, visitor, {
      SKU,
      orderNo: `L-${String(number).padStart(3, '0')}`,
      items: [{ SKU, quantity: number }],
    })
  await visitor.go(ENQUIRY)
  // A prefix opens the results, because no order has exactly this number.
  await page.getByLabel('Customer or reference').fill('L-0')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Search Results' }).waitFor()
  await page.getByText('53 orders', { exact: true }).waitFor()
  await page.getByText('1 to 50 of 53').waitFor()
  const first = page.locator('tr[data-index="0"] a')
  await page.getByRole('button', { name: /^Total/ }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('totalValue')
  await page.getByRole('button', { name: /^Order$/ }).click()
  await expect.poll(() => first.innerText()).toBe('L-001')
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByText('51 to 53 of 53').waitFor()
  await expect.poll(() => first.innerText()).toBe('L-051')
  await page.getByRole('combobox', { name: 'Rows a page' }).selectOption('All')
  await page.getByText('All 53').waitFor()
  await expect.poll(() => first.innerText()).toBe('L-001')

  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Search Results' }).click()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press(' ')
  const drawer = page.getByRole('dialog')
  await drawer.getByText('L-002').first().waitFor()
  await drawer.getByRole('table', { name: 'Lines' }).waitFor()
  for (const colours of ['light', 'dark'] as const) {
    await switchColours(page, colours)
    await expectAccessible(page, `an order peeked at, ${colours}`)
  }
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Order L-002' }).waitFor()
  await leave(visitor.page)
})

corner('cancelled orders are hidden, as a chip shows and undoes', async () => {
  const visitor = await visit(stage)
  const { page, client } = visitor
  const SKU = await makeSku(stage.portal.testDatabase, { client })
  for (const orderNo of ['C-1', 'C-2', 'C-30']) await createOrder(stage, visitor, { SKU, orderNo })
  await stage.portal.testDatabase.asOwner(
    "update orders set status = 'C' where client_code = $1 and order_number in ('C-2', 'C-30')",
    [client],
  )
  await visitor.go(`${RESULTS}?orderRef=C-`)
  await page.getByText('1 order', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Remove Cancelled hidden' }).click()
  await page.getByText('3 orders', { exact: true }).waitFor()
  await expect.poll(() => page.getByText('Cancelled', { exact: true }).count()).toBe(2)
  await filterBy(page, 'Hide cancelled')
  await page.getByText('1 order', { exact: true }).waitFor()

  await visitor.go(`${RESULTS}?orderRef=C-3`)
  await page.getByText('No records found for order, email or date range C-3').waitFor()
  await page.getByText('One cancelled order matches and is hidden.').waitFor()
  await page.getByRole('button', { name: 'Show it' }).click()
  await page.getByRole('link', { name: 'C-30' }).waitFor()
  await leave(visitor.page)
})

corner('an order shows a hundred lines, then more; unreviewed SKUs are marked', async () => {
  const visitor = await visit(stage)
  const { page, client } = visitor
  const SKU = await makeSku(stage.portal.testDatabase, { client, unitValue: '0.01' })
  const unknown = await makeSku(stage.portal.testDatabase, { client })
  await stage.portal.testDatabase.asOwner('update skus set is_unknown = true where sku_code = $1', [unknown])
  await createOrder(stage, visitor, {
    SKU,
    orderNo: 'MANY-1',
    items: Array.from({ length: 120 }, (_, index) => ({ SKU: index === 119 ? unknown : SKU, quantity: 1 })),
  })
  await visitor.go(`${ORDER}?orderNumber=MANY-1`)
  const rows = page.getByRole('table', { name: 'Lines' }).locator('tbody tr')
  await page.getByText('100 of 120 lines shown').waitFor()
  await expect.poll(() => rows.count()).toBe(100)
  await expect.poll(() => page.getByText('unknown', { exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'Show 20 more' }).click()
  await page.getByText('unknown', { exact: true }).waitFor()
  await expect.poll(() => rows.count()).toBe(120)
  await expect.poll(() => page.getByRole('button', { name: /^Show/ }).count()).toBe(0)
  await leave(visitor.page)
})

corner('a filter is changed in its chip, and validated', async () => {
  const visitor = await visit(stage)
  const { page } = visitor
  await createOrder(stage, visitor, { orderNo: 'F-1', email: 'one@example.com' })
  await createOrder(stage, visitor, { orderNo: 'F-2', email: 'two@example.com' })
  for (let number = 1; number <= 10; number += 1) await createOrder(stage, visitor, { orderNo: `G-${number}` })
  await visitor.go(`${RESULTS}?orderRef=F-`)
  await page.getByText('2 orders', { exact: true }).waitFor()
  await filterBy(page, 'Email')
  const editor = page.getByRole('dialog')
  await editor.getByLabel('Email').fill('two@')
  await page.keyboard.press('Enter')
  await editor.getByText('An email looks like name@example.com').waitFor()
  await editor.getByLabel('Email').fill('two@example.com')
  await page.keyboard.press('Enter')
  await page.getByText('1 order', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'F-2' }).waitFor()
  expect(new URL(page.url()).searchParams.get('email')).toBe('two@example.com')
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await expect.poll(() => new URL(page.url()).search).not.toContain('email')

  // Matches of a text that is no order number, with a link to all.
  await page.goto(`${ENQUIRY}?orderRef=sw1y4jh`)
  await page.getByRole('heading', { name: 'SW1Y 4JH: a postcode; 12 orders' }).waitFor()
  await page.getByRole('link', { name: 'Show all 12' }).click()
  await page.getByText('12 orders', { exact: true }).waitFor()
  await filterBy(page, 'SKU')
  await page.getByRole('dialog').getByLabel('SKU').fill('NONE')
  await page.keyboard.press('Enter')
  await page.getByText('No records found for postcode SW1Y 4JH and SKU NONE').waitFor()
  await page.getByRole('button', { name: 'Remove Postcode: SW1Y 4JH' }).click()
  await page.getByText('No records found for SKU NONE').waitFor()
  await page.getByRole('button', { name: 'Remove SKU: NONE' }).click()
  await page.getByText('12 orders', { exact: true }).waitFor()
  await leave(visitor.page)
})

corner('for all clients, the list shows the client, and equal numbers need a choice', async () => {
  const clients = [await makeClient(stage.portal.testDatabase), await makeClient(stage.portal.testDatabase)]
  for (const [index, client] of clients.entries()) {
    const { token } = await makeSession(stage.portal.testDatabase, { clients: [client] })
    await createOrder(stage, { token, client }, { orderNo: 'SAME-1', customerFirstName: ['Ada', 'Grace'][index] ?? '' })
  }
  const visitor = await visit(stage, { type: 'Internal User', clients: [], client: 'All_client' })
  const { page } = visitor
  await visitor.go(ENQUIRY)
  await page.getByLabel('Customer or reference').fill('SAME-1')
  await page.keyboard.press('Enter')
  await page.getByText('2 clients have an order with this number. Choose one.').waitFor()
  await page.getByRole('button', { name: `${clients[1]}: Grace Lovelace` }).click()
  await page.getByText('Grace Lovelace').waitFor()
  expect(new URL(page.url()).searchParams.get('client')).toBe(clients[1])

  await visitor.go(`${RESULTS}?orderRef=SAME`)
  await page.getByText('2 orders', { exact: true }).waitFor()
  for (const client of clients) await page.getByRole('cell', { name: client, exact: true }).waitFor()
  await leave(visitor.page)
})
