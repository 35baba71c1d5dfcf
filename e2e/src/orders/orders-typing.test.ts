import { addDays, dayOf, formatDayShort, weekday } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSku } from '../../../server/src/testing/factories.ts'
import { corner } from '../support/corner.ts'
import { countOrders, CREATE, typeOrder } from '../support/orders.ts'
import { focusedField } from '../support/keyboard.ts'
import { expectAccessible, leave, openStage, type Stage, visit } from '../support/portal.ts'

const TODAY = dayOf(new Date())
/** The next one: of a day that has passed the form says that alone. */
const SUNDAY = addDays(TODAY, 7 - ((weekday(TODAY) + 1) % 7))

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

corner('what was typed stays, with what is wrong beside it', async () => {
  const visitor = await visit(stage)
  const { page, client } = visitor
  const SKU = await makeSku(stage.portal.testDatabase, { client })
  await visitor.go(CREATE)
  await expect.poll(() => page.getByLabel('Order reference').inputValue()).not.toBe('')
  await typeOrder(page, { SKU })

  await page.getByText('NAMED DAY').click()
  const day = page.getByLabel('Despatch day', { exact: true })
  for (const [typed, shown, words] of [
    [SUNDAY.split('-').toReversed().join('/'), formatDayShort(SUNDAY), 'Orders are not despatched at weekends'],
    ['01/01/2020', '1 Jan 2020', '1 January 2020 has passed'],
    ['garbage', 'garbage', 'There is no day ‘garbage’'],
  ] as const) {
    await day.fill(typed)
    await page.keyboard.press('Tab')
    await page.getByText(words).waitFor()
    await expect.poll(() => day.inputValue()).toBe(shown)
  }
  await expectAccessible(page, 'a day that is none')
  await page.getByText('STANDARD').click()

  const country = page.getByLabel('Country')
  await country.fill('Nowhere')
  await page.keyboard.press('Tab')
  await page.getByText('No country is called ‘Nowhere’').waitFor()
  await expect.poll(() => country.inputValue()).toBe('Nowhere')
  await country.fill('pola')
  await page.keyboard.press('Tab')
  await expect.poll(() => country.inputValue()).toBe('Poland')
  await country.fill('irela')
  await page.keyboard.press('Enter')
  await expect.poll(() => country.inputValue()).toBe('Ireland')
  await country.fill('uk')
  await page.keyboard.press('Tab')
  await expect.poll(() => country.inputValue()).toBe('United Kingdom')

  const postcode = page.getByLabel('Postcode')
  await postcode.fill('ZE9 9ZZ')
  await page.keyboard.press('Enter')
  const none = page.getByText('No address was found for ZE9 9ZZ')
  await none.waitFor()
  await postcode.fill('SW1Y 4JH')
  await expect.poll(() => none.count()).toBe(0)

  const quantity = page.getByLabel('Quantity of line 1')
  await quantity.fill('-3')
  await page.keyboard.press('Tab')
  await page.getByText('Quantity is at least 1').waitFor()
  await expect.poll(() => quantity.inputValue()).toBe('-3')
  await quantity.fill('2')
  const value = page.getByLabel('Value of line 1')
  await value.fill('12.99999')
  await page.keyboard.press('Tab')
  await page.getByText('An amount looks like 12.50').waitFor()
  await expect.poll(() => value.inputValue()).toBe('12.99999')
  await value.fill('12.999')
  await page.keyboard.press('Tab')
  await expect.poll(() => value.inputValue()).toBe('12.999')
  await page.getByLabel('Last name').press('Enter')
  expect(await countOrders(stage, client)).toBe(0)
  await leave(visitor.page)
})

test('a new line stands above the bar at the foot, and an empty last one is not sent', async () => {
  const visitor = await visit(stage)
  const { page, client } = visitor
  await page.setViewportSize({ width: 1280, height: 800 })
  const SKU = await makeSku(stage.portal.testDatabase, { client })
  await visitor.go(CREATE)
  await expect.poll(() => page.getByLabel('Order reference').inputValue()).not.toBe('')
  await typeOrder(page, { SKU })
  for (let line = 2; line <= 12; line += 1) {
    await page.keyboard.press('Enter')
    await expect.poll(() => focusedField(page)).toBe(`items.${line - 1}.SKU`)
    const field = await page.getByRole('combobox', { name: `SKU of line ${line}` }).boundingBox()
    const bar = await page.getByRole('button', { name: 'Create order' }).boundingBox()
    expect((field?.y ?? 0) + (field?.height ?? 0)).toBeLessThan((bar?.y ?? 0) - 8)
  }
  await page.keyboard.press('Control+s')
  await page.getByRole('link', { name: 'Open the order' }).waitFor()
  await leave(visitor.page)
})
