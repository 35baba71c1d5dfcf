import { capacity } from '@despatch/contract/routing/capacity/capacity'
import { addDays, dayOf, formatDayShort, weekday } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient } from '../../../server/src/testing/factories.ts'
import { carrierItem, makeRuleBook } from '../../../server/src/testing/rule-books.ts'
import { expectAccessibleInBoth } from '../support/colours.ts'
import { corner } from '../support/corner.ts'
import { leave, openStage, type Stage, visit, type Visitor } from '../support/portal.ts'
import { quietOf } from '../support/quiet.ts'

const SET_UP = '/carrier-routing-control/carrier-capacity-setup'
const client = 'BIRCH'
const today = dayOf(new Date())
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
const TODAY = WEEKDAYS[weekday(today)] ?? ''

let stage: Stage
let user: Visitor
beforeAll(async () => {
  stage = await openStage()
  await makeClient(stage.portal.testDatabase, { code: client, name: 'Birch & Co' })
  await makeRuleBook(stage.portal.testDatabase, client, [
    carrierItem('DPD', { name: 'DPD UK' }),
    carrierItem('EVRI', { name: 'Evri' }),
  ])
  await stage.portal.testDatabase.asOwner('insert into capacity_usage values ($1, $2, $3, 312)', [client, 'DPD', today])
  user = await visit(stage, { clients: [client] })
})
afterAll(() => stage.close())

async function stored(carrier: string) {
  const { body } = await stage.portal.call(capacity.carrier, { query: { client, carrier } }, user)
  return body
}

test('limits are set beside their usage, refused if they conflict, and cleared', async () => {
  const { page } = user
  await user.go(SET_UP)
  await page
    .getByRole('row', { name: /DPD UK/ })
    .getByText('312, no limit')
    .first()
    .waitFor()
  await page.getByRole('link', { name: 'DPD', exact: true }).click()
  await page.getByText('No capacity limit set.').waitFor()
  await page.getByRole('button', { name: 'Add a capacity' }).click()
  // The first day has the focus, and Tab moves through the week.
  for (const parcels of ['500', '500', '500', '500', '500', '500', '500']) {
    await page.keyboard.type(parcels)
    await page.keyboard.press('Tab')
  }
  const head = page.getByRole('columnheader', { name: new RegExp(`^${TODAY}`) })
  await head.getByText('312 of 500').waitFor()
  await page.getByText('In force today').waitFor()
  const slot = page.getByLabel(`${TODAY}, parcels of capacity 1`)
  await slot.fill('300')
  await page.getByText('312 given already').waitFor()
  await slot.fill('0')
  await head.getByText('312 of 0, no collection').waitFor()
  await slot.fill('')
  await head.getByText('312, no limit').waitFor()
  // Pasted text stays as it is and is refused at its field.
  for (const pasted of ['-1', '1.5', '1e3', 'abc']) {
    await slot.fill(pasted)
    await page.getByText('Parcels is a whole number, zero or more').first().waitFor()
    await expect.poll(() => slot.inputValue()).toBe(pasted)
  }
  await slot.fill('500')

  await page.getByRole('button', { name: 'Add a capacity' }).click()
  await page.keyboard.press('Control+s')
  await page.getByText('Choose a day').first().waitFor()
  await expect.poll(() => page.locator('input:focus').getAttribute('aria-label')).toBe('First day of capacity 2')
  await page.getByRole('combobox', { name: 'When capacity 2 counts' }).click()
  await page.getByRole('option', { name: 'No start date' }).click()
  await page.getByText('Another capacity has no start date').first().waitFor()
  await page.getByRole('combobox', { name: 'When capacity 2 counts' }).click()
  await page.getByRole('option', { name: 'Between days' }).click()
  const tomorrow = addDays(today, 1)
  await page.getByLabel('First day of capacity 2').fill(tomorrow)
  await page.getByLabel('Last day of capacity 2').fill(today)
  await page.keyboard.press('Tab')
  await page.getByText('The end date is before the start date').first().waitFor()
  await page.getByLabel('Last day of capacity 2').fill(tomorrow)
  await page.keyboard.press('Tab')
  await page.getByText(`In force from ${formatDayShort(tomorrow)}`).waitFor()
  await page.keyboard.press('Control+s')
  await page.getByText('Data updated successfully.').first().waitFor()
  const slots = Array.from({ length: 7 }, () => 500)
  expect(await stored('DPD')).toMatchObject({
    capacities: [
      { quantityLimit: slots, effectiveDate: null, effectiveBetween: null },
      { quantityLimit: slots.map(() => null), effectiveBetween: { from: tomorrow, to: tomorrow } },
    ],
  })
  await page.getByText(/^Unsaved changes/).waitFor({ state: 'detached' })

  // Another user saves first.
  const { version } = await stored('DPD')
  const theirs = { quantityLimit: slots.map(() => 7), effectiveDate: null, effectiveBetween: null }
  await stage.portal.call(capacity.update, { body: { client, carrier: 'DPD', capacities: [theirs], version } }, user)
  await page.getByLabel('Mon, parcels of capacity 1').fill('400')
  await page.keyboard.press('Control+s')
  const changed = page.getByRole('table', { name: 'Conflicting changes' })
  await changed.getByText('Mon 7, Tue 7').waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.keyboard.press('Control+s')
  await expect.poll(() => stored('DPD')).toMatchObject({ capacities: [{ quantityLimit: [400, ...slots.slice(1)] }] })

  await page.getByRole('button', { name: 'Delete…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Its capacity is deleted').waitFor()
  await dialog.getByRole('button', { name: 'Delete capacity' }).click()
  await page.getByText('No capacity limit set.').waitFor()
  expect(await stored('DPD')).toMatchObject({ capacities: [] })
})

corner('read-only users see the slots and why; the form is accessible', async () => {
  const { page } = user
  await stage.portal.call(
    capacity.update,
    {
      body: {
        client,
        carrier: 'EVRI',
        capacities: [{ quantityLimit: [1200, 0, 3, 4, 5, 6, null], effectiveDate: null, effectiveBetween: null }],
        version: 0,
      },
    },
    user,
  )
  // The list is checked with all others.
  const quiet = quietOf(page)
  await user.go(`${SET_UP}?carrier=EVRI`)
  await quiet()
  await expectAccessibleInBoth(page, 'the form', '#screen')
  const reader = await visit(stage, { clients: [client], holds: (_leaf, right) => right !== 'Edit' })
  await reader.go(`${SET_UP}?carrier=EVRI`)
  await reader.page.getByText("You need 'Edit' on Carrier Capacity Set Up. Ask your administrator.").waitFor()
  await reader.page.getByRole('cell', { name: '1,200' }).waitFor()
  await expect.poll(() => reader.page.getByRole('button', { name: 'Save' }).count()).toBe(0)
  await leave(reader.page)
})
