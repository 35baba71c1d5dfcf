import { allocation } from '@despatch/contract/routing/allocation/allocation'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient } from '../../../server/src/testing/factories.ts'
import { carrierItem, makeRuleBook, methodItem } from '../../../server/src/testing/rule-books.ts'
import { makeAllocatedOrders } from '../../../server/src/testing/allocated-orders.ts'
import { expectAccessibleInBoth } from '../support/colours.ts'
import { expectAccessible, openStage, type Stage, visit, type Visitor } from '../support/portal.ts'

const SET_UP = '/carrier-routing-control/carrier-capacity-setup'
const client = 'BIRCH'
const today = dayOf(new Date())

let stage: Stage
let user: Visitor
beforeAll(async () => {
  stage = await openStage()
  const on = stage.portal.testDatabase
  await makeClient(on, { code: client, name: 'Birch & Co' })
  const slots = [500, 500, 500, 500, 500, 500, 500]
  await makeRuleBook(on, client, [
    carrierItem('DPD', { name: 'DPD UK' }),
    carrierItem('DHL', { name: 'DHL' }),
    methodItem('DPD-ND', 'DPD', 30_000),
    methodItem('DHL-ND', 'DHL', 50_000),
    { kind: 'capacity', key: 'DPD', content: { capacities: [{ slots, effectiveFrom: null, effectiveBetween: null }] } },
  ])
  const numbers = Array.from({ length: 30 }, (_each, index) => `ORD-${index + 10}`)
  await makeAllocatedOrders(
    on,
    client,
    numbers.map((orderNumber, index) => ({
      orderNumber,
      day: addDays(today, index % 2 === 0 ? 0 : -1),
      goesWith: { carrier: 'DPD', clientMethodID: 'DPD-ND', cost: '3.00' },
    })),
  )
  user = await visit(stage, { clients: [client] })
})
afterAll(() => stage.close())

test('a what-if shows moves, costs and each consignment side by side before saving', async () => {
  const { page } = user
  await user.go(`${SET_UP}?carrier=DPD`)
  const whatIf = page.getByRole('region', { name: 'What if', exact: true })
  const tryIt = whatIf.getByRole('button', { name: 'Try it…' })
  await whatIf.getByText('No changes to test yet.').waitFor()
  await expect.poll(() => tryIt.isDisabled()).toBe(true)
  const slots = page.getByLabel(/, parcels of capacity 1$/)
  for (let day = 0; day < 7; day++) await slots.nth(day).fill('5')
  await whatIf.getByText('14 days').click()
  await tryIt.click()
  await whatIf.getByText('20 of 30 consignments of the last 14 days would change carrier.').waitFor()
  await whatIf.getByText('Nothing has been changed. Compared with version 1 of the rules.').waitFor()
  await whatIf.getByText('+£40.00 (+44.4%)').first().waitFor()
  const full = whatIf.getByRole('table', { name: 'Capacities hit with the draft' })
  await expect.poll(() => full.getByRole('row').count()).toBe(3)

  const moves = whatIf.getByRole('table', { name: 'All carrier changes' })
  await expect.poll(() => moves.getByRole('row').count()).toBe(21)
  await whatIf.getByRole('button', { name: 'Only those from DPD-ND to DHL-ND' }).click()
  await whatIf.getByRole('table', { name: /^Those from DPD-ND to DHL-ND/ }).waitFor()
  await whatIf.getByRole('button', { name: 'Why ORD-21?' }).click()
  const sides = page.getByRole('dialog', { name: 'Side by side' })
  await sides.getByRole('region', { name: 'Now, by version 1 of the rules' }).getByText('DPD UK').first().waitFor()
  await sides.getByRole('region', { name: 'With the draft' }).getByText('DHL').first().waitFor()
  await expectAccessible(page, 'a consignment side by side', '[role="dialog"]')
  await page.keyboard.press('Escape')
  await sides.waitFor({ state: 'hidden' })
  await expectAccessibleInBoth(page, 'a what-if')

  // The form can still be edited; the result is marked as older than the form.
  await slots.first().fill('6')
  await whatIf.getByText('Try again for the current result').waitFor()
  await slots.first().fill('5')
  await whatIf.getByText('Try again for the current result').waitFor({ state: 'hidden' })

  // An invalid draft moves the focus to its field.
  await slots.nth(2).fill('1.5')
  await tryIt.click()
  await whatIf.getByText('Correct the form first.').waitFor()
  await expect.poll(() => page.locator('input:focus').getAttribute('aria-label')).toBe('Wed, parcels of capacity 1')
  await slots.nth(2).fill('5')

  // The result is still there after returning.
  await page.getByRole('link', { name: 'Carrier: Active Dates' }).first().click()
  await page.getByRole('heading', { name: 'Carrier: Active Dates' }).waitFor()
  await page.goBack()
  await whatIf.getByText('20 of 30 consignments of the last 14 days would change carrier.').waitFor()

  const { body } = await stage.portal.call(allocation.ruleBook, {}, user)
  expect(body.version).toBe(1)

  // After saving there is no draft any more.
  await page.keyboard.press('Control+s')
  await page.getByText('Data updated successfully.').first().waitFor()
  await whatIf.getByText('No changes to test yet.').waitFor()
  await expect.poll(() => whatIf.getByText('would change carrier').count()).toBe(0)
})
