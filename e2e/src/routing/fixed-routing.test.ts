import { fixedRouting } from '@despatch/contract/routing/fixed-routing/fixed-routing'
import type { BookItem } from '@despatch/domain/routing/rule-book/book-items'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeSku } from '../../../server/src/testing/factories.ts'
import { carrierItem, makeRuleBook, methodItem } from '../../../server/src/testing/rule-books.ts'
import { expectAccessibleInBoth } from '../support/colours.ts'
import { corner } from '../support/corner.ts'
import { pasteText } from '../support/paste.ts'
import { openStage, type Stage, visit, type Visitor } from '../support/portal.ts'
import { filterBy } from '../support/filters.ts'

const BY_SKU = '/carrier-routing-control/product-fixed-routing'
const BY_REGION = '/carrier-routing-control/product-fixed-routing-by-region'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const SKUS: [string, string, string[]][] = [
  ['MUG-1', 'Blue mug', ['Kitchen']],
  ['MUG-2', 'Amber mug', ['Kitchen']],
  ['LAMP', 'Table lamp', ['Light']],
]
const route = (key: string, sku: string, regions: string[]): BookItem => ({
  kind: 'fixed-route',
  key,
  content: { by: { sku }, regions, carrier: 'DPD', clientMethodID: null, startDate: null, endDate: null },
})
const RULES = [
  carrierItem('DPD', { name: 'DPD UK' }),
  carrierItem('DHL', { name: 'DHL' }),
  methodItem('DPD-ND', 'DPD', 45_000, { carrierService: 'Next Day', methodDescription: 'By noon' }),
  methodItem('DHL-ND', 'DHL'),
]

/** Opens the portal as a user of a client with products, carriers and some routes. */
async function shopkeeper(code: string, routes: BookItem[] = [], options: Parameters<typeof visit>[1] = {}) {
  const on = stage.portal.testDatabase
  await makeClient(on, { code })
  for (const [sku, description, categories] of SKUS) {
    await makeSku(on, { client: code, code: sku, description })
    await on.asOwner('update skus set categories = $3 where client_code = $1 and sku_code = $2', [
      code,
      sku,
      categories,
    ])
  }
  await makeRuleBook(on, code, [...RULES, ...routes])
  return visit(stage, { clients: [code], ...options })
}
async function held({ token, client }: Visitor) {
  const { body } = await stage.portal.call(
    fixedRouting.categoryDetail,
    { query: { sortedBy: 'code' }, body: { show_products_fixed: true } },
    { token, client },
  )
  return body.rows.map((row) =>
    [row.Code || row.category, row.CarrierCode, row.method, row.RegionList.join()].join(' '),
  )
}

test('SKUs get fixed routes in regions, which are changed and deleted together', async () => {
  const visitor = await shopkeeper('HOLD')
  const { page } = visitor
  await visitor.go(BY_SKU)
  await page.getByText('3 rows').waitFor()
  await page.getByRole('button', { name: 'Add fixed routes' }).first().press('Enter')
  await page.locator('h1:focus').waitFor()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByText('Choose at least one SKU').first().waitFor()
  await page.getByText('Choose a carrier').first().waitFor()
  const skus = page.locator('[data-path="skus"]')
  // A newer search cancels the previous one, whose answer never arrives.
  const cancelled: string[] = []
  page.on('requestfailed', (request) => cancelled.push(new URL(request.url()).search))
  const isFirst = (url: URL) => url.searchParams.get('code') === 'mu'
  await page.route(isFirst, () => undefined)
  const asked = page.waitForRequest((request) => isFirst(new URL(request.url())))
  await skus.fill('mu')
  await asked
  await skus.fill('mug')
  await page.getByRole('option', { name: 'MUG-1' }).click()
  await expect.poll(() => cancelled.filter((search) => search.includes('code=mu')).length).toBe(1)
  await skus.fill('lam')
  await page.getByRole('option', { name: 'LAMP' }).click()
  await page.keyboard.press('Escape')
  await page.locator('[data-path="carrier"]').click()
  await page.getByRole('option', { name: 'DPD UK' }).click()
  await page.locator('[data-path="method"]').click()
  await page.getByRole('option', { name: 'By noon' }).click()
  // A refused draft shows the message at its field.
  await skus.focus()
  await pasteText(page, 'LAMP\nNO-SUCH')
  await page.getByRole('button', { name: 'Try it…' }).click()
  await expect.poll(() => skus.getAttribute('aria-invalid')).toBe('true')
  await skus.press('Backspace')
  await page.getByText('2 chosen.').waitFor()
  await page.getByRole('textbox', { name: 'Find regions' }).fill('AB10 1XY')
  await page.keyboard.press('Enter')
  await page.getByText('1 of 124 chosen').waitFor()
  await page.getByRole('checkbox', { name: 'Northern Ireland (0 of 1)' }).click()
  await page.keyboard.press('Control+s')
  await page.getByText('Data added successfully.').first().waitFor()
  await page.getByText('AB Aberdeen, BT Belfast').first().waitFor()
  expect(await held(visitor)).toEqual(['LAMP DPD DPD-ND AB,BT', 'MUG-1 DPD DPD-ND AB,BT'])

  // The category form and a filter are in the address.
  await page.getByRole('checkbox', { name: 'With a fixed route' }).click()
  await page.getByText('2 rows').waitFor()
  await page.locator('input[aria-label="Category"]').click()
  await page.getByRole('option', { name: 'Light (1 SKU, 1 route)' }).click()
  await page.getByText('1 row', { exact: true }).waitFor()
  expect(page.url()).toContain('category=Light')
  await page.locator('input[aria-label="Category"]').click()
  await page.getByRole('option', { name: 'All categories' }).click()
  await page.getByText('2 rows').waitFor()

  await page.locator('thead input[type=checkbox]').first().click()
  await page.getByRole('button', { name: 'Change 2 routes…' }).click()
  await page.getByRole('heading', { name: 'Change 2 fixed routes' }).waitFor()
  await page.getByRole('button', { name: 'Choose none' }).click()
  await page.getByText('Unsaved changes: Regions').waitFor()
  await page.keyboard.press('Control+s')
  // Widening many routes asks for confirmation.
  const asking = page.getByRole('dialog')
  await asking.getByText('2 routes apply only in some regions.').waitFor()
  await asking.getByRole('button', { name: 'Apply everywhere' }).click()
  await page.getByText('Data updated successfully.').first().waitFor()
  await page.getByText('Everywhere').first().waitFor()
  expect(await held(visitor)).toEqual(['LAMP DPD DPD-ND ', 'MUG-1 DPD DPD-ND '])

  await page.locator('thead input[type=checkbox]').first().click()
  await page.getByRole('button', { name: 'Delete 2 routes…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('MUG-1 to By noon, Everywhere').waitFor()
  await dialog.getByRole('button', { name: 'Delete 2 fixed routes' }).click()
  await page.getByText('Data deleted successfully.').first().waitFor()
  await page.getByText('No row matches these filters.').waitFor()
  expect(await held(visitor)).toEqual([])
})

corner('by region: the later of two editors sees the earlier change', async () => {
  const visitor = await shopkeeper('REGION', [
    route('R1', 'MUG-1', ['AB']),
    route('R2', 'MUG-1', ['BT']),
    route('R3', 'LAMP', ['ZE']),
    route('R4', 'LAMP', []),
  ])
  const { page, token, client } = visitor
  await visitor.go(BY_REGION)
  await page.getByText('3 routes with regions').waitFor()
  await filterBy(page, 'SKU')
  await page.keyboard.type('lamp')
  await page.getByRole('option', { name: 'LAMP' }).click()
  await page.getByText('1 route with regions').waitFor()
  await page.getByText('ZE Lerwick').dblclick()
  await page.getByRole('heading', { name: 'Fixed route of LAMP' }).waitFor()
  await page.getByText('1 of 124 chosen').waitFor()
  // On the screen by region a route must keep a region.
  await page.getByRole('button', { name: 'Remove ZE Lerwick' }).click()
  await page.keyboard.press('Control+s')
  await page.getByText('Choose at least one region').first().waitFor()
  await page.getByRole('checkbox', { name: 'ZE Lerwick' }).click()

  const { body } = await stage.portal.call(
    fixedRouting.update,
    { body: { customPreferenceList: [{ customPreferenceID: 'R3', version: 1 }], regionList: ['KW', 'ZE'] } },
    { token, client },
  )
  expect(body.version).toBe(2)
  await page.locator('[data-path="carrier"]').click()
  await page.getByRole('option', { name: 'DHL' }).click()
  await page.keyboard.press('Control+s')
  await page.getByText('Someone else changed this fixed route').waitFor()
  await page.getByRole('cell', { name: 'KW Kirkwall, ZE Lerwick' }).waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('2 of 124 chosen').waitFor()
  await page.keyboard.press('Control+s')
  await page.getByText('Data updated successfully.').first().waitFor()
  expect(await held(visitor)).toContain('LAMP DHL  KW,ZE')

  // Deleting a route that another user changed asks again with the current row.
  await page.getByText('KW Kirkwall, ZE Lerwick').waitFor()
  await page.locator('tbody input[type=checkbox]').first().click()
  await page.getByRole('button', { name: 'Delete 1 route…' }).click()
  await stage.portal.call(
    fixedRouting.update,
    { body: { customPreferenceList: [{ customPreferenceID: 'R3', version: 3 }], regionList: ['KW'] } },
    { token, client },
  )
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Delete the fixed route' }).click()
  await dialog.getByText('Someone else changed this.').waitFor()
  await dialog.getByText('LAMP to DHL, KW Kirkwall', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Delete the fixed route' }).click()
  await page.getByText('Data deleted successfully.').first().waitFor()
  expect(await held(visitor)).not.toContain('LAMP DHL  KW')
})

corner('a picker counts SKUs, loads more on scrolling, and searches all of them', async () => {
  const visitor = await shopkeeper('MANY', [route('R1', 'MUG-1', ['AB'])])
  const { page } = visitor
  await stage.portal.testDatabase.asOwner(
    `insert into skus (client_code, sku_code, description, unit_value)
     select 'MANY', 'CUP-' || n, 'Cup ' || lpad(n::text, 4, '0'), 1 from generate_series(1, 2191) n`,
  )
  await visitor.go(BY_SKU)
  await page.getByRole('button', { name: 'Add fixed routes' }).first().press('Enter')
  await page.locator('h1:focus').waitFor()
  const skus = page.locator('[data-path="skus"]')
  await skus.click()
  await page.getByText('Showing 100 of 2,194 SKUs').waitFor()
  await page.getByRole('option').last().scrollIntoViewIfNeeded()
  await page.getByText('Showing 200 of 2,194 SKUs').waitFor()
  await skus.press('ArrowUp')
  await page.getByText('Showing 300 of 2,194 SKUs').waitFor()
  await skus.fill('CUP-219')
  await page.getByText('3 SKUs', { exact: true }).waitFor()
  await skus.press('Enter')
  await page.getByText('1 chosen.').waitFor()
})

corner('read-only users see why they cannot edit; the form is accessible', async () => {
  const visitor = await shopkeeper('READS', [route('R1', 'MUG-1', ['AB'])], {
    holds: (_leaf, right) => right !== 'Edit',
  })
  const { page } = visitor
  for (const [path, text] of [
    [BY_SKU, 'No fixed route'],
    [BY_REGION, 'AB Aberdeen'],
  ] as const) {
    await visitor.go(path)
    await page.getByText(text).first().waitFor()
    await page
      .getByText(/You need 'Edit' on/)
      .first()
      .waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Add fixed routes' }).isDisabled()).toBe(true)
  }
  const editor = await shopkeeper('EDITS', [route('R1', 'MUG-1', ['AB'])])
  await editor.go(BY_SKU)
  await editor.page.getByText('AB Aberdeen').dblclick()
  await editor.page.getByText('1 of 124 chosen').waitFor()
  await expectAccessibleInBoth(editor.page, 'the form', '#screen')
})
