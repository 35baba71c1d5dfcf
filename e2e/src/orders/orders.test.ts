import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSku } from '../../../server/src/testing/factories.ts'
import { expectAccessibleInBoth } from '../support/colours.ts'
import { corner } from '../support/corner.ts'
import { focusedField, tabTo } from '../support/keyboard.ts'
import { CREATE, ENQUIRY } from '../support/orders.ts'
import { leave, openStage, type Stage, visit } from '../support/portal.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
  await stage.portal.testDatabase.asOwner(
    `insert into addresses (country, postcode, address_line_1, address_line_3)
     values ('GB', 'EH1 1AA', '1 High Street', 'Edinburgh'), ('GB', 'EH1 1AA', '2 High Street', 'Edinburgh')`,
  )
})
afterAll(() => stage.close())

test('an order is created by keyboard, and found by reference, email and day', async () => {
  const visitor = await visit(stage)
  const { page, client } = visitor
  await makeSku(stage.portal.testDatabase, { client, code: 'LAMP-1', description: 'Desk lamp', unitValue: '12.35' })
  await makeSku(stage.portal.testDatabase, {
    client,
    code: 'BULB-9',
    description: 'Bulb for a lamp',
    unitValue: '0.10',
  })
  await visitor.go(CREATE)
  const reference = page.getByLabel('Order reference')
  await expect.poll(() => reference.inputValue()).toBe(`${client}-100001`)

  await tabTo(page, 'First name')
  await page.keyboard.type('Ada')
  await tabTo(page, 'Last name')
  await page.keyboard.type('Lovelace')
  // Enter in a field does not create the order.
  await page.keyboard.press('Enter')
  await tabTo(page, 'Email')
  await page.keyboard.type('ada@example.com')
  await tabTo(page, 'Postcode')
  await page.keyboard.type('eh11aa')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: '1 High Street, Edinburgh, EH1 1AA' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByLabel('Address line 1').inputValue()).toBe('2 High Street')
  await expect.poll(() => page.getByLabel('Address line 3').inputValue()).toBe('Edinburgh')

  await tabTo(page, 'SKU of line 1')
  await page.keyboard.type('desk')
  await page.getByRole('option', { name: 'LAMP-1' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Desk lamp, £12.35 each').waitFor()
  await expect.poll(() => page.getByRole('combobox', { name: 'SKU of line 2' }).count()).toBe(0)
  await tabTo(page, 'Quantity of line 1')
  await page.keyboard.type('3')
  await expect.poll(() => page.getByLabel('Value of line 1').inputValue()).toBe('37.05')
  // Enter adds a line and focuses it; Alt Backspace removes one.
  await page.keyboard.press('Enter')
  await page.keyboard.type('BULB-9')
  await page.getByRole('option', { name: 'BULB-9' }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'SKU of line 3' }).waitFor()
  await page.keyboard.press('Alt+Backspace')
  await tabTo(page, 'Value of line 2')
  await page.keyboard.type('0.3')
  await expect.poll(() => page.getByLabel('Order total').textContent()).toContain('£37.35')
  await page.keyboard.press('Control+s')

  await page.getByText('Data added successfully.').first().waitFor()
  const open = page.getByRole('link', { name: 'Open the order' })
  await open.waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: `Order ${client}-100001` }).waitFor()
  await expect
    .poll(() => page.getByRole('table', { name: 'Lines' }).innerText())
    .toMatch(/LAMP-1[\s\S]*£37\.05[\s\S]*BULB-9[\s\S]*£0\.30/)
  await expect.poll(() => page.getByRole('tab', { selected: true }).innerText()).toContain(`Order ${client}-100001`)

  for (const by of ['Customer or reference', 'Email', 'Today'] as const) {
    await visitor.go(ENQUIRY)
    if (by === 'Today') await page.getByRole('button', { name: 'Today' }).click()
    else await page.getByLabel(by).fill(by === 'Email' ? 'Ada@Example.com' : `${client}-100001`)
    await page.getByRole('button', { name: 'Search', exact: true }).click()
    if (by === 'Customer or reference') {
      await page.getByRole('heading', { name: `Order ${client}-100001` }).waitFor()
      continue
    }
    await page.getByRole('heading', { name: 'Search Results' }).waitFor()
    await page.getByRole('link', { name: `${client}-100001` }).waitFor()
    await expect.poll(() => page.getByText('1 order', { exact: true }).count()).toBe(1)
  }
  await leave(visitor.page)
})

corner('every invalid field shows its error, and a summary gets the focus', async () => {
  const visitor = await visit(stage)
  const { page } = visitor
  await visitor.go(CREATE)
  await expect.poll(() => page.getByLabel('Order reference').inputValue()).not.toBe('')
  await page.getByLabel('Order reference').fill('')
  await page.getByLabel('Email').fill('ada@example')
  await page.getByLabel('Phone').fill('call me')
  await page.getByLabel('Postcode').fill('SW1')
  await page.getByLabel('Quantity of line 1').fill('')
  await page.getByLabel('Value of line 1').fill('-1')
  await page.getByText('NAMED DAY').click()
  await page.getByRole('button', { name: 'Create order' }).click()
  for (const message of [
    'Enter an order number',
    'Enter a first name',
    'Enter a last name',
    'An email looks like name@example.com',
    'A phone number is digits, spaces, ( ) - and a leading +',
    'A UK postcode looks like SW1A 1AA',
    'Enter address line 1',
    'Choose a SKU',
    'Quantity is a whole number',
    'An amount looks like 12.50, without a sign or currency',
    'Choose a date for the named-day order',
  ])
    await page.getByText(message).first().waitFor()
  const summary = page.getByRole('group', { name: 'There is a problem' })
  await summary.and(page.locator(':focus')).waitFor()
  await expect.poll(() => page.title()).toMatch(/^Error: /)
  await summary.getByRole('button', { name: 'Enter an order number' }).click()
  await expect.poll(() => focusedField(page)).toBe('orderNo')
  await expectAccessibleInBoth(page, 'errors beside their fields')
  await leave(visitor.page)
})
