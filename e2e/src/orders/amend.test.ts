import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeSku } from '../../../server/src/testing/factories.ts'
import { carrierItem, limitsItem, makeRuleBook, methodItem } from '../../../server/src/testing/rule-books.ts'
import { expectAccessibleInBoth } from '../support/colours.ts'
import { corner } from '../support/corner.ts'
import { createOrder } from '../support/orders.ts'
import { expectAccessible, leave, openStage, type Stage, visit, type Visitor } from '../support/portal.ts'

const SCREEN = '/order-management/order_suspend_amend_or_cancel'
const amendOf = (orderNumber: string, client: string) => `${SCREEN}?amend=${orderNumber}&client=${client}`

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** A client with a cheap method up to 10 kg, a dearer one above, and SKUs of 1 and 12 kg. */
async function makeShipper(code: string): Promise<void> {
  const on = stage.portal.testDatabase
  await makeClient(on, { code })
  await makeSku(on, { client: code, code: 'LIGHT', description: 'Desk lamp', unitValue: '12.35' })
  await makeSku(on, { client: code, code: 'HEAVY', description: 'Oak desk', unitValue: '240' })
  await on.asOwner(
    `update skus set weight = case sku_code when 'LIGHT' then 1000 else 12000 end, length = 300, volume = 8000 where client_code = $1`,
    [code],
  )
  await makeRuleBook(on, code, [
    carrierItem('DPD', { name: 'DPD UK' }),
    carrierItem('DHL', { name: 'DHL Parcel' }),
    methodItem('M1', 'DPD', 60_000, { methodDescription: 'DPD Next Day', countries: ['GB'] }),
    methodItem('M2', 'DHL', 45_000, { methodDescription: 'DHL Standard', countries: ['GB'] }),
    limitsItem('M2', { ParcelWeight: 10_000 }),
  ])
}

/** A user of the client with an order of two lamps and its form open. */
async function amending(code: string): Promise<{ visitor: Visitor; orderNumber: string }> {
  await makeShipper(code)
  const visitor = await visit(stage, { clients: [code] })
  const orderNumber = await createOrder(stage, visitor, { SKU: 'LIGHT' })
  await visitor.go(amendOf(orderNumber, code))
  await visitor.page.getByRole('heading', { name: `Amend ${orderNumber}` }).waitFor()
  return { visitor, orderNumber }
}

test('amending an order in its tab previews allocation, and shows the result', async () => {
  const { visitor, orderNumber } = await amending('ASH')
  const { page } = visitor
  const preview = page.getByRole('region', { name: 'Changes to allocation' })
  await preview.getByText('No changes yet that affect allocation.').waitFor()
  const stands = preview.getByRole('row', { name: 'Now' })
  await expect.poll(() => stands.innerText()).toMatch(/DHL Parcel, DHL Standard[\s\S]*£4\.50\s+2\s+£24\.70/)
  await expect.poll(() => page.getByRole('tab', { selected: true }).innerText()).toContain(`Amend ${orderNumber}`)

  // Adds a line by keyboard.
  await page.getByLabel('Quantity of line 1').fill('3')
  await page.getByLabel('Quantity of line 1').press('Enter')
  await page.keyboard.type('HEAVY')
  await page.getByRole('option', { name: 'HEAVY' }).click()
  await preview.getByText('New carrier: DPD UK, DPD Next Day, for £1.50 more.').waitFor()
  await expect
    .poll(() => preview.getByRole('row', { name: 'After saving' }).innerText())
    .toMatch(/DPD UK, DPD Next Day[\s\S]*£6\.00 £1\.50 more\s+4\s+£277\.05/)
  await preview.getByRole('button', { name: 'Why?' }).click()
  await preview.getByRole('table', { name: 'Every candidate, in its ranking' }).waitFor()
  await expectAccessibleInBoth(page, 'amending an order')

  // Without a carrier, the preview says why.
  const country = page.getByRole('combobox', { name: 'Country' })
  await country.fill('France')
  await country.press('Tab')
  await preview.getByText('If saved, the order has no carrier and becomes a routing exception.').waitFor()
  await preview.getByRole('button', { name: 'Why not?' }).waitFor()
  await country.fill('United Kingdom')
  await country.press('Tab')
  await page.getByLabel('Address line 2').fill('Flat 2')
  await page.getByText('Unsaved changes: address line 2, lines', { exact: true }).waitFor()
  await page.keyboard.press('Control+s')

  await page.getByText('Data updated successfully.').first().waitFor()
  await page.getByText(/DPD UK, DPD Next Day/).waitFor()
  await page.getByRole('link', { name: 'Open the order' }).click()
  await page.getByRole('heading', { name: `Order ${orderNumber}` }).waitFor()
  await expect
    .poll(() => page.getByRole('table', { name: 'Lines' }).innerText())
    .toMatch(/LIGHT[\s\S]*£37\.05[\s\S]*HEAVY[\s\S]*£240\.00/)
  await page.getByText('Changed: address line 2, lines').first().waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByText(`Order ${orderNumber} has its previous values again.`).first().waitFor()
  await page.getByText('Amendment undone').first().waitFor()
  await expect.poll(() => page.getByRole('table', { name: 'Lines' }).innerText()).not.toContain('HEAVY')
  await leave(page)
})

corner('two windows on one order: the second sees the conflict, and chooses by field', async () => {
  const { visitor, orderNumber } = await amending('BEECH')
  const { page } = visitor
  const other = await visit(stage, { clients: ['BEECH'] })
  await other.go(amendOf(orderNumber, 'BEECH'))
  await other.page.getByLabel('Last name').fill('Byron')
  await other.page.getByLabel('Email').fill('theirs@example.com')
  await other.page.getByLabel('Quantity of line 1').fill('5')
  await other.page.getByRole('button', { name: 'Save' }).click()
  await other.page.getByRole('button', { name: 'Amend again' }).click()
  await expect.poll(() => other.page.getByLabel('Quantity of line 1').inputValue()).toBe('5')
  await leave(other.page)

  await page.getByLabel('Email').fill('mine@example.com')
  await page.getByLabel('Quantity of line 1').fill('4')
  await page
    .getByRole('region', { name: 'Changes to allocation' })
    .getByText('Someone else changed this order. Save to see their changes.')
    .waitFor()
  await page.keyboard.press('Control+s')
  const panel = page.locator('[data-conflict]')
  await panel.getByText('Someone else changed this order').waitFor()
  await expect
    .poll(() => panel.getByRole('row').allInnerTexts())
    .toEqual([
      expect.stringContaining('Field'),
      expect.stringMatching(/^Last name\s+Lovelace\s+Byron/),
      expect.stringMatching(/^Email\s+mine@example\.com\s+theirs@example\.com/),
      expect.stringMatching(/^Lines\s+LIGHT × 4.*\s+LIGHT × 5/),
    ])
  await expectAccessible(page, 'a conflict of two amendments')
  await panel.getByRole('radiogroup', { name: 'Keep for Email' }).getByText('Theirs').click()
  await panel.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => page.getByLabel('Last name').inputValue()).toBe('Byron')
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('theirs@example.com')
  await page.getByText('Unsaved changes: lines', { exact: true }).waitFor()
  await page.keyboard.press('Control+s')
  await page.getByRole('link', { name: 'Open the order' }).click()
  await page.getByText('theirs@example.com').first().waitFor()
  await expect.poll(() => page.getByRole('table', { name: 'Lines' }).innerText()).toMatch(/LIGHT[\s\S]*4[\s\S]*£49\.40/)
  await leave(page)
})

corner('a draft survives a reload, closing asks, and Cancel returns to the list', async () => {
  const { visitor, orderNumber } = await amending('CEDAR')
  const { page } = visitor
  await page.getByLabel('Postcode').fill('ab10 1aa')
  await page.getByLabel('Value of line 1').fill('20')
  await page.getByLabel('Value of line 1').press('Tab')
  await page.getByText('Unsaved changes: postcode, lines', { exact: true }).waitFor()
  await page.reload()
  await expect.poll(() => page.getByLabel('Postcode').inputValue()).toBe('ab10 1aa')
  await expect.poll(() => page.getByLabel('Value of line 1').inputValue()).toBe('20.00')
  await page.getByRole('tab', { name: `Amend ${orderNumber}` }).press('Delete')
  await page.getByRole('dialog', { name: `Leave Amend ${orderNumber}?` }).waitFor()
  await page.keyboard.press('Escape')
  // An invalid postcode shows its error.
  await page.getByLabel('Postcode').fill('AB')
  await page.keyboard.press('Control+s')
  await page.getByText('A UK postcode looks like SW1A 1AA').first().waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('heading', { name: 'Order: Suspend, Amend or Cancel' }).waitFor()
  await expect.poll(() => page.getByRole('tab', { name: `Amend ${orderNumber}` }).count()).toBe(0)
  await leave(page)
})

corner('unavailable address lookup, too many lines and picked orders are explained', async () => {
  const { visitor, orderNumber } = await amending('DOGWOOD')
  const { page } = visitor
  const notice = 'Address lookup isn’t available right now. Enter the address by hand.'
  await page.route('**/api/orders/address/lookup', (route) => route.fulfill({ json: { addresses: [], notice } }))
  await page.getByRole('button', { name: 'Find address' }).click()
  await page.getByText(notice).waitFor()
  await page.getByLabel('Address line 1').fill('1 High Street')
  const own = [{ id: '1', text: '1 High Street, London' }]
  await page.route('**/api/orders/address/lookup', (route) => route.fulfill({ json: { addresses: own, notice } }))
  await page.getByLabel('Postcode').fill('SW1Y 4LE')
  await page.getByRole('button', { name: 'Find address' }).click()
  await page.getByText(`${notice} From the portal’s own list.`).waitFor()
  await page.getByRole('button', { name: own[0]?.text ?? '' }).waitFor()
  await expectAccessible(page, 'addresses with a notice')
  await page.getByRole('button', { name: 'Close the addresses' }).click()

  const on = stage.portal.testDatabase
  await on.asOwner(
    `insert into order_lines (client_code, order_number, line_number, sku_code, quantity, unit_value, total_value)
     select 'DOGWOOD', $1, number, 'LIGHT', 1, 1, 1 from generate_series(2, 201) number`,
    [orderNumber],
  )
  await on.asOwner(`update orders set item_count = 201 where client_code = 'DOGWOOD'`)
  await page.reload()
  await page.getByText(/^The 201 lines of this order were imported/).waitFor()
  await page.keyboard.press('Control+s')
  await page.getByText('Data updated successfully.').first().waitFor()

  await on.asOwner(`update orders set status = 'P' where client_code = 'DOGWOOD'`)
  await page.getByRole('button', { name: 'Amend again' }).click()
  await page.getByText(`Order ${orderNumber} is already at picking and can no longer be amended.`).waitFor()
  await leave(page)
})
