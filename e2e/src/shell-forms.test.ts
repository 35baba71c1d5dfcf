import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { focusedField } from './support/keyboard.ts'
import { CREATE, ENQUIRY } from './support/orders.ts'
import { expectAccessible, openStage, type Stage, switchColours, visit } from './support/portal.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

async function isReady(page: Page): Promise<void> {
  await expect.poll(() => page.getByLabel('Order reference').inputValue()).not.toBe('')
}

test('the foot says what has changed; Ctrl S saves, and goes to the first field that is wrong', async () => {
  const visitor = await visit(stage)
  const { page } = visitor
  await visitor.go(CREATE)
  await isReady(page)
  await page.getByText('Nothing changed yet').waitFor()
  await page.getByLabel('Email').fill('ada@example')
  await page.getByText(/^Changed: .*Email/i).waitFor()
  await page.keyboard.press('Control+s')
  await expect.poll(() => focusedField(page)).toBe('customerFirstName')
  await page.getByText('An email looks like name@example.com').waitFor()
  // Put right, a field says nothing any more.
  await page.getByLabel('Email').fill('ada@example.com')
  await page.keyboard.press('Tab')
  await page.getByText('An email looks like name@example.com').waitFor({ state: 'hidden' })
  await visitor.context.close()
})

test('leaving with changes asks: within the portal, by Back, and by closing the window; the draft waits', async () => {
  const visitor = await visit(stage)
  const { page } = visitor
  await visitor.go(ENQUIRY)
  await page.getByRole('button', { name: 'Order Management' }).click()
  await page.getByRole('link', { name: 'Create New Order' }).click()
  await isReady(page)
  await page.getByLabel('Last name').fill('Lovelace')
  const dialog = page.getByRole('dialog', { name: 'Leave Create New Order?' })
  await page.goBack()
  await dialog.waitFor()
  for (const colours of ['light', 'dark'] as const) {
    await switchColours(page, colours)
    await expectAccessible(page, `leaving with changes, ${colours}`)
  }
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  expect(new URL(page.url()).pathname).toBe(CREATE)
  expect(await page.getByLabel('Last name').inputValue()).toBe('Lovelace')

  const asked: string[] = []
  page.on('dialog', (native) => {
    asked.push(native.type())
    void native.accept()
  })
  await page.reload()
  expect(asked).toEqual(['beforeunload'])
  await expect.poll(() => page.getByLabel('Last name').inputValue()).toBe('Lovelace')
  await page.getByText('What you had typed before is still here.').waitFor()
  await page.getByRole('button', { name: 'Discard it' }).click()
  expect(await page.getByLabel('Last name').inputValue()).toBe('')
  await page.reload()
  await isReady(page)
  expect(asked).toHaveLength(1)
  expect(await page.getByLabel('Last name').inputValue()).toBe('')
  await visitor.context.close()
})
