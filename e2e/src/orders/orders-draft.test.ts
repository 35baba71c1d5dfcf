import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSku, PASSWORD } from '../../../server/src/testing/factories.ts'
import { corner } from '../support/corner.ts'
import { countOrders, CREATE, typeOrder } from '../support/orders.ts'
import { leave, openStage, type Stage, visit } from '../support/portal.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('when a session expires during an order, signing in continues the same call', async () => {
  const visitor = await visit(stage)
  const { page, client, userId } = visitor
  const SKU = await makeSku(stage.portal.testDatabase, { client })
  await visitor.go(CREATE)
  await expect.poll(() => page.getByLabel('Order reference').inputValue()).not.toBe('')
  await typeOrder(page, { SKU, quantity: '4' })
  await stage.portal.testDatabase.asOwner('delete from sessions where user_id = $1', [userId])
  await page.getByRole('button', { name: 'Create order' }).click()

  const dialog = page.getByRole('dialog', { name: 'Sign in again to continue' })
  await dialog.getByText('Your session has ended').waitFor()
  // The form behind the dialog is unchanged.
  await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Ada')
  expect(await countOrders(stage, client)).toBe(0)
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign in and continue' }).click()
  await page.getByText('Sign-in has been successful!').first().waitFor()
  await page.getByText('Data added successfully.').first().waitFor()
  expect(await countOrders(stage, client)).toBe(1)
  await leave(visitor.page)
})

corner('a reload keeps draft, reference and tabs; cancelling discards the draft', async () => {
  const visitor = await visit(stage)
  const { page, client } = visitor
  await visitor.go('/reporting-and-enquiries/order-and-returns-enquiry')
  await visitor.go(CREATE)
  const reference = page.getByLabel('Order reference')
  await expect.poll(() => reference.inputValue()).toBe(`${client}-100001`)
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByRole('combobox', { name: 'SKU of line 1' }).fill('HALF-TYPED')
  await page.reload()
  await expect.poll(() => page.getByLabel('Last name').inputValue()).toBe('Lovelace')
  await expect.poll(() => page.getByRole('combobox', { name: 'SKU of line 1' }).inputValue()).toBe('HALF-TYPED')
  await expect.poll(() => reference.inputValue()).toBe(`${client}-100001`)
  await page.getByText('Unsaved changes: last name, lines', { exact: true }).waitFor()
  await expect
    .poll(() => page.getByRole('tab').allInnerTexts())
    .toEqual(['Home', 'Order & Returns Enquiry', 'Create New Order'])
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => page.getByLabel('Last name').inputValue()).toBe('')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => page.getByLabel('Last name').inputValue()).toBe('Lovelace')
  await expect.poll(() => page.getByRole('combobox', { name: 'SKU of line 1' }).inputValue()).toBe('HALF-TYPED')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.reload()
  await expect.poll(() => reference.inputValue()).toBe(`${client}-100001`)
  await expect.poll(() => page.getByLabel('Last name').inputValue()).toBe('')
  await leave(visitor.page)
})
