import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeSku } from '../../../server/src/testing/factories.ts'
import {
  capacityItem,
  carrierItem,
  heldItem,
  limitsItem,
  makeRuleBook,
  methodItem,
} from '../../../server/src/testing/rule-books.ts'
import { CORNER } from '../support/corner.ts'
import { CREATE, createOrder, ORDER, typeOrder } from '../support/orders.ts'
import { expectAccessible, leave, openStage, type Stage, visit } from '../support/portal.ts'

const AMEND = '/order-management/order_suspend_amend_or_cancel'
const EXCEPTIONS = '/reporting-and-enquiries/carrier-exceptions'

/** Only for the operator: prices, capacities, and carriers and methods that were not chosen. */
const HIDDEN = /4\.44|5\.55|8,?642|goshawk|closest match|rule book|version \d+ of the rules|to the cheapest/i

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** A client that hides the operator's business, with two methods and three kinds of goods. */
async function makeShipper(client: string): Promise<void> {
  const on = stage.portal.testDatabase
  await makeClient(on, { code: client, settings: {} })
  for (const code of ['LIGHT', 'HEAVY', 'SOFA', 'BOX-A', 'BOX-B']) await makeSku(on, { client, code })
  await on.asOwner(
    `update skus set weight = case sku_code when 'HEAVY' then 40000 else 1000 end, length = 300, volume = 8000 where client_code = $1`,
    [client],
  )
  await on.asOwner(`insert into sku_components values ($1, 'SOFA', 'BOX-A', 1), ($1, 'SOFA', 'BOX-B', 1)`, [client])
  await makeRuleBook(on, client, [
    carrierItem('WREN', { name: 'Wren Parcel' }),
    carrierItem('GOSHAWK', { name: 'U.K. Goshawk' }),
    methodItem('M1', 'WREN', 44_400, { methodDescription: 'Wren Standard' }),
    limitsItem('M1', { ParcelWeight: 10_000 }),
    methodItem('M2', 'GOSHAWK', 55_500, { methodDescription: 'Goshawk Next Day' }),
    limitsItem('M2', { ParcelWeight: 30_000 }),
    capacityItem('WREN', 8642),
    capacityItem('GOSHAWK', 8642),
    heldItem('R1', 'BOX-A', 'WREN'),
    heldItem('R2', 'BOX-B', 'GOSHAWK'),
    { kind: 'multi-box', key: '', content: { Same_Component_Carrier_Default: 'Y' } },
  ])
}

test('client users who see no costs or carriers can order, ask why and amend', async () => {
  await makeShipper('ASH')
  const visitor = await visit(stage, {
    clients: ['ASH'],
    holds: (leaf) => !leaf.startsWith('carrierRoutingControl') && !leaf.endsWith('carrierRoutingExceptions'),
  })
  const { page } = visitor
  const expectNothingHidden = async (where: string) =>
    expect({ where, hidden: HIDDEN.exec(await page.locator('body').innerText())?.[0] }).toEqual({ where })

  await visitor.go(CREATE)
  await expect.poll(() => page.getByLabel('Order reference').inputValue()).not.toBe('')
  await typeOrder(page, { SKU: 'LIGHT' })
  // A code in another case is replaced by its stored spelling.
  const SKU = page.getByRole('combobox', { name: 'SKU of line 1' })
  await SKU.fill('lIgHt')
  await page.keyboard.press('Tab')
  await expect.poll(() => SKU.inputValue()).toBe('LIGHT')
  await page.keyboard.press('Control+s')
  await page.getByText('Wren Parcel, Wren Standard').waitFor()
  await expectNothingHidden('an order that was created')

  await page.getByRole('link', { name: 'Open the order' }).click()
  const carrier = page.getByRole('region', { name: 'Carrier' })
  await carrier.getByRole('button', { name: 'Why?' }).click()
  const chosen = carrier.getByRole('table', { name: 'The carrier that was chosen' })
  await chosen.getByRole('button', { name: 'Wren Standard' }).click()
  const verdicts = chosen.getByRole('table', { name: 'Constraints of Wren Standard' })
  for (const hidden of ['Capacity', 'Price'])
    await expect
      .poll(() => verdicts.getByRole('row', { name: new RegExp(`^${hidden}`) }).innerText())
      .toMatch(/Met\s+–\s+–/)
  await expect.poll(() => carrier.getByRole('link').count()).toBe(0)
  await expectNothingHidden('why a carrier takes an order')
  await expectAccessible(page, 'why a carrier takes an order')

  const orderNumber = await createOrder(stage, visitor, { SKU: 'LIGHT' })
  await visitor.go(`${AMEND}?amend=${orderNumber}&client=ASH`)
  const preview = page.getByRole('region', { name: 'Changes to allocation' })
  const sku = page.getByRole('combobox', { name: 'SKU of line 1' })
  await sku.fill('SOFA')
  await page.getByRole('option', { name: 'SOFA' }).click()
  await preview.getByText('Fixed routing holds its boxes to different carriers.').waitFor()
  await expectNothingHidden('what an amendment would change: a conflict')
  await sku.fill('HEAVY')
  await page.getByRole('option', { name: 'HEAVY' }).click()
  await preview.getByText('Parcel weight 40 kg is over the limit of 30 kg.').waitFor()
  await expectNothingHidden('what an amendment would change')
  await leave(page)
})

test.each([
  ['HEAVY', 'Parcel weight 40 kg is over the limit of 30 kg'],
  ['SOFA', 'Fixed routing holds its boxes to different carriers'],
])('a routing exception of %s names no carrier to those users', { tags: CORNER }, async (SKU, why) => {
  const client = `B${SKU}`
  await makeShipper(client)
  const visitor = await visit(stage, { clients: [client] })
  const { page } = visitor
  const orderNumber = await createOrder(stage, visitor, { SKU })
  await visitor.go(EXCEPTIONS)
  const row = page.locator('tr[data-index]').filter({ hasText: orderNumber })
  await expect.poll(() => row.innerText()).toContain(why)
  expect(HIDDEN.exec(await page.locator('main').innerText())).toBeNull()
  await row.focus()
  await page.keyboard.press(' ')
  await page.getByRole('dialog').getByText(why).first().waitFor()
  expect(HIDDEN.exec(await page.getByRole('dialog').innerText())).toBeNull()
  await leave(page)

  // Users without the list of exceptions get no link to it.
  const reader = await visit(stage, {
    clients: [client],
    holds: (leaf) => !leaf.startsWith('carrierRoutingControl') && !leaf.endsWith('carrierRoutingExceptions'),
  })
  await reader.go(`${ORDER}?orderNumber=${orderNumber}`)
  await reader.page.getByText('No carrier. Ask Despatch operations to find a carrier.').waitFor()
  await reader.page.getByRole('region', { name: 'Carrier' }).getByText(`${why}.`).waitFor()
  expect(HIDDEN.exec(await reader.page.locator('main').innerText())).toBeNull()
  await leave(reader.page)
})
