import { parcelLimits } from '@despatch/contract/routing/parcel-limits/parcel-limits'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient } from '../../../server/src/testing/factories.ts'
import { carrierItem, limitsItem, makeRuleBook, methodItem } from '../../../server/src/testing/rule-books.ts'
import { expectAccessibleInBoth } from '../support/colours.ts'
import { corner } from '../support/corner.ts'
import { leave, openStage, type Stage, visit, type Visitor } from '../support/portal.ts'
import { quietOf } from '../support/quiet.ts'

const LIMITS = '/carrier-routing-control/carrier-parcel-limits'

let stage: Stage
let visitor: Visitor
beforeAll(async () => {
  stage = await openStage()
  const on = stage.portal.testDatabase
  await makeClient(on, { code: 'ACME', name: 'Acme' })
  await makeRuleBook(on, 'ACME', [
    carrierItem('DPD', { name: 'DPD UK' }),
    methodItem('DPD-ND', 'DPD', 1, {
      carrierService: 'Next Day',
      methodDescription: 'By noon',
    }),
    limitsItem('DPD-ND', { Length: 1205, Volume: 35_000, NumberOfParcels: 6, ParcelWeight: 31_500 }),
    methodItem('DPD-ND-2', 'DPD', 1, { carrierService: 'Next Day', methodDescription: 'By evening' }),
    methodItem('DPD-2D', 'DPD', 1, { carrierService: 'Two Day' }),
  ])
  visitor = await visit(stage, { clients: ['ACME'] })
})
afterAll(() => stage.close())

const storedLimits = async (id: string) => {
  const { body } = await stage.portal.call(parcelLimits.method, { params: { id } }, visitor)
  return { version: body.version, limits: body.parcelLimit.quantityLimit.map(({ MaxValue }) => MaxValue) }
}

test('a method is found, compared, and its five limits are set and cleared', async () => {
  const { page, go } = visitor
  const choose = async (what: string, option: string | RegExp) => {
    await page.getByRole('combobox', { name: what, exact: true }).click()
    await page.getByRole('option', { name: option }).click()
  }
  await go(LIMITS)
  await choose('Carrier', 'DPD UK (DPD)')
  await choose('Service', 'Next Day, 2 methods')
  const table = page.getByRole('table', { name: 'Limits of Next Day' })
  await table.getByRole('row', { name: /DPD-ND By noon 120\.5 cm 0\.035 m³ 6 parcels 31\.5 kg No limit/ }).waitFor()
  await expect.poll(() => table.getByRole('row').count()).toBe(3)
  // The address contains the selection.
  await page.reload()
  await table.waitFor()
  await choose('Method', /DPD-ND\)/)

  await page.getByRole('heading', { name: 'Parcel limits of DPD-ND' }).waitFor()
  const slot = (name: string) => page.getByRole('textbox', { name })
  await slot('Length, cm').fill('60')
  await slot('Volume, m³').fill('much')
  await slot('Number of parcels').fill('1.5')
  await page.keyboard.press('Control+s')
  const summary = page.getByRole('group', { name: 'There is a problem' })
  await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('There is a problem')
  await summary.getByRole('button', { name: 'Number of parcels is a whole number' }).waitFor()
  await summary.getByRole('button', { name: /^Volume is not a number/ }).click()
  await expect.poll(() => page.locator('input:focus').inputValue()).toBe('much')
  await slot('Volume, m³').fill('')
  await slot('Number of parcels').fill('4')
  await page.getByText('Unsaved changes: length, volume, number of parcels').waitFor()
  // Typed values survive a reload.
  await page.reload()
  await page.getByText('Your earlier draft has been restored.').waitFor()
  await page.keyboard.press('Control+s')
  await page.getByText('Data updated successfully.').first().waitFor()
  await expect.poll(() => storedLimits('DPD-ND')).toEqual({ version: 2, limits: [60, null, 4, 31.5, null] })
  await page.getByText(/^Unsaved changes/).waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Delete…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog
    .getByText('These limits are deleted: Length 60 cm, Number of parcels 4 parcels, Parcel weight 31.5 kg.')
    .waitFor()
  await dialog.getByRole('button', { name: 'Delete limits' }).click()
  await page.getByText('There are no limits to delete.').waitFor()
  await expect.poll(() => slot('Length, cm').inputValue()).toBe('')
  expect(await storedLimits('DPD-ND')).toEqual({ version: 3, limits: [null, null, null, null, null] })
  await page.getByRole('button', { name: 'Cancel' }).click()
  await table.getByRole('row', { name: /DPD-ND By noon No limit/ }).waitFor()
})

corner('the later of two editors resolves conflicts field by field', async () => {
  const { page, go } = visitor
  await go(`${LIMITS}?method=DPD-2D`)
  await page.getByRole('textbox', { name: 'Length, cm' }).fill('100')
  await stage.portal.call(
    parcelLimits.update,
    {
      params: { methodId: 'DPD-2D' },
      body: {
        version: (await storedLimits('DPD-2D')).version,
        parcelLimit: {
          quantityLimit: [
            { type: 'Length', MaxValue: 80 },
            { type: 'Volume', MaxValue: null },
            { type: 'NumberOfParcels', MaxValue: 9 },
            { type: 'ParcelWeight', MaxValue: null },
            { type: 'ConsignmentWeight', MaxValue: null },
          ],
        },
      },
    },
    visitor,
  )
  await page.keyboard.press('Control+s')
  const changed = page.getByRole('table', { name: 'Conflicting changes' })
  await changed.getByRole('row', { name: /Length 100 cm 80 cm/ }).waitFor()
  await changed.getByRole('row', { name: /Number of parcels No limit 9 parcels/ }).waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.keyboard.press('Control+s')
  await expect.poll(async () => (await storedLimits('DPD-2D')).limits).toEqual([100, null, 9, null, null])
})

corner('the contents of a packed parcel are limited, and a limit of nothing is refused', async () => {
  const { page, go } = visitor
  await go(LIMITS)
  const packing = page.getByRole('form', { name: 'Maximum packed parcel' })
  await packing.getByRole('textbox', { name: 'Weight, kg' }).fill('0')
  await page.keyboard.press('Control+s')
  await packing.getByText('Weight is more than zero').first().waitFor()
  await packing.getByRole('textbox', { name: 'Weight, kg' }).fill('12.5')
  await packing.getByText('Unsaved changes: weight').waitFor()
  await packing.getByRole('button', { name: 'Save' }).click()
  await packing.getByText(/^Unsaved changes/).waitFor({ state: 'detached' })
  const { body } = await stage.portal.call(parcelLimits.packing, {}, visitor)
  expect(body.packing).toEqual({ weight: 12.5, volume: 0.1 })
})

corner('read-only users see the limits and why; an unknown method is reported', async () => {
  const reader = await visit(stage, { clients: ['ACME'], holds: (_leaf, right) => right !== 'Edit' })
  for (const [address, fact] of [
    [LIMITS, '12.5 kg'],
    [`${LIMITS}?method=DPD-2D`, '100 cm'],
  ] as const) {
    await reader.go(address)
    await reader.page.getByText("You need 'Edit' on Carrier: Parcel Limits. Ask your administrator.").waitFor()
    await reader.page.getByText(fact).waitFor()
    await expect.poll(() => reader.page.getByRole('button', { name: 'Save' }).count()).toBe(0)
  }
  await reader.go(`${LIMITS}?method=NONE`)
  await reader.page.getByText('This client has no method NONE.').waitFor()
  await reader.page.getByRole('link', { name: 'Choose another' }).click()
  await reader.page.getByRole('heading', { name: 'Carrier: Parcel Limits' }).waitFor()
  await leave(reader.page)
})

corner('the screen is accessible in light and dark', async () => {
  const { page, go } = visitor
  const quiet = quietOf(page)
  for (const address of [`${LIMITS}?carrier=DPD&service=Next+Day`, `${LIMITS}?method=DPD-ND`]) {
    await go(address)
    await quiet()
    await expectAccessibleInBoth(page, address, '#screen')
  }
})
