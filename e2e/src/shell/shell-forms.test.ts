import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessibleInBoth } from '../support/colours.ts'
import { corner } from '../support/corner.ts'
import { CREATE, ENQUIRY } from '../support/orders.ts'
import { leave, openStage, type Stage, visit } from '../support/portal.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

async function isReady(page: Page): Promise<void> {
  await expect.poll(() => page.getByLabel('Order reference').inputValue()).not.toBe('')
}

test('a draft survives Back and a reload; closing its tab or signing out asks', async () => {
  const visitor = await visit(stage)
  const { page } = visitor
  const asked: string[] = []
  page.on('dialog', (native) => {
    asked.push(native.type())
    void native.accept()
  })
  await visitor.go(ENQUIRY)
  await page.getByRole('button', { name: 'Order Management' }).click()
  await page.getByRole('link', { name: 'Create New Order' }).click()
  await isReady(page)
  const lastName = page.getByLabel('Last name')
  await lastName.fill('Lovelace')
  await page.goBack()
  await page.getByRole('heading', { name: 'Order & Returns Enquiry' }).waitFor()
  await page.goForward()
  await expect.poll(() => lastName.inputValue()).toBe('Lovelace')
  await page.reload()
  await expect.poll(() => lastName.inputValue()).toBe('Lovelace')

  const dialog = page.getByRole('dialog', { name: 'Leave Create New Order?' })
  const tab = page.getByRole('tab', { name: 'Create New Order' })
  await tab.press('Delete')
  await dialog.waitFor()
  await expectAccessibleInBoth(page, 'closing with changes')
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(new URL(page.url()).pathname).toBe(CREATE)
  await expect.poll(() => lastName.inputValue()).toBe('Lovelace')
  await page.getByRole('button', { name: 'your menu' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page
    .getByRole('dialog', { name: 'Discard changes and sign out?' })
    .getByRole('button', { name: 'Stay' })
    .click()

  await page.getByText('Your earlier draft has been restored.').waitFor()
  await page.getByRole('button', { name: 'Discard draft' }).click()
  await expect.poll(() => lastName.inputValue()).toBe('')
  await page.reload()
  await isReady(page)
  await expect.poll(() => lastName.inputValue()).toBe('')
  expect(asked).toEqual([])
  await leave(visitor.page)
})

corner('a reload warns if the browser could not store the draft', async () => {
  const visitor = await visit(stage)
  const { page } = visitor
  const asked: string[] = []
  page.on('dialog', (native) => {
    asked.push(native.type())
    void native.accept()
  })
  await visitor.go(CREATE)
  await isReady(page)
  await page.evaluate("Storage.prototype.setItem = () => { throw new Error('full') }")
  await page.getByLabel('Last name').fill('Lovelace')
  await page.reload()
  await isReady(page)
  expect(asked).toEqual(['beforeunload'])
  await leave(visitor.page)
})
