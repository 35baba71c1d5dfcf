import { allocation } from '@despatch/contract/routing/allocation/allocation'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BookItem } from '@despatch/domain/routing/rule-book/book-items'
import { carrierItem, makeRuleBook, methodItem } from '../../../server/src/testing/rule-books.ts'
import { expectAccessibleInBoth } from '../support/colours.ts'
import { corner } from '../support/corner.ts'
import { expectAccessible, openStage, type Stage, switchColours, visit, type Visitor } from '../support/portal.ts'

const SCREEN = '/carrier-routing-control/rule-book'

let stage: Stage
let clerk: Visitor
const route: BookItem = {
  kind: 'fixed-route',
  key: 'FR1',
  content: {
    by: { sku: 'BED' },
    regions: ['AB'],
    carrier: 'UPS',
    clientMethodID: null,
    startDate: null,
    endDate: null,
  },
}
beforeAll(async () => {
  stage = await openStage()
  clerk = await visit(stage)
  const on = stage.portal.testDatabase
  await makeRuleBook(on, clerk.client, [carrierItem('DPD'), methodItem('M1', 'DPD')])
  await makeRuleBook(on, clerk.client, [route, carrierItem('DPD', { active: 'N' })])
})
afterAll(() => stage.close())

const now = async () => {
  const { token, client } = clerk
  return (await stage.portal.call(allocation.ruleBook, {}, { token, client })).body
}

test('findings show an example and link to the screen that corrects them', async () => {
  const { page } = clerk
  await clerk.go(SCREEN)
  await page.getByRole('tab', { name: 'Issues (1)' }).click()
  await page
    .getByText(/The fixed route of SKU BED .*holds to the carrier UPS, which this client does not have/)
    .waitFor()
  await page.getByText(/^For example: 1 parcel of 1 kg, STANDARD to AB, United Kingdom/).waitFor()
  await expectAccessibleInBoth(page, 'the check')
  await switchColours(page, 'light')
  await page.getByRole('link', { name: 'Fix in Product Fixed Routing: by SKU' }).click()
  await page.waitForURL(/product-fixed-routing\?route=FR1/)
})

corner('a version is inspected, and restored after a preview of its effect', async () => {
  const { page } = clerk
  await clerk.go(SCREEN)
  const table = page.getByRole('table', { name: 'Versions, newest first' })
  await table.getByRole('row').nth(1).dblclick()
  const second = page.getByRole('dialog', { name: 'Version 2' })
  await second.getByText('yes → no').waitFor()
  await second.getByText('Fixed route of SKU BED').waitFor()
  await second.getByText('This is the current version.').waitFor()
  await page.keyboard.press('Escape')

  await table.getByRole('button', { name: 'Changes in version 1' }).click()
  const first = page.getByRole('dialog', { name: 'Version 1' })
  await first.getByText('£4.50').waitFor()
  await expectAccessible(page, 'a version')
  await first.getByRole('button', { name: 'Restore…' }).click()
  const asked = page.getByRole('dialog', { name: 'Restore version 1?' })
  await asked.getByText('no → yes').waitFor()
  await asked.getByText('removed').waitFor()
  await expectAccessible(page, 'the question')

  // Another user saves first: the call is refused, and the dialog then shows the current changes.
  await makeRuleBook(stage.portal.testDatabase, clerk.client, [carrierItem('DHL')])
  await asked.getByRole('button', { name: 'Restore version 1' }).click()
  await asked.getByText('Something in the carrier rules has changed:').waitFor()
  await asked.getByText('Carrier DHL').waitFor()
  await asked.getByRole('button', { name: 'Restore version 1' }).click()
  await page.getByText('Data updated successfully.').first().waitFor()
  await table.getByText('Version 1 restored').waitFor()
  expect(await now()).toMatchObject({ version: 4, broughtBack: 1, findings: 0 })
  await page.getByRole('tab', { name: 'Issues', exact: true }).click()
  await page.getByText('No issues.').waitFor()
})
