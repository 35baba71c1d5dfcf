import { UPS_COLUMNS } from '@despatch/domain/invoices/column-mapping/ups-columns'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient } from '../../../server/src/testing/factories.ts'
import { makeParcel } from '../../../server/src/testing/parcels.ts'
import { carrierItem, makeRuleBook, methodItem } from '../../../server/src/testing/rule-books.ts'
import { expectAccessible, openStage, type Stage, switchColours, visit, type Visitor } from '../support/portal.ts'

const LIST = '/invoice-reconciliation'
const NUMBER = '000000A1B2C3466'
const CREDIT = '000000A1B2C3467'
const GOOD = '1ZA1B2C30000000017'
const DEAR = '1ZA1B2C30000000026'
const STRANGE = '1ZA1B2C30000000035'

/** A file as UPS sends it, with its header: a row for each charge, and the total in each row. */
function upsFile(charges: readonly (readonly [tracking: string, net: string])[], number = NUMBER) {
  const sum = charges.reduce((total, [, net]) => total + Number(net), 0).toFixed(2)
  const rows = charges.map(([tracking, net]): Record<string, string> => {
    return {
      Version: '2.1',
      'Account Number': '0000A1B2C3',
      'Account Country': 'GB',
      'Invoice Date': '2026-03-06',
      'Invoice Due Date': '2026-04-05',
      'Invoice Number': number,
      'Invoice Currency Code': 'GBP',
      'Invoice Amount': sum,
      'Transaction Date': '2026-03-02',
      'Lead Shipment Number': tracking,
      'Tracking Number': tracking,
      'Package Quantity': '1',
      'Billed Weight': '2.5',
      'Billed Weight Unit of Measure': 'K',
      'Charge Category Code': 'SHP',
      'Charge Classification Code': 'FRT',
      'Charge Description Code': '003',
      'Charge Description': 'Standard',
      'Original Service Description': 'Standard',
      'Net Amount': net,
      'Transaction Currency Code': 'GBP',
      'Sender Country': 'GB',
      'Receiver Country': 'GB',
    }
  })
  const lines = [UPS_COLUMNS, ...rows.map((row) => UPS_COLUMNS.map((name) => row[name] ?? ''))]
  const text = lines.map((cells) => cells.map((cell) => `"${cell}"`).join()).join('\r\n')
  return { name: `ups-${number}.csv`, mimeType: 'text/csv', buffer: Buffer.from(`${text}\r\n`) }
}

let stage: Stage
let clerk: Visitor
beforeAll(async () => {
  stage = await openStage()
  const on = stage.portal.testDatabase
  await makeClient(on, { code: 'ACME', name: 'Acme Ltd' })
  await makeRuleBook(on, 'ACME', [
    carrierItem('UPS', { name: 'UPS' }),
    methodItem('UPS-STD', 'UPS', 45_000, { methodDescription: 'UPS Standard', carrierService: 'Standard' }),
  ])
  await on.asOwner(`update rule_books set published_at = '2026-01-01' where client_code = $1`, ['ACME'])
  for (const trackingNumber of [GOOD, DEAR])
    await makeParcel(on, {
      client: 'ACME',
      trackingNumber,
      carrier: 'UPS',
      clientMethodId: 'UPS-STD',
      carrierService: 'Standard',
      orderNumber: `O-${trackingNumber}`,
    })
  clerk = await visit(stage, { clients: [], type: 'Internal Administrator' })
})
afterAll(() => stage.close())

test("a carrier's file is imported, inspected, disputed, and its correct rows are accepted", async () => {
  const { page, go } = clerk
  await go(LIST)
  await page.getByText('No invoices yet.').waitFor()

  await page.getByRole('button', { name: 'Import invoices' }).first().click()
  const drawer = page.getByRole('dialog', { name: 'Import invoices' })
  const file = upsFile([
    [GOOD, '4.50'],
    [DEAR, '6.00'],
    [STRANGE, '7.10'],
  ])
  await drawer.locator('input[type=file]').setInputFiles(file)
  await drawer.getByText('Imported', { exact: true }).waitFor()
  await expectAccessible(page, 'imports, light')
  await page.keyboard.press('Escape')

  const line = page.getByRole('row', { name: NUMBER })
  await line.getByText('£17.60 (3)').waitFor()
  await line.getByText('Totals match').waitFor()
  await expectAccessible(page, 'invoices, light')
  await line.getByRole('link', { name: NUMBER }).click()

  await page.getByRole('heading', { name: `Invoice ${NUMBER}` }).waitFor()
  await page.getByRole('button', { name: 'Overcharged 1' }).click()
  await expect.poll(() => page.getByRole('table', { name: 'Invoice details' }).getByRole('row').count()).toBe(2)
  await page.getByRole('button', { name: 'Overcharged 1' }).click()
  await page.getByRole('button', { name: 'Show totals, causes and results' }).click()
  await page.getByText('Line 2 states £17.60 with tax, and its rows add up to it.').waitFor()
  await page.getByRole('button', { name: 'Overcharged', exact: true }).click()
  await expect.poll(() => page.getByRole('table', { name: 'Invoice details' }).getByRole('row').count()).toBe(2)
  await expectAccessible(page, 'details, light')
  await switchColours(page, 'dark')
  await expectAccessible(page, 'details, dark')
  await page.getByRole('link', { name: DEAR, exact: true }).click()

  await page.getByRole('button', { name: `Expected cost of ${DEAR}` }).click()
  const why = page.getByRole('dialog', { name: 'Expected cost' })
  await why.getByText('Calculation').waitFor()
  await why.getByRole('link', { name: 'UPS Standard' }).waitFor()
  const account = why.getByRole('table', { name: 'Parcel account' })
  await account.getByRole('row', { name: 'Total due £4.50' }).waitFor()
  await expectAccessible(page, 'why, dark')
  await page.keyboard.press('Escape')
  // The focus stays, so that keyboard use continues from there.
  await expect
    .poll(() => page.evaluate(`document.activeElement.getAttribute('aria-label')`))
    .toContain(`Expected cost of ${DEAR}`)

  const row = page.getByRole('row', { name: DEAR })
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Reject 1 parcel row…' }).click()
  const reject = page.getByRole('dialog', { name: `Reject parcel ${DEAR}?` })
  await reject.getByRole('button', { name: 'Not the agreed price' }).click()
  await reject.getByRole('button', { name: 'Reject 1 parcel row' }).click()
  await row.getByText('Rejected').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await row.getByText('Imported').waitFor()

  await go(LIST)
  await page.getByRole('row', { name: NUMBER }).getByRole('checkbox').check()
  await page.getByRole('button', { name: /^Accept matched/ }).click()
  const accept = page.getByRole('dialog', { name: /^Accept matched/ })
  await accept.getByRole('row', { name: /^Accepted 1 £4.50/ }).waitFor()
  await accept.getByRole('button', { name: 'Accept 1 row' }).click()
  await page.getByRole('row', { name: NUMBER }).getByText('£13.10 (2)').waitFor()
})

test('rejected rows are disputed, sent, and credited by a later invoice', async () => {
  const { page, go } = clerk
  await go(LIST)
  await page.getByRole('row', { name: NUMBER }).getByRole('link', { name: NUMBER }).click()
  await page.getByRole('link', { name: DEAR, exact: true }).click()
  const row = page.getByRole('row', { name: DEAR })
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Reject 1 parcel row…' }).click()
  const reject = page.getByRole('dialog', { name: `Reject parcel ${DEAR}?` })
  await reject.locator('strong').getByText('£1.50').waitFor()
  await expectAccessible(page, 'reject dialog, dark')
  await reject.getByRole('button', { name: 'Not the agreed price' }).click()
  await reject.getByRole('button', { name: 'Reject 1 parcel row' }).click()
  await row.getByText('open').waitFor()
  await row.getByRole('link', { name: /^D-0/ }).click()

  const dispute = page.getByRole('dialog', { name: 'Dispute' })
  await dispute.getByRole('row', { name: DEAR }).waitFor()
  await expectAccessible(page, 'dispute, dark')
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    dispute.getByRole('button', { name: 'Download the pack (XLSX)' }).click(),
  ])
  expect(saved.suggestedFilename()).toMatch(/^Dispute D-\d{6}\.xlsx$/)
  await dispute.getByRole('button', { name: 'Mark as sent' }).click()
  await dispute.getByText('Sent', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('table', { name: 'Outstanding by carrier and age' }).getByText('£1.50').first().waitFor()
  await switchColours(page, 'light')
  await expectAccessible(page, 'disputes, light')

  await page.getByRole('link', { name: 'Invoices', exact: true }).click()
  await page.getByRole('button', { name: 'Import invoices' }).click()
  const drawer = page.getByRole('dialog', { name: 'Import invoices' })
  await drawer.locator('input[type=file]').setInputFiles(upsFile([[DEAR, '-1.50']], CREDIT))
  await drawer.getByRole('link', { name: CREDIT }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Disputes', exact: true }).click()
  // It is settled, and no longer among the unsettled ones.
  await page.getByRole('button', { name: 'Remove Status: Unsettled' }).click()
  await page.getByRole('row', { name: NUMBER }).getByText('Credited', { exact: true }).waitFor()
})
