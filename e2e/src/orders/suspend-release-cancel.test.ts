import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeSession, makeSku } from '../../../server/src/testing/factories.ts'
import { carrierItem, makeRuleBook, methodItem } from '../../../server/src/testing/rule-books.ts'
import { expectAccessibleInBoth } from '../support/colours.ts'
import { corner } from '../support/corner.ts'
import { contentOf } from '../support/download.ts'
import { createOrder } from '../support/orders.ts'
import { leave, openStage, type Stage, visit } from '../support/portal.ts'

const NEW = '/order-management/view-new-orders'
const OPEN = '/order-management/order_suspend_amend_or_cancel'
const DIALOG = '[role="dialog"]'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

/** A client whose carrier takes any order, with a measured SKU. */
async function makeShipper(client: string): Promise<void> {
  const { testDatabase } = stage.portal
  await makeClient(testDatabase, { code: client })
  await makeSku(testDatabase, { client, code: 'LAMP' })
  await testDatabase.asOwner('update skus set weight = 1000, length = 300, volume = 8000 where client_code = $1', [
    client,
  ])
  await makeRuleBook(testDatabase, client, [carrierItem('DPD'), methodItem('M1', 'DPD')])
}

/** Creates complete new orders, O-001 first. */
async function createOrders(client: string, count: number): Promise<void> {
  const { testDatabase, url } = stage.portal
  await makeShipper(client)
  const { token } = await makeSession(testDatabase, { clients: [client] })
  const rows = Array.from(
    { length: count },
    (_, index) => `O-${String(index + 1).padStart(3, '0')},LAMP,1,2.50,Ada,12 St James Square,SW1Y 4JH`,
  )
  const answer = await fetch(`${url}/api/feeds/orders`, {
    method: 'POST',
    headers: { access_token: token, client, 'content-type': 'text/csv' },
    body: ['orderNumber,SKU,quantity,unitValue,customerFirstName,addressLine1,postCode', ...rows, ''].join('\n'),
  })
  if (!answer.ok) throw new Error(await answer.text())
}

/** Counts orders by status: '2R 3N'. */
async function statuses(client: string): Promise<string> {
  const rows = await stage.portal.testDatabase.asOwner(
    'select status, count(*)::int as count from orders where client_code = $1 group by status order by status',
    [client],
  )
  return rows.map(({ status, count }) => `${String(count)}${String(status)}`).join(' ')
}
const setStatus = (client: string, order: string, status: string) =>
  stage.portal.testDatabase.asOwner('update orders set status = $3 where client_code = $1 and order_number = $2', [
    client,
    order,
    status,
  ])

test('new orders are released by keyboard, and restored with Undo', async () => {
  await createOrders('FIR', 4)
  await setStatus('FIR', 'O-004', 'R')
  const visitor = await visit(stage, { clients: ['FIR'] })
  const { page } = visitor
  await visitor.go(`${NEW}?sort=orderNumber&order=asc`)
  await page.getByText('3 orders', { exact: true }).waitFor()
  const row = page.locator('tr[data-index]').first()
  await expect.poll(() => row.innerText()).toMatch(/O-001/)
  for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key)
  await page.getByText('3 orders, 2 selected').waitFor()
  // The pre-flight ran on selection and found no problems, so the button opens no dialog.
  await page.getByRole('button', { name: 'Release 2 orders', exact: true }).press('Enter')
  await page.getByText('2 orders released.').first().waitFor()
  await page.getByText('1 order', { exact: true }).waitFor()
  expect(await statuses('FIR')).toBe('1N 3R')

  // The run survives a reload.
  await page.reload()
  await page.getByText('1 order', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('2 orders restored.').first().waitFor()
  await page.getByText('3 orders', { exact: true }).waitFor()
  expect(await statuses('FIR')).toBe('3N 1R')

  // Releases all matches with the screen's own action; the pre-flight is shown beside the list.
  await page.locator('tr[data-index="0"]').focus()
  await page.keyboard.press(' ')
  await page.getByRole('dialog').getByText('Open the order').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Release all 3 orders…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Release 3 orders?' })
  await dialog.getByText('3 orders will be released.').waitFor()
  await expect
    .poll(() => dialog.getByRole('table', { name: 'Outcome for each order' }).getByRole('row').allInnerTexts())
    .toEqual([
      expect.stringMatching(/^O-001\s+New\s+Will be released/),
      expect.stringMatching(/^O-002/),
      expect.stringMatching(/^O-003/),
    ])
  await expectAccessibleInBoth(visitor.page, 'what releasing would do', DIALOG)
  await dialog.getByRole('button', { name: 'Release 3 orders', exact: true }).click()
  await page.getByText('All orders have been released.').waitFor()
  expect(await statuses('FIR')).toBe('4R')
  await leave(page)
})

corner('all matches but one are suspended across pages; refusals are listed and exported', async () => {
  await createOrders('ELM', 120)
  await setStatus('ELM', 'O-002', 'S')
  const visitor = await visit(stage, { clients: ['ELM'] })
  const { page } = visitor
  await visitor.go(`${OPEN}?sort=orderNumber&order=asc`)
  await page.getByText('120 orders', { exact: true }).waitFor()
  await page.getByRole('checkbox', { name: 'Select ELM O-003' }).check()
  await page.getByRole('button', { name: 'Select all 120 that match' }).click()
  await page.getByText('All 120 orders that match selected').waitFor()
  await page.getByRole('checkbox', { name: 'Select ELM O-001' }).uncheck()
  await page.getByText('119 orders selected').waitFor()
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.poll(() => page.getByRole('checkbox', { name: 'Select ELM O-051' }).isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Suspend 119 orders…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Suspend 119 orders?' })
  await dialog.getByText('118 of 119 orders can be suspended. 1 can’t.').waitFor()
  const first = dialog.getByRole('table', { name: 'Outcome for each order' }).getByRole('row').first()
  await expect.poll(() => first.innerText()).toMatch(/O-002\s+Suspended\s+It is suspended already/)
  const confirm = dialog.getByRole('button', { name: 'Suspend 118 orders', exact: true })
  await dialog.getByText('Choose a reason.').waitFor()
  await expect.poll(() => confirm.isDisabled()).toBe(true)
  await dialog.getByRole('radio', { name: 'Out of stock' }).check()
  await dialog.getByLabel('Note').fill('Lamps come on Monday')
  await dialog.getByRole('button', { name: 'Next orders' }).click()
  await dialog.getByText('9 to 16 of 119').waitFor()
  await expectAccessibleInBoth(visitor.page, 'what suspending would do', DIALOG)
  // Another user cancels one meanwhile, so that it no longer matches.
  await setStatus('ELM', 'O-005', 'C')
  await confirm.click()
  const receipt = page.getByRole('status').filter({ hasText: '117 orders suspended, 1 failed.' })
  await expect
    .poll(() => receipt.getByRole('table', { name: 'Orders that failed' }).innerText())
    .toMatch(/O-002\s+It is suspended already/)
  await expectAccessibleInBoth(visitor.page, 'the receipts of suspending', '.mantine-Alert-root')
  expect(await statuses('ELM')).toBe('1C 1N 118S')
  const [history] = await stage.portal.testDatabase.asOwner(
    `select note from order_history where client_code = 'ELM' and order_number = 'O-003' order by version desc limit 1`,
  )
  expect(history?.['note']).toMatch(/Out of stock[\s\S]*Lamps come on Monday/)

  await receipt.getByRole('button', { name: 'Result file' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const lines = (await contentOf(await saved)).toString('utf8').trim().split('\r\n')
  expect(lines).toHaveLength(1 + 118)
  expect(lines[0]).toContain('Order,Client,Outcome,Details,Short of stock,Undone')
  expect(lines[1]).toMatch(/^O-002,ELM,Failed,It is suspended already/)
  expect(lines[2]).toMatch(/^O-003,ELM,Done,/)
  await leave(page)
})

corner('a lost answer is resumed; a long command continues on any screen', async () => {
  await createOrders('OAK', 3)
  const visitor = await visit(stage, { clients: ['OAK'] })
  const { page } = visitor
  let lost = 0
  await page.route('**/api/orders/cancel', async (route) => {
    lost += 1
    // The request arrives, but its answer is lost.
    if (lost === 1) await route.fetch()
    return lost === 1 ? route.abort() : route.continue()
  })
  await visitor.go(`${OPEN}?sort=orderNumber&order=asc`)
  await page.getByRole('checkbox', { name: 'Select OAK O-001' }).check()
  await page.getByRole('checkbox', { name: 'Select OAK O-002' }).check()
  await page.getByRole('button', { name: 'Cancel orders…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancel 2 orders?' })
  await dialog.getByRole('radio', { name: 'Customer asked' }).check()
  await dialog.getByLabel('Note').fill('Asked by phone')
  await dialog.getByRole('button', { name: 'Cancel 2 orders', exact: true }).click()
  await page.getByText(/Try again to continue; nothing is done twice/).waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('2 orders cancelled.').first().waitFor()
  expect(await statuses('OAK')).toBe('2C 1N')
  await page.getByRole('button', { name: 'Close receipt' }).click()
  // Cancelled orders are filtered out of views.
  await page.getByText('1 order', { exact: true }).waitFor()

  let answer: () => void = () => undefined
  const requestArrived = new Promise<void>((arrived) => {
    void page.route('**/api/orders/release', async (route) => {
      arrived()
      await new Promise<void>((free) => {
        answer = free
      })
      return route.continue()
    })
  })
  await page.getByRole('checkbox', { name: 'Select OAK O-003' }).check()
  await page.getByRole('button', { name: 'Release', exact: true }).click()
  await requestArrived
  await page.getByText('Releasing: 0 of 1 order').waitFor()
  await page.getByRole('link', { name: 'Create New Order' }).click()
  await page.getByRole('heading', { name: 'Create New Order' }).waitFor()
  answer()
  await page.getByText('Order O-003 has been released').first().waitFor()
  await leave(page)
})

corner('one order is suspended, released and amended in its tab', async () => {
  await makeShipper('ROWAN')
  const visitor = await visit(stage, { clients: ['ROWAN'] })
  const { page } = visitor
  const orderNumber = await createOrder(stage, visitor, { SKU: 'LAMP', items: [{ SKU: 'LAMP', quantity: 2 }] })
  await visitor.go(`/reporting-and-enquiries/order-and-returns-enquiry/summary-for-order?orderNumber=${orderNumber}`)
  const acts = page.getByRole('group', { name: 'Order actions' })
  await acts.getByRole('button', { name: 'Suspend…' }).click()
  const dialog = page.getByRole('dialog', { name: `Suspend order ${orderNumber}?` })
  await dialog.getByRole('radio', { name: 'Fraud check' }).check()
  await dialog.getByRole('button', { name: 'Suspend order', exact: true }).click()
  await acts.getByRole('button', { name: 'Undo' }).waitFor()
  expect(await statuses('ROWAN')).toBe('1S')
  await acts.getByRole('button', { name: 'Release' }).click()
  await expect.poll(() => statuses('ROWAN')).toBe('1R')
  await acts.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => statuses('ROWAN')).toBe('1S')
  await acts.getByRole('link', { name: 'Amend…' }).click()
  await page.getByRole('tab', { name: `Amend ${orderNumber}` }).waitFor()
  await leave(page)
})
