import { afterAll, beforeAll, expect, test } from 'vitest'
import { contentOf } from './support/download.ts'
import { countOrders } from './support/orders.ts'
import { expectAccessible, openStage, type Stage, switchColours, visit } from './support/portal.ts'

const FEED = '/feeds/orders'
const FILE = {
  name: 'orders.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    'InvoiceNo,StockCode,Description,Quantity,UnitPrice,Country\n' +
      '579003,23313,"BUNTING, CHRISTMAS",15,4.95,EIRE\n' +
      '579003,23298,SPOTTY BUNTING,6,4.95,EIRE\n' +
      '579004,POST,POSTAGE,1,18.00,France\n' +
      '579004,20711,=lost in space,-98,0.0,France\n' +
      'C579005,20711,JUMBO BAG,1,2.08,France\n',
  ),
}

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('a file is fed with a mapping made for it; what was refused is told and can be kept', async () => {
  const { page, go, client } = await visit(stage)
  await go(FEED)
  await expectAccessible(page, 'empty, light')
  await page.locator('input[type=file]').setInputFiles(FILE)
  await page.getByRole('table', { name: 'How the file begins' }).getByText('BUNTING, CHRISTMAS').waitFor()

  await page.getByRole('button', { name: 'New mapping' }).click()
  const editor = page.getByRole('form', { name: 'Mapping of the columns' })
  await editor.getByLabel('Name', { exact: true }).fill('uk-retail')
  await editor.getByRole('button', { name: 'Save the mapping' }).click()
  await editor.getByText('orderNumber, SKU and quantity each need a column').waitFor()
  for (const [field, column] of [
    ['Order number', 'InvoiceNo'],
    ['SKU', 'StockCode'],
    ['Unit value', 'UnitPrice'],
  ] as const) {
    await editor.getByLabel(field).fill(column)
    await page.getByRole('option', { name: column }).click()
  }
  await editor.getByText('For example 579003').waitFor()
  await editor.getByRole('button', { name: 'Add a text' }).click()
  await editor.getByLabel('In the file').fill('EIRE')
  await editor.getByLabel('Stands for').fill('IE')
  await editor.getByRole('button', { name: 'Add a rule' }).click()
  await editor.getByLabel('Text', { exact: true }).fill('C')
  await editor.getByLabel('Reason').fill('Cancellation')
  await expectAccessible(page, 'mapping, light')
  await switchColours(page, 'dark')
  await expectAccessible(page, 'mapping, dark')
  await editor.getByRole('button', { name: 'Save the mapping' }).click()

  await page.getByRole('button', { name: 'Feed the orders' }).click()
  const refused = page.getByRole('table', { name: 'Refused rows' })
  await refused.waitFor()
  await expect.poll(() => refused.getByRole('row').count()).toBe(3)
  await refused.getByText('Quantity is a whole number from 1 to 999,999').waitFor()
  await refused.getByText('579004 (line 5)').waitFor()
  await page.getByRole('table', { name: 'Left out, by reason' }).getByText('Cancellation').waitFor()
  expect(await countOrders(stage, client)).toBe(1)
  await expectAccessible(page, 'outcome, dark')
  await switchColours(page, 'light')
  await expectAccessible(page, 'outcome, light')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('orders-refused.csv')
  expect((await contentOf(download)).toString()).toBe(
    '\uFEFFline,column,reason,value\r\n' +
      '4,InvoiceNo,Another row of this order was refused: an order is taken whole or not at all,579004 (line 5)\r\n' +
      '5,Quantity,"Quantity is a whole number from 1 to 999,999",-98\r\n',
  )

  await page.getByRole('button', { name: 'Feed the orders' }).click()
  await page.locator('dl').getByText('There already').locator('xpath=following-sibling::dd').getByText('2').waitFor()
  expect(await countOrders(stage, client)).toBe(1)
})

test('a file that cannot be used says why', async () => {
  const { page, go } = await visit(stage)
  await go(FEED)
  await page.locator('input[type=file]').setInputFiles(FILE)
  await page.getByRole('button', { name: 'Feed the orders' }).click()
  await page
    .getByRole('region', { name: 'Orders Feed' })
    .getByText('The file lacks the columns orderNumber, SKU. It has InvoiceNo, StockCode')
    .waitFor()
})
