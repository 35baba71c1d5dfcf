import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeSku } from '../../../server/src/testing/factories.ts'
import { carrierItem, makeRuleBook, methodItem } from '../../../server/src/testing/rule-books.ts'
import { expectAccessibleInBoth } from '../support/colours.ts'
import { createOrder, ORDER } from '../support/orders.ts'
import { leave, openStage, type Stage, visit } from '../support/portal.ts'

const SET_UP = '/carrier-routing-control/carrier-capacity-setup'
const STOPS = `${SET_UP}/stops`

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** A client with a cheap and a dear carrier, and two orders, which the cheap one takes. Returns the order numbers. */
async function makeShipper(code: string): Promise<readonly [string, string]> {
  const on = stage.portal.testDatabase
  await makeClient(on, { code })
  await makeRuleBook(on, code, [
    carrierItem('DPD', { name: 'DPD UK' }),
    carrierItem('DHL', { name: 'DHL Parcel' }),
    methodItem('M1', 'DPD', 45_000, { methodDescription: 'DPD Next Day' }),
    methodItem('M2', 'DHL', 50_000, { methodDescription: 'DHL Standard' }),
  ])
  const user = await visit(stage, { clients: [code] })
  const SKU = await makeSku(on, { client: code })
  const orders = [await createOrder(stage, user, { SKU }), await createOrder(stage, user, { SKU })] as const
  await leave(user.page)
  return orders
}

test('staff stop a carrier from Home, see who takes its orders and why, and undo it', async () => {
  const [one, other] = await makeShipper('ASH')
  const visitor = await visit(stage, { type: 'Internal Administrator', clients: [], client: 'All_client' })
  const { page } = visitor
  await visitor.go('/')
  await page.getByRole('button', { name: 'Stop a carrier…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Stop a carrier for all clients' })
  await dialog.getByRole('combobox', { name: 'Carrier' }).click()
  await page.getByRole('option', { name: 'DPD UK' }).click()
  const takers = dialog.getByRole('table', { name: 'Who takes them' })
  await expect
    .poll(() => takers.getByRole('row').nth(1).innerText())
    .toMatch(/^ASH\s+DHL Standard \(DHL Parcel\)\s+2\s+\+£1\.00$/)
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Strike')
  await expectAccessibleInBoth(page, 'the dialog that stops a carrier')
  await dialog.getByRole('button', { name: 'Stop DPD UK and move 2 orders' }).click()

  await page.getByText('2 orders moved.').first().waitFor()
  expect(new URL(page.url()).pathname).toBe(STOPS)
  const receipts = page.getByRole('table', { name: 'Orders and their carriers' })
  for (const orderNumber of [one, other])
    await receipts
      .getByRole('row', { name: new RegExp(orderNumber) })
      .getByText(/DHL Standard/)
      .waitFor()
  await page.getByText('1 in force').waitFor()
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Stops', exact: true }).waitFor()
  await expectAccessibleInBoth(page, 'carrier stops with receipts')

  await visitor.go(`${ORDER}?orderNumber=${one}&client=ASH`)
  const carrier = page.getByRole('region', { name: 'Carrier' })
  await expect.poll(() => carrier.getByRole('article').innerText()).toMatch(/DHL Standard[\s\S]*£5\.00/)
  await carrier.getByRole('button', { name: 'Why?' }).click()
  await carrier.getByRole('button', { name: 'DPD Next Day' }).click()
  const constraints = carrier.getByRole('table', { name: 'Constraints of DPD Next Day' })
  await expect
    .poll(() => constraints.getByRole('row').nth(1).innerText())
    .toMatch(/^Carrier stopped\s+DPD UK is stopped on [\s\S]*Not met/)

  await visitor.go(STOPS)
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText('2 orders restored.').first().waitFor()
  await page.getByText('0 in force').waitFor()
  await visitor.go(`${ORDER}?orderNumber=${one}&client=ASH`)
  await expect.poll(() => carrier.getByRole('article').innerText()).toMatch(/DPD Next Day[\s\S]*£4\.50/)
  await leave(page)
})

test('users of clients cannot stop a carrier', async () => {
  await makeShipper('BEECH')
  const visitor = await visit(stage, { type: 'Client Administrator', clients: ['BEECH'] })
  const { page } = visitor
  await visitor.go('/')
  await page.getByRole('heading', { name: /^Hello, / }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Stop a carrier…' }).count()).toBe(0)
  await visitor.go(SET_UP)
  await page.getByRole('heading', { name: 'Carrier Capacity Set Up' }).waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Stops', exact: true }).count()).toBe(0)
  await leave(page)
})
