import { carriers } from '@despatch/contract/routing/active-dates/carriers'
import { formatDay } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient } from '../../../server/src/testing/factories.ts'
import { carrierItem, makeRuleBook, methodItem } from '../../../server/src/testing/rule-books.ts'
import { expectAccessibleInBoth } from '../support/colours.ts'
import { corner } from '../support/corner.ts'
import { leave, openStage, type Stage, visit, type Visitor } from '../support/portal.ts'
import { quietOf } from '../support/quiet.ts'

const DATES = '/carrier-routing-control/carrier-active-dates'
const client = 'BIRCH'
const YEAR = new Date().getFullYear() + 1
const day = (monthAndDay: string) => `${YEAR}-${monthAndDay}`

let stage: Stage
let user: Visitor
beforeAll(async () => {
  stage = await openStage()
  await makeClient(stage.portal.testDatabase, { code: client, name: 'Birch & Co' })
  await makeRuleBook(stage.portal.testDatabase, client, [
    carrierItem('DPD', { name: 'DPD UK' }),
    carrierItem('EVRI', { name: 'Evri', activeDates: [{ from: day('02-01'), to: null }] }),
    methodItem('M1', 'DPD'),
  ])
  user = await visit(stage, { clients: [client] })
})
afterAll(() => stage.close())

async function stored(carrier: string) {
  const { body } = await stage.portal.call(carriers.status, { params: { client, carrier } }, user)
  return body
}

corner('a carrier is switched off and on in the list', async () => {
  const { page } = user
  await user.go(DATES)
  await page.getByText('2 carriers').waitFor()
  const active = page.getByRole('switch', { name: 'DPD UK (DPD) is active' })
  await active.focus()
  await page.keyboard.press('Space')
  await expect.poll(async () => (await stored('DPD')).active).toBe('N')
  await page
    .getByRole('row', { name: /DPD UK/ })
    .getByText('Not active')
    .first()
    .waitFor()
  await expect.poll(() => active.getAttribute('aria-busy')).toBe('false')
  await active.focus()
  await page.keyboard.press('Space')
  await expect.poll(async () => (await stored('DPD')).active).toBe('Y')
})

test('ranges are picked or typed, changed and removed; overlaps are refused', async () => {
  const { page } = user
  await user.go(`${DATES}?carrier=DPD`)
  await page.getByText('No dates – it can be used every day').waitFor()
  await page.getByRole('button', { name: `Year after, ${YEAR}` }).click()
  const cell = (monthAndDay: string) => page.locator(`button[data-day="${day(monthAndDay)}"]`)
  // By keyboard: from 1 March to a week later.
  await cell('03-01').click()
  await page.getByText('choose the other end').waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByLabel('Last day of range 1').inputValue()).toBe(`8 Mar ${YEAR}`)
  await expect.poll(() => cell('03-08').getAttribute('aria-label')).toBe(`${formatDay(day('03-08'))}, active`)

  // Overlaps are refused; an open-ended range is possible.
  await cell('02-01').click()
  await cell('03-05').click()
  await page.getByText(`That overlaps with 1 Mar ${YEAR} to 8 Mar ${YEAR}.`).waitFor()
  await page.keyboard.press('Escape')
  await cell('06-01').click()
  await page.getByRole('button', { name: 'Without end' }).click()
  await expect.poll(() => page.getByLabel('First day of range 2').inputValue()).toBe(`1 Jun ${YEAR}`)
  await expect.poll(() => page.getByLabel('Last day of range 2').inputValue()).toBe('')

  // Change the days of an existing range.
  await cell('03-04').click()
  await page.getByRole('button', { name: 'Choose other days' }).click()
  await cell('03-10').click()
  await cell('03-02').click()
  await expect.poll(() => page.getByLabel('First day of range 1').inputValue()).toBe(`2 Mar ${YEAR}`)

  await page.getByRole('button', { name: 'Add a range' }).click()
  await page.keyboard.press('Control+s')
  await page.getByText('Choose the first day').first().waitFor()
  await expect.poll(() => page.locator('input:focus').getAttribute('aria-label')).toBe('First day of range 3')
  await page.keyboard.type(`1/7/${YEAR}`)
  await page.getByText('It overlaps with the range from').first().waitFor()
  await page.keyboard.press('Control+s')
  expect(await stored('DPD')).toMatchObject({ activeDates: [] })
  await page.getByRole('button', { name: 'Remove range 3' }).click()
  await page.keyboard.press('Control+s')
  await page.getByText('Data updated successfully.').first().waitFor()
  expect(await stored('DPD')).toMatchObject({
    active: 'Y',
    activeDates: [
      { from: day('03-02'), to: day('03-10') },
      { from: day('06-01'), to: null },
    ],
  })
  await page.getByText(/^Unsaved changes/).waitFor({ state: 'detached' })

  // Another user saves first.
  const { version, activeDates } = await stored('DPD')
  await stage.portal.call(
    carriers.update,
    { body: { client, carrier: 'DPD', active: 'N', activeDates, version } },
    user,
  )
  await cell('06-05').click()
  await page.getByRole('button', { name: 'Remove it' }).click()
  await page.keyboard.press('Control+s')
  const changed = page.getByRole('table', { name: 'Conflicting changes' })
  await changed.getByText('Not active').waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.keyboard.press('Control+s')
  await expect
    .poll(() => stored('DPD'))
    .toMatchObject({ active: 'N', activeDates: [{ from: day('03-02'), to: day('03-10') }] })
})

corner('read-only users see the dates and why; the form is accessible', async () => {
  const { page } = user
  // The list is checked with all others.
  const quiet = quietOf(page)
  await user.go(`${DATES}?carrier=EVRI`)
  await quiet()
  await expectAccessibleInBoth(page, 'the form', '#screen')
  const reader = await visit(stage, { clients: [client], holds: (_leaf, right) => right !== 'Edit' })
  await reader.go(`${DATES}?carrier=EVRI`)
  await reader.page.getByText("You need 'Edit' on Carrier: Active Dates. Ask your administrator.").waitFor()
  await reader.page.getByText(`From 1 Feb ${YEAR} on`).waitFor()
  await expect.poll(() => reader.page.getByRole('button', { name: 'Save' }).count()).toBe(0)
  await reader.go(`${DATES}?carrier=NONE`)
  await reader.page.getByText('This client has no carrier NONE.').first().waitFor()
  await leave(reader.page)
})
