import { prices } from '@despatch/contract/routing/prices/prices'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { carrierItem, makeRuleBook, methodItem } from '../../../server/src/testing/rule-books.ts'
import { expectAccessibleInBoth } from '../support/colours.ts'
import { corner } from '../support/corner.ts'
import { pasteText } from '../support/paste.ts'
import { leave, openStage, type Stage, visit, type Visitor } from '../support/portal.ts'
import { quietOf } from '../support/quiet.ts'

const LIST = '/carrier-routing-control/carrier-prices'
const PRICES = 'carrierRoutingControl.carrierPrices'

let stage: Stage
let planner: Visitor
beforeAll(async () => {
  stage = await openStage()
  planner = await visit(stage)
  await makeRuleBook(stage.portal.testDatabase, planner.client, [
    carrierItem('RM', { name: 'Royal Mail' }),
    methodItem('RM-48', 'RM', 35_000, { carrierService: 'Tracked 48', contracts: ['RM-2026'] }),
  ])
})
afterAll(() => stage.close())

const NOTHING = { baseCost: 0, incrementalCost: 0, incrementStart: 0, increment: 0 }
const ALWAYS = { effectiveFrom: null, effectiveBetween: null }
/** A matrix with bands between these numbers of parcels. */
const bandsOf = (edges: number[]) => ({
  pricingMethod: 'By Parcel' as const,
  primaryCosting: {
    fromParcel: 1,
    ...NOTHING,
    costingMatrix: edges.slice(1).map((to, index) => ({
      chargeID: `c${index}`,
      from: edges[index] ?? 0,
      to,
      ...NOTHING,
      baseCost: 30_000,
      ...ALWAYS,
    })),
  },
  secondaryCosting: null,
})

/** Reviews the changes and saves them, with a note if there are warnings. */
async function reviewAndSave(page: Page, note = '') {
  const dialog = page.getByRole('dialog', { name: 'Save these prices?' })
  await dialog.getByRole('table', { name: 'Changes from current prices' }).waitFor()
  if (note) await dialog.getByRole('textbox', { name: 'Note' }).fill(note)
  await dialog.getByRole('button', { name: /^Save (?:prices|anyway)$/ }).click()
}

async function stored(id: string) {
  const { body } = await stage.portal.call(
    prices.costing,
    { params: { clientMethodId: id }, query: { client: planner.client } },
    planner,
  )
  return body
}

test('a method is added, priced and listed; its cost updates while typing', async () => {
  const { page } = planner
  await planner.go(LIST)
  await page.getByText('1 method', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'New method' }).click()
  const dialog = page.getByRole('dialog', { name: 'New method' })
  // Nothing is filled in, so the first invalid field has the focus.
  await dialog.getByRole('button', { name: 'Create method' }).click()
  await expect.poll(() => page.evaluate('document.activeElement.dataset.path')).toBe('carrier')
  await dialog.getByRole('combobox', { name: 'Carrier', exact: true }).fill('DPD')
  await page.keyboard.press('Escape')
  await dialog.getByRole('textbox', { name: 'Service' }).fill('DPD Next Day')
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Next working day, to the door')
  await expect.poll(() => dialog.getByRole('textbox', { name: 'Method ID' }).inputValue()).toBe('DPD-NEXT-DAY')
  // Typed values survive Escape and a reload.
  await page.keyboard.press('Escape')
  await page.getByText('Your draft of New method is saved.').first().waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'New method' }).click()
  await dialog.getByText('Your earlier draft has been restored.').waitFor()
  await expect.poll(() => dialog.getByRole('textbox', { name: 'Method ID' }).inputValue()).toBe('DPD-NEXT-DAY')
  await dialog.getByRole('button', { name: 'Create method' }).click()
  // The carrier is new to the client.
  await dialog.getByText(/^Enter a carrier name/).waitFor()
  await dialog.getByRole('textbox', { name: 'Carrier name' }).fill('DPD UK')
  await dialog.getByRole('button', { name: 'Create method' }).click()
  await page.getByRole('heading', { name: 'DPD-NEXT-DAY', exact: true }).waitFor()
  await page.getByText('Data added successfully.').first().waitFor()
  await page.getByText(/^No prices\. No orders/).waitFor()

  await page.getByRole('link', { name: 'Edit prices' }).press('Enter')
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('DPD-NEXT-DAY: prices')
  await page.getByRole('combobox', { name: 'Pricing method' }).click()
  await page.getByRole('option', { name: 'By Weight Matrix (KG)' }).click()
  await page.getByRole('textbox', { name: 'Base cost' }).fill('4.50')
  await page.getByRole('textbox', { name: 'Incremental cost' }).fill('0.25')
  await page.getByRole('textbox', { name: 'Increment start' }).fill('1')
  await page.getByRole('textbox', { name: 'Increment', exact: true }).fill('0.5')
  const calculator = page.getByRole('region', { name: 'Price calculator' })
  await calculator.getByLabel('KG each').fill('2.2')
  await calculator.getByText('£5.25').waitFor()
  await calculator.getByText('Primary, 2.2 kg: £4.50 and 3 × £0.25').waitFor()
  await page.getByRole('img', { name: /^Cost against weight on / }).waitFor()
  await page.getByRole('button', { name: /as a table$/ }).click()
  const figures = page.getByRole('table', { name: 'Cost against weight' })
  await figures.getByRole('row', { name: /^2 2\.5 £5\.25/ }).waitFor()
  // Typed values survive going back, which is announced, and a reload.
  await page.goBack()
  await page
    .getByText(/^Your draft of DPD-NEXT-DAY: prices is saved/)
    .first()
    .waitFor()
  await page.getByRole('link', { name: 'Edit prices' }).click()
  await page.getByText('Your earlier draft has been restored.').waitFor()
  await page.reload()
  await page.getByText('Your earlier draft has been restored.').waitFor()
  await page.keyboard.press('Control+s')
  await reviewAndSave(page)
  await page.getByText('£4.50, and £0.25 for every started 0.5 kg beyond 1 kg').waitFor()
  expect(await stored('DPD-NEXT-DAY')).toMatchObject({
    carrierName: 'DPD UK',
    pricingMethod: 'By Weight Matrix',
    primaryCosting: { baseCost: '4.50', incrementalCost: '0.25', incrementStart: 1, increment: 0.5 },
  })

  await planner.go(`${LIST}?sort=cost&order=desc`)
  const rows = page.getByRole('table', { name: 'Carrier Prices' }).getByRole('row')
  await page.getByText('2 methods', { exact: true }).waitFor()
  await expect.poll(() => rows.nth(1).innerText()).toMatch(/DPD-NEXT-DAY[\s\S]*£4\.50/)
  await page.getByRole('textbox', { name: 'Method, carrier, service or contract' }).fill('rm-2026')
  await page.getByText('1 method', { exact: true }).waitFor()
  expect(page.url()).toContain('search=rm-2026')
})

corner('a pasted matrix is refused for overlapping bands, then replaces the single price', async () => {
  const { page } = planner
  await makeRuleBook(stage.portal.testDatabase, planner.client, [methodItem('RM-BANDS', 'RM', 20_000)])
  await planner.load(`${LIST}?method=RM-BANDS&edit=prices`)
  await page.getByText('Matrix', { exact: true }).click()
  await page.getByText('Saving the matrix replaces the current single price.').waitFor()
  await page.getByRole('button', { name: 'Add a row' }).click()
  await pasteText(page, 'From\tTo\tBase\r\n0\t2\t£3.50\r\n2\t5\t£4.75\r\n4\t\t£1,000.00\r\n')
  const cell = (name: string, row: number) => page.getByLabel(`${name} of row ${row}`, { exact: true })
  await page.getByText('It overlaps row 2').waitFor()
  await page.keyboard.press('Control+s')
  await expect.poll(() => cell('From', 3).evaluate('document.activeElement.dataset.path')).toMatch(/\.2\.from$/)
  await cell('From', 3).fill('5')
  await expect.poll(() => page.getByText(/^It overlaps row/).count()).toBe(0)

  // Enter moves down the column, and adds a row at the end that continues the last one.
  await cell('To', 2).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.type('9.5')
  await page.keyboard.press('Enter')
  await page.keyboard.type('12')
  await expect.poll(() => cell('From', 4).inputValue()).toBe('9.5')
  await cell('Base cost', 4).fill('7')
  await cell('Between: first day', 4).fill('1/12/2026')
  await cell('Between: last day', 4).fill('24 Dec 2026')
  await page.keyboard.press('Control+s')
  // Parcels are whole numbers.
  await page.getByText('Write a whole number in digits alone, like 2000').first().waitFor()
  await cell('To', 3).fill('9')
  await cell('From', 4).fill('9')
  await page.getByRole('button', { name: 'Duplicate row 4' }).click()
  await page.getByRole('button', { name: 'Remove row 5' }).click()
  await page.keyboard.press('Control+s')
  // £1,000, and then £7.
  await page.getByText(/^More parcels are cheaper: 12 parcels costs £7\.00/).waitFor()
  await reviewAndSave(page, 'As the carrier says')
  await page.getByRole('table', { name: 'Every consignment' }).getByText('1 Dec 2026 to 24 Dec 2026').waitFor()
  const { primaryCosting } = await stored('RM-BANDS')
  expect(primaryCosting?.costingMatrix.map(({ from, to, baseCost }) => [from, to, baseCost])).toEqual([
    [0, 2, '3.50'],
    [2, 5, '4.75'],
    [5, 9, '1000.00'],
    [9, 12, '7.00'],
  ])
  expect(primaryCosting?.costingMatrix.every(({ chargeID }) => chargeID !== '')).toBe(true)
})

corner('the later of two editors sees the other’s change and chooses; a method is ended', async () => {
  const { page } = planner
  await planner.go(`${LIST}?method=RM-48&edit=prices`)
  await page.getByRole('textbox', { name: 'Base cost' }).fill('3.90')
  const { version } = await stored('RM-48')
  const charge = { fromParcel: 1, baseCost: '3.60', incrementalCost: '0.10', incrementStart: 1, increment: 1 }
  const body = { pricingMethod: 'By Parcel' as const, primaryCosting: charge, secondaryCosting: null, version }
  await stage.portal.call(prices.updateSingle, { params: { id: 'RM-48' }, body }, planner)
  await page.keyboard.press('Control+s')
  const changed = page.getByRole('table', { name: 'Conflicting changes' })
  await changed.getByRole('row', { name: /Primary: base cost 3\.90 3\.60/ }).waitFor()
  await changed.getByRole('row', { name: /Primary: incremental cost 0\.00 0\.10/ }).waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.keyboard.press('Control+s')
  await reviewAndSave(page)
  await page.getByRole('link', { name: 'Edit prices' }).waitFor()
  expect((await stored('RM-48')).primaryCosting).toMatchObject({ ...charge, baseCost: '3.90' })

  await page.getByRole('link', { name: 'Edit method' }).click()
  await page.getByRole('textbox', { name: 'Description' }).fill('Two days, tracked')
  await page.keyboard.press('Control+s')
  await page.getByText('Two days, tracked').first().waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete method…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete method' }).click()
  await page
    .getByRole('dialog')
    .getByText(/^No price any more/)
    .first()
    .waitFor()
  await page.getByRole('dialog').getByRole('textbox', { name: /Note/ }).fill('The contract ends')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete anyway' }).click()
  await page.getByRole('heading', { name: 'Carrier Prices' }).waitFor()
  await page.getByText('Data deleted successfully.').first().waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'RM-48' }).count()).toBe(0)
})

corner('read-only users see prices and why they cannot edit; views are accessible', async () => {
  await makeRuleBook(stage.portal.testDatabase, planner.client, [
    methodItem('RM-24', 'RM', 52_500),
    methodItem('RM-ROWS', 'RM', 0, { pricing: bandsOf([0, 2, 5]) }),
  ])
  const reader = await visit(stage, {
    clients: [planner.client],
    holds: (leaf, right) => right !== 'Edit' || leaf !== PRICES,
  })
  await reader.go(`${LIST}?method=RM-24&edit=prices`)
  await reader.page.getByText("You need 'Edit' on Carrier Prices. You can add it in Roles & Permissions.").waitFor()
  await reader.page.getByText('£5.25').first().waitFor()
  await expect.poll(() => reader.page.getByRole('button', { name: 'Edit prices' }).isDisabled()).toBe(true)
  await leave(reader.page)

  const { page } = planner
  const quiet = quietOf(page)
  // The list is checked with all others.
  for (const [address, heading] of [
    [`${LIST}?method=RM-ROWS`, 'RM-ROWS'],
    [`${LIST}?method=RM-ROWS&edit=prices`, 'RM-ROWS: prices'],
    [`${LIST}?method=RM-24`, 'RM-24'],
    [`${LIST}?method=RM-24&edit=prices`, 'RM-24: prices'],
    [`${LIST}?method=RM-24&edit=method`, 'RM-24: method'],
  ] as const) {
    await planner.go(address)
    await page.getByRole('heading', { name: heading, exact: true }).waitFor()
    await quiet()
    await expectAccessibleInBoth(page, address, '#screen')
  }
  await planner.go(`${LIST}?method=NO-SUCH`)
  await page.getByText('Method not found. It may belong to another client.').waitFor()
})
