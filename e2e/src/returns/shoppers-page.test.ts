import { contract } from '@despatch/contract/contract'
import { DEFAULT_PAGE_SETTINGS } from '@despatch/domain/returns/shoppers-page/page-settings'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDespatchedOrder, makeReturnsShop } from '../../../server/src/testing/returns.ts'
import type { SignedIn } from '../../../server/src/testing/test-portal.ts'
import { expectAccessible, openStage, type Stage } from '../support/portal.ts'

let stage: Stage
let shop: { client: string; as: SignedIn }
beforeAll(async () => {
  stage = await openStage()
  shop = await makeReturnsShop(stage.portal)
  const body = {
    ...DEFAULT_PAGE_SETTINGS,
    isOn: true,
    title: 'Ann & Sons',
    contactMail: 'help@ann.example',
    version: 0,
  }
  await stage.portal.call(contract['shoppers-page'].save, { body }, shop.as)
  for (const orderNo of ['E-1', 'E-2']) await makeDespatchedOrder(stage.portal, { ...shop, orderNo, quantity: 2 })
})
afterAll(() => stage.close())

/** Goes from the order number to an announced return and cancels it, checking each page. */
async function announce(page: Page, number: string, look: (where: string) => Promise<void>) {
  await page.goto(`${stage.portal.url}/returns/${shop.client}`)
  await look('the first step')
  await page.getByLabel('Order number').fill(number)
  await page.getByLabel('Postcode or email').fill('N1 1AA')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('We can’t find an order with these details').waitFor()
  await look('nothing found')
  await page.getByLabel('Postcode or email').fill('ada@example.com')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'What are you sending back?' }).waitFor()
  await look('the items')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Tick what you are sending back').waitFor()
  await page.getByRole('checkbox').check()
  await page.getByLabel('How many?').selectOption('1')
  await page.getByLabel('Why are you sending it back?').selectOption('Changed my mind')
  await look('an item that is ticked')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('radio', { name: /Post office/ }).waitFor()
  await look('the options')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('You pay £3.50 to send it.').waitFor()
  await look('the last step')
  await page.getByRole('button', { name: 'Confirm return' }).click()
  await page.getByRole('heading', { name: 'Your return is announced' }).waitFor()
  await look('the return')
  await page.getByText('Cancel this return').first().click()
  await page.getByRole('button', { name: 'Cancel this return' }).click()
  await page.getByRole('heading', { name: 'Cancelled by you' }).waitFor()
}

const PHONE = { viewport: { width: 390, height: 844 }, locale: 'en-GB' }

test('a shopper on a phone announces and cancels a return on accessible pages', async () => {
  const context = await stage.browser.newContext(PHONE)
  const page = await context.newPage()
  const wide: string[] = []
  await announce(page, 'E-1', async (where) => {
    await expectAccessible(page, where, 'html')
    if ((await page.evaluate<number>('document.documentElement.scrollWidth')) > 390) wide.push(where)
  })
  expect(wide).toEqual([])
  await context.close()
})

test('a shopper announces and cancels a return without JavaScript', async () => {
  const context = await stage.browser.newContext({ ...PHONE, javaScriptEnabled: false })
  await announce(await context.newPage(), 'E-2', async () => {})
  await context.close()
})
