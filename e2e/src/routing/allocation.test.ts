import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeSession, makeSku } from '../../../server/src/testing/factories.ts'
import { carrierItem, limitsItem, makeRuleBook, methodItem } from '../../../server/src/testing/rule-books.ts'
import { expectAccessibleInBoth } from '../support/colours.ts'
import { corner } from '../support/corner.ts'
import { CREATE, createOrder, ORDER, typeOrder } from '../support/orders.ts'
import { leave, openStage, type Stage, visit } from '../support/portal.ts'

const HISTORY = '/reporting-and-enquiries/carrier-history'
const EXCEPTIONS = '/reporting-and-enquiries/carrier-exceptions'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const next = (ParcelWeight: number) => limitsItem('M1', { ParcelWeight })

/** A client with two methods, one up to 10 kg and a dearer one up to 30 kg, and SKUs of 1 kg and 40 kg. */
async function makeShipper(code: string): Promise<void> {
  const on = stage.portal.testDatabase
  await makeClient(on, { code })
  await makeSku(on, { client: code, code: 'LIGHT' })
  await makeSku(on, { client: code, code: 'HEAVY' })
  await on.asOwner(
    `update skus set weight = case sku_code when 'LIGHT' then 1000 else 40000 end, length = 300, volume = 8000 where client_code = $1`,
    [code],
  )
  await makeRuleBook(on, code, [
    carrierItem('DPD', { name: 'DPD UK' }),
    carrierItem('DHL', { name: 'DHL Parcel' }),
    methodItem('M1', 'DPD', 50_000, { methodDescription: 'DPD Next Day' }),
    next(30_000),
    methodItem('M2', 'DHL', 45_000, { methodDescription: 'DHL Standard' }),
    limitsItem('M2', { ParcelWeight: 10_000 }),
  ])
}
const raiseLimits = (code: string) => makeRuleBook(stage.portal.testDatabase, code, [next(50_000)])

test('an order shows its carrier and the reasons, also to client users', async () => {
  await makeShipper('ASH')
  const visitor = await visit(stage, { clients: ['ASH'] })
  const { page } = visitor
  await visitor.go(CREATE)
  await typeOrder(page, { SKU: 'LIGHT', quantity: '2' })
  await page.keyboard.press('Control+s')
  await page.getByText('DHL Parcel, DHL Standard').waitFor()
  await page.getByText('£4.50').waitFor()
  await page.getByRole('link', { name: 'Open the order' }).click()
  const carrier = page.getByRole('region', { name: 'Carrier' })
  await carrier.getByText('DHL Parcel').first().waitFor()
  await expect.poll(() => carrier.getByRole('article').innerText()).toMatch(/Allocated[\s\S]*£4\.50[\s\S]*1 \(2 kg\)/)
  await carrier.getByText(/by version 1 of the rules, which is in force\.$/).waitFor()

  await carrier.getByRole('button', { name: 'Why?' }).click()
  const ranking = carrier.getByRole('table', { name: 'Every candidate, in its ranking' })
  const rows = ranking.getByRole('row')
  await expect.poll(() => rows.nth(1).innerText()).toMatch(/^1\s+DHL Standard[\s\S]*chosen\s+£4\.50/)
  await expect.poll(() => rows.nth(2).innerText()).toMatch(/^2\s+DPD Next Day[\s\S]*£5\.00\s+\+£0\.50\s+1 day/)
  await ranking.getByRole('button', { name: 'DPD Next Day' }).click()
  const verdicts = ranking.getByRole('table', { name: 'Constraints of DPD Next Day' })
  await expect
    .poll(() => verdicts.getByRole('row', { name: /^Parcel weight/ }).innerText())
    .toMatch(/Met\s+2 kg\s+30 kg/)
  // Users who may change the rule get a link to its screen.
  await verdicts.getByRole('link', { name: 'Carrier: Parcel Limits' }).first().waitFor()
  await expectAccessibleInBoth(visitor.page, 'an order with its decision')
  await leave(visitor.page)
})

test('a carrier is chosen by hand with a reason, and the choice is undone', async () => {
  await makeShipper('ALDER')
  const visitor = await visit(stage, { clients: ['ALDER'] })
  const orderNumber = await createOrder(stage, visitor, { SKU: 'LIGHT', items: [{ SKU: 'LIGHT', quantity: 1 }] })
  await visitor.go(`${ORDER}?orderNumber=${orderNumber}`)
  const { page } = visitor
  const carrier = page.getByRole('region', { name: 'Carrier' })
  await carrier.getByRole('button', { name: 'Choose another carrier' }).click()
  const dialog = page.getByRole('dialog', { name: `Choose the carrier of ${orderNumber}` })
  await dialog.getByRole('radio', { name: /^DPD Next Day/ }).check()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Needs a signature')
  await expectAccessibleInBoth(page, 'the dialog that chooses a carrier')
  await dialog.getByRole('button', { name: 'Choose this carrier' }).click()
  await carrier.getByText(/^Order .* now ships with DPD Next Day \(DPD UK\), \+£0\.50\.$/).waitFor()
  await carrier
    .getByText(/^Chosen by hand by .*, reason ‘Needs a signature’, instead of DHL Standard \(DHL Parcel\), \+£0\.50\.$/)
    .waitFor()
  await carrier.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => carrier.getByRole('article').innerText()).toMatch(/DHL Standard[\s\S]*£4\.50/)
  // It also opens over a list with the answer first; on a phone it covers the screen.
  await page.setViewportSize({ width: 390, height: 800 })
  await visitor.go('/order-management/view-new-orders')
  await page.getByRole('button', { name: `Why the carrier of ${orderNumber}?` }).click()
  const why = page.getByRole('dialog', { name: `Carrier of ${orderNumber}` })
  await why.getByText(/^DHL Standard \(DHL Parcel\), £4\.50: cheapest of 2 that can take it on /).waitFor()
  await expect.poll(async () => (await why.boundingBox())?.width).toBe(390)
  await expectAccessibleInBoth(page, 'why, over a list on a phone')
  await leave(page)
})

test('a routing exception shows what each candidate needs, and is re-allocated', async () => {
  await makeShipper('BEECH')
  const isOfRouting = (leaf: string) => leaf.startsWith('carrierRoutingControl') || leaf.endsWith('carrierHistory')
  const isException = (leaf: string) => leaf.endsWith('carrierRoutingExceptions')
  const reader = await visit(stage, {
    clients: ['BEECH'],
    holds: (leaf) => !isOfRouting(leaf) && !isException(leaf),
  })
  const orderNumber = await createOrder(stage, reader, { SKU: 'HEAVY', items: [{ SKU: 'HEAVY', quantity: 1 }] })
  await reader.go(`${ORDER}?orderNumber=${orderNumber}`)
  const carrier = reader.page.getByRole('region', { name: 'Carrier' })
  await carrier
    .getByText('Closest match: DPD Next Day (DPD UK) – Parcel weight 40 kg is over the limit of 30 kg.')
    .waitFor()
  await expect
    .poll(() => carrier.getByRole('listitem').allInnerTexts())
    .toEqual(['DPD Next Day (DPD UK): 10 kg lighter', 'DHL Standard (DHL Parcel): 30 kg lighter'])
  await expect.poll(() => carrier.getByRole('button', { name: 'Re-allocate' }).isDisabled()).toBe(true)
  await carrier.getByText(/^You need 'Edit' on Carrier History/).waitFor()
  await carrier.getByRole('button', { name: 'Why?' }).click()
  await carrier.getByText('None is eligible: the nearest first').waitFor()
  await carrier.getByRole('button', { name: 'DHL Standard' }).click()
  const first = carrier.getByRole('table', { name: 'Constraints of DHL Standard' }).getByRole('row').nth(1)
  await expect
    .poll(() => first.innerText())
    .toMatch(/Parcel weight 40 kg is over the limit of 10 kg[\s\S]*Not met\s+40 kg\s+10 kg/)
  // Users who may not open the screen see its name.
  await expect.poll(() => carrier.getByRole('link').count()).toBe(0)
  await expectAccessibleInBoth(reader.page, 'a routing exception')
  await leave(reader.page)

  await raiseLimits('BEECH')
  const visitor = await visit(stage, { type: 'Internal User', clients: [], client: 'All_client' })
  await visitor.go(`${ORDER}?orderNumber=${orderNumber}&client=BEECH`)
  const { page } = visitor
  const its = page.getByRole('region', { name: 'Carrier' })
  await its.getByText(/The rules have changed since: version 2 is in force\.$/).waitFor()
  await expect
    .poll(() => its.getByRole('link', { name: 'All open routing exceptions' }).getAttribute('href'))
    .toBe(EXCEPTIONS)
  await its.getByRole('button', { name: 'Re-allocate' }).click()
  await its.getByText('£5.00').waitFor()
  await its.getByRole('button', { name: 'Show 1 earlier decision' }).click()
  const earlier = its.getByRole('list', { name: 'Earlier decisions, newest first' }).getByRole('listitem')
  await expect.poll(() => earlier.innerText()).toMatch(/Parcel weight 40 kg is over[\s\S]*Re-allocated/)
  await leave(visitor.page)
})

corner('all matching routing exceptions are listed, previewed, and re-allocated', async () => {
  await makeShipper('CEDAR')
  await makeShipper('DATE')
  const order = { SKU: 'HEAVY', items: [{ SKU: 'HEAVY', quantity: 1 }] }
  const cedar = await visit(stage, { clients: ['CEDAR'] })
  for (const number of [1, 2, 3]) await createOrder(stage, cedar, { ...order, orderNo: `C-${number}` })
  const date = await makeSession(stage.portal.testDatabase, { clients: ['DATE'] })
  await createOrder(stage, date, { ...order, orderNo: 'D-1' })

  // Other clients' exceptions are not visible.
  await cedar.go(HISTORY)
  await cedar.page.getByText('3 routing exceptions').waitFor()
  await expect.poll(() => cedar.page.getByText('D-1').count()).toBe(0)

  await raiseLimits('CEDAR')
  const visitor = await visit(stage, { type: 'Internal User', clients: [], client: 'All_client' })
  const { page } = visitor
  await visitor.go(`${HISTORY}?view=CarrierRoutingHistory&search=C-`)
  await page.getByText('3 routing exceptions').waitFor()
  await page.getByLabel('Order number or postcode').fill('')
  await page.locator('tr[data-index]').filter({ hasText: 'D-1' }).waitFor()
  const row = page.locator('tr[data-index]').filter({ hasText: 'C-2' })
  await expect
    .poll(() => row.innerText())
    .toMatch(/Open\s+Closest match: DPD Next Day \(DPD UK\) – Parcel weight 40 kg is over the limit of 30 kg/)
  await row.focus()
  await page.keyboard.press(' ')
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('table', { name: 'Every candidate, in its ranking' }).waitFor()
  await drawer.getByText('Eligible if: 10 kg lighter').waitFor()
  await expectAccessibleInBoth(visitor.page, 'a routing exception peeked at', '[role="dialog"]')
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })

  await page.getByRole('checkbox', { name: 'Select CEDAR C-1 1.1' }).check()
  await page.getByRole('button', { name: /^Select all \d that match$/ }).click()
  await page.getByRole('button', { name: /^Allocate \d orders again$/ }).click()
  const receipt = page.getByRole('table', { name: 'Outcome' })
  await receipt.getByText('DPD UK: DPD Next Day').first().waitFor()
  await page.getByText('3 allocated, 1 still has no carrier.').waitFor()
  // Orders that are still exceptions come first, with the reason.
  await expect
    .poll(() => receipt.getByRole('row').first().innerText())
    .toMatch(/D-1\s+Still an exception\s+Closest match: DPD Next Day \(DPD UK\) – /)
  await expectAccessibleInBoth(visitor.page, 'Carrier History with receipts')

  // Carrier Routing Exceptions shows open exceptions, and others on request.
  await visitor.go(EXCEPTIONS)
  await page.getByRole('heading', { name: 'Carrier Routing Exceptions' }).waitFor()
  await page.getByText('1 routing exception', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Remove Status: Open' }).click()
  await page.locator('tr[data-index]').filter({ hasText: 'C-2' }).waitFor()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await page.getByText('1 routing exception', { exact: true }).waitFor()
  await page.locator('tr[data-index]').filter({ hasText: 'D-1' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Order D-1' }).waitFor()
  await page.goBack()
  await visitor.go(`${HISTORY}?from=2020-01-01&to=2020-01-31`)
  await page.getByText('No routing exception matches these filters.').waitFor()
  await Promise.all([visitor, cedar].map((who) => leave(who.page)))
})
