import { multiBox } from '@despatch/contract/routing/multi-box-products/multi-box'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSku } from '../../../server/src/testing/factories.ts'
import { expectAccessibleInBoth } from '../support/colours.ts'
import { corner } from '../support/corner.ts'
import { leave, openStage, type Stage, visit, type Visitor } from '../support/portal.ts'

const SCREEN = '/carrier-routing-control/multi-box-products-routing'

let stage: Stage
let clerk: Visitor
beforeAll(async () => {
  stage = await openStage()
  clerk = await visit(stage)
  for (const code of ['BED', 'FRAME', 'MATTRESS', 'SOFA', 'SEAT', 'LAMP'])
    await makeSku(stage.portal.testDatabase, { client: clerk.client, code, description: `${code} of oak` })
})
afterAll(() => stage.close())

const as = ({ token, client }: Visitor) => ({ token, client })
const storedMultiBox = async () => (await stage.portal.call(multiBox.list, {}, as(clerk))).body
const goodsOf = async (SKU: string) =>
  (await stage.portal.call(multiBox.goods, { query: { SKU } }, as(clerk))).body.goods
const choose = async ({ page }: Visitor, field: string, code: string) => {
  await page
    .locator('input')
    .and(page.getByLabel(field, { exact: true }))
    .fill(code)
  await page.getByRole('option', { name: `${code} of oak` }).click()
}

test('boxes and measures are set in a drawer, with errors at their fields', async () => {
  const { page } = clerk
  await clerk.go(SCREEN)
  await page.getByText('No products in several boxes yet.').waitFor()
  await page.getByRole('button', { name: 'Add a multi-box product' }).click()
  await choose(clerk, 'Product', 'BED')
  const drawer = page.getByRole('dialog', { name: 'Measures and boxes of BED' })
  await drawer.getByLabel('Weight, kg').fill('heavy')
  await choose(clerk, 'Add a box', 'FRAME')
  await choose(clerk, 'Add a box', 'MATTRESS')
  await drawer.getByLabel('How many boxes of MATTRESS').fill('2')
  await drawer.getByLabel('Categories').fill('Beds')
  await page.keyboard.press('Enter')
  await page.keyboard.press('Control+s')
  await drawer.getByText('A number looks like 12.5').first().waitFor()
  await drawer.getByLabel('Weight, kg').fill('31.5')
  await drawer.getByRole('button', { name: 'Save measures' }).click()
  await page.getByText('Data updated successfully.').first().waitFor()
  await page.getByRole('cell', { name: 'FRAME, 2 × MATTRESS' }).waitFor()
  expect(await goodsOf('BED')).toMatchObject({ weight: 31.5, categories: ['Beds'] })

  // A multi-box product cannot be a box; the server reports it at the box.
  await page.getByRole('button', { name: 'Add a multi-box product' }).click()
  await choose(clerk, 'Product', 'SOFA')
  await choose(clerk, 'Add a box', 'BED')
  await page.getByRole('button', { name: 'Save measures' }).click()
  await page
    .getByRole('alert')
    .getByText(/^BED comes in several boxes/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Remove the box BED' }).click()
  await choose(clerk, 'Add a box', 'SEAT')
  await page.getByRole('button', { name: 'Save measures' }).click()
  await page.getByRole('cell', { name: 'SEAT', exact: true }).waitFor()

  // The drawer also measures SKUs with a single box.
  await choose(clerk, 'Find a SKU', 'SEAT')
  await page.getByRole('dialog', { name: 'Measures and boxes of SEAT' }).getByLabel('Weight, kg').fill('8')
  await page.getByRole('button', { name: 'Save measures' }).click()
  await expect.poll(async () => (await goodsOf('SEAT')).weight).toBe(8)
})

corner('exceptions and default are saved as one version; two editors see each other’s changes', async () => {
  const { page } = clerk
  const other = await visit(stage, { clients: [clerk.client] })
  await clerk.go(SCREEN)
  await other.go(SCREEN)
  await page.getByRole('checkbox', { name: 'BED differs from the default' }).check()
  await choose(clerk, 'Add an exception', 'LAMP')
  await page.getByText('3 products, 2 differ from the default').waitFor()
  await page.keyboard.press('Control+s')
  await page.getByText('Data updated successfully.').first().waitFor()
  await page.getByRole('table', { name: 'Component exceptions' }).getByText('MATTRESS of oak').waitFor()
  await page.getByRole('link', { name: 'Rules v1' }).waitFor()
  expect((await storedMultiBox()).rows.map((row) => [row.Code, row.Same_Component_Carrier])).toEqual([
    ['BED', 'Y'],
    ['LAMP', 'Y'],
    ['SOFA', 'N'],
  ])

  await other.page.getByRole('checkbox', { name: 'SOFA differs from the default' }).check()
  await other.page.keyboard.press('Control+s')
  const conflict = other.page
    .getByRole('group', { name: /Exceptions/ })
    .or(other.page.getByText('BED, LAMP'))
    .first()
  await conflict.waitFor()
  await leave(other.page)

  // Changing the default removes equal exceptions, and the form says so before saving.
  await page.getByRole('switch', { name: 'Ship all boxes of a product with one carrier' }).click()
  await page.getByText('2 exceptions say the same as the new default').waitFor()
  await page.getByRole('checkbox', { name: 'SOFA differs from the default' }).check()
  await page.keyboard.press('Control+s')
  await page.getByRole('link', { name: 'Rules v2' }).waitFor()
  expect((await storedMultiBox()).Same_Component_Carrier_Default).toBe('Y')
  expect((await storedMultiBox()).rows.filter(({ isException }) => isException).map(({ Code }) => Code)).toEqual([
    'SOFA',
  ])
  await expectAccessibleInBoth(page, 'the form', '#screen')
})

corner('read-only users see everything, and why they cannot change it', async () => {
  const reader = await visit(stage, {
    clients: [clerk.client],
    holds: (leaf, right) => right !== 'Edit' && leaf === 'carrierRoutingControl.multiBoxProductsRouting',
  })
  await reader.go(SCREEN)
  await reader.page.getByText("You need 'Edit' on Multi Box Products: Routing. Ask your administrator.").waitFor()
  await reader.page.getByRole('cell', { name: 'FRAME, 2 × MATTRESS' }).waitFor()
  await expect.poll(() => reader.page.getByRole('checkbox', { name: /departs/ }).count()).toBe(0)
  await leave(reader.page)
})
