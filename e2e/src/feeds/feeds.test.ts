import { parcels } from '@despatch/contract/deliveries/parcels/parcels'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { corner } from '../support/corner.ts'
import { contentOf } from '../support/download.ts'
import { countOrders } from '../support/orders.ts'
import {
  expectAccessible,
  leave,
  openStage,
  type Stage,
  switchColours,
  visit,
  type Visitor,
} from '../support/portal.ts'

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
/** A client user and an internal user, each in one window. */
let user: Visitor
let operator: Visitor
beforeAll(async () => {
  stage = await openStage()
  user = await visit(stage)
  operator = await visit(stage, { type: 'Internal User' })
})
afterAll(() => stage.close())

test('a file is fed with a new mapping; refused rows can be downloaded', async () => {
  const { page, go, client } = user
  await go(FEED)
  await expectAccessible(page, 'empty, light')
  await page.locator('input[type=file]').setInputFiles(FILE)
  await page.getByRole('table', { name: 'First rows of the file' }).getByText('BUNTING, CHRISTMAS').waitFor()

  await page.getByRole('button', { name: 'New mapping' }).click()
  const editor = page.getByRole('form', { name: 'Column mapping' })
  await editor.getByLabel('Name', { exact: true }).fill('uk-retail')
  await editor.getByRole('button', { name: 'Save mapping' }).click()
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
  await editor.getByRole('button', { name: 'Save mapping' }).click()

  await page.getByRole('button', { name: 'Check file' }).click()
  await page.getByRole('table', { name: 'First rows as imported' }).getByText('Skipped').waitFor()
  await page.getByRole('table', { name: 'Unknown SKUs' }).getByText('BUNTING, CHRISTMAS').waitFor()
  expect(await countOrders(stage, client)).toBe(0)
  await expectAccessible(page, 'checked, dark')
  await page.getByRole('button', { name: 'Import orders' }).click()
  await page.getByRole('heading', { name: 'Outcome of orders.csv' }).waitFor()
  const refused = page.getByRole('table', { name: 'Rejected rows', exact: true })
  await refused.waitFor()
  await expect.poll(() => refused.getByRole('row').count()).toBe(3)
  await refused.getByText('Quantity is a whole number from 1 to 999,999').waitFor()
  await refused.getByText('579004 (line 5)').waitFor()
  await page.getByRole('table', { name: 'Skipped rows by reason' }).getByText('Cancellation').waitFor()
  expect(await countOrders(stage, client)).toBe(1)
  await expectAccessible(page, 'outcome, dark')
  await switchColours(page, 'light')
  await expectAccessible(page, 'outcome, light')

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('orders-rejected.csv')
  expect((await contentOf(download)).toString()).toBe(
    '\uFEFFline,column,reason,value\r\n' +
      '4,InvoiceNo,"Another row of this order was rejected, so none of it is imported",579004 (line 5)\r\n' +
      '5,Quantity,"Quantity is a whole number from 1 to 999,999",-98\r\n',
  )

  await page.getByRole('button', { name: 'Import orders' }).click()
  await page.locator('dl').getByText('Unchanged').locator('xpath=following-sibling::dd').getByText('2').waitFor()
  expect(await countOrders(stage, client)).toBe(1)
})

corner('a file that cannot be used says why', async () => {
  const { page, go } = await visit(stage)
  await go(FEED)
  await page.locator('input[type=file]').setInputFiles({
    ...FILE,
    buffer: Buffer.from('orderNumber,SKU,quantity,orderDate\nA1,MUG,1,27/8/2026\nA2,MUG,1,8/27/2026\n'),
  })
  await page.getByRole('button', { name: 'Check file' }).click()
  await page
    .getByRole('region', { name: 'Orders Feed' })
    .getByText('The dates of column orderDate contradict one another')
    .waitFor()
  await leave(page)
})

/** Feeds a file on its screen and waits for the result. */
async function feedFile(page: Page, input: { button: string; name: string; rows: readonly string[] }) {
  const buffer = Buffer.from(`${input.rows.join('\n')}\n`)
  await page.locator('input[type=file]').setInputFiles({ name: input.name, mimeType: 'text/csv', buffer })
  await page.getByRole('button', { name: 'Check file' }).click()
  await page.getByRole('button', { name: input.button }).click()
  await page.getByRole('heading', { name: `Outcome of ${input.name}` }).waitFor()
}

test('an unknown code is counted; once it has a meaning, its parcel changes', async () => {
  const { page, go, client, token } = operator
  await stage.portal.testDatabase.asOwner(
    `insert into orders (client_code, order_number, status, source, ordered_at, dispatch_service, despatch_date, country, quantity,
       item_count, total_value, currency_code, created_at, created_by)
     values ($1, 'O-1', 'R', 'portal', now(), 'STANDARD', current_date, 'GB', 1, 1, 1, 'GBP', now(), 'test')`,
    [client],
  )
  await go('/feeds/despatches')
  await feedFile(page, {
    button: 'Import despatches',
    name: 'parcels.csv',
    rows: ['orderNumber,trackingNumber,carrier', 'O-1,TRACK1,Pigeon'],
  })
  await go('/feeds/delivery-events')
  await feedFile(page, {
    button: 'Import events',
    name: 'events.csv',
    rows: [
      'trackingNumber,carrier,code,occurredAt,description',
      'TRACK1,Pigeon,COO,2026-03-03 10:00,Landed on the sill',
    ],
  })
  await page.getByRole('table', { name: 'Warnings' }).getByText('Unknown code: Pigeon COO').waitFor()
  await page.getByText('Fields in each row').first().click()
  await page.getByText('From another system').click()
  await page.getByText("-H 'access_token: YOUR_API_KEY'").waitFor()
  await expectAccessible(page, 'delivery events, light')
  await switchColours(page, 'dark')
  await expectAccessible(page, 'delivery events, dark')

  await page.getByRole('link', { name: 'Show' }).click()
  const codes = page.getByRole('table', { name: 'Carrier Event Codes' })
  await codes.getByText('Landed on the sill').waitFor()
  await expectAccessible(page, 'codes, dark')
  await codes.getByRole('row').filter({ hasText: 'COO' }).dblclick()
  const form = page.getByRole('form', { name: 'Meaning of Pigeon COO' })
  await form.getByRole('button', { name: 'Save meaning' }).click()
  await form.getByText('Choose a meaning').first().waitFor()
  await form.getByRole('combobox', { name: 'Means' }).click()
  await page.getByRole('option', { name: 'Delivered', exact: true }).click()
  await expectAccessible(page, 'a code, dark', '[role=dialog]')
  await switchColours(page, 'light')
  await expectAccessible(page, 'a code, light', '[role=dialog]')
  await form.getByRole('button', { name: 'Save meaning' }).click()
  await page.getByText('Its earlier event will be updated shortly.').first().waitFor()
  const status = async () =>
    (await stage.portal.call(parcels.one, { query: { trackingNumber: 'TRACK1' } }, { token, client })).body.parcel.state
  await expect.poll(status).toBe('delivered')
  // No code is unknown any more.
  await page.getByText('No code matches these filters.').waitFor()
})

corner('a carrier’s list is pasted whole; a code is changed, and deleted', async () => {
  const { page, go } = operator
  await go('/feeds/carrier-event-codes')
  await page.getByRole('button', { name: 'Paste a carrier’s list' }).click()
  const dialog = page.getByRole('dialog', { name: 'Paste a carrier’s list' })
  await dialog.getByRole('combobox', { name: 'Carrier' }).fill('Stork')
  // A display name may be a code or the meaning, so the screen asks.
  await dialog.getByLabel('Its codes').fill('Delivered,DL,delivered,"Handed over, at the nest"\nIn transit,IT,transit,')
  await dialog.getByText('Choose which column is the code and which is the meaning.').waitFor()
  await dialog.getByRole('cell', { name: 'Handed over, at the nest', exact: true }).waitFor()
  await expectAccessible(page, 'columns asked for, light', '[role=dialog]')
  await dialog.getByRole('combobox', { name: 'Meaning', exact: true }).click()
  await page.getByRole('option', { name: 'Column 3: delivered' }).click()
  await dialog.getByRole('button', { name: 'Save 2 codes' }).waitFor()
  await dialog.getByLabel('Its codes').fill('Code\tMeaning\nA\tIn transit\nB\tDelivered\nC\tEaten')
  await dialog.getByText('No such meaning').waitFor()
  await dialog.getByRole('heading', { name: 'Paste a carrier’s list' }).click()
  await expectAccessible(page, 'pasted, light', '[role=dialog]')
  await dialog.getByRole('button', { name: 'Save 2 codes' }).click()
  const rows = page.getByRole('table', { name: 'Carrier Event Codes' }).getByRole('row').filter({ hasText: 'Stork' })
  await expect.poll(() => rows.count()).toBe(2)
  await expectAccessible(page, 'codes, light')

  await rows.filter({ hasText: 'Delivered' }).dblclick()
  const form = page.getByRole('form', { name: 'Meaning of Stork B' })
  await form.getByLabel('Incident reason').fill('Down the chimney')
  await form.getByRole('button', { name: 'Save meaning' }).click()
  await rows.filter({ hasText: 'Down the chimney' }).dblclick()
  await form.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('button', { name: 'Delete it' }).click()
  await expect.poll(() => rows.count()).toBe(1)
})

corner('a client user sees what codes mean, and why they cannot change them', async () => {
  const { page, go } = user
  await go('/feeds/carrier-event-codes')
  await page.getByText('Codes have one meaning for all clients, set by the operator.').first().waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Create code' }).isDisabled()).toBe(true)
})

corner('stock counts are fed; older ones change nothing, and refused rows are reported', async () => {
  const { page, go } = user
  await go('/feeds/stock')
  await feedFile(page, {
    button: 'Import stock',
    name: 'counts.csv',
    rows: ['SKU,stockOnHand,asOf', 'RED,5,2026-03-02', 'RED,4,2026-03-01', 'BLUE,-1,2026-03-02'],
  })
  await page.getByRole('table', { name: 'Warnings' }).getByText('Older than the latest count').waitFor()
  const refused = page.getByRole('table', { name: 'Rejected rows', exact: true })
  await refused.getByText('is below 0').waitFor()
  await page.getByText('Fields in each row').first().click()
  const [template] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download a file with these columns' }).click(),
  ])
  expect((await contentOf(template)).toString()).toBe(
    'SKU,kind,stockOnHand,availableStock,type,asOf,quantity,reason,reference,description\r\n',
  )
})
