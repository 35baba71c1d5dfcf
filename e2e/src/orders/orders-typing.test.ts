import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSku } from '../../../server/src/testing/factories.ts'
import { CREATE, typeOrder } from '../support/orders.ts'
import { focusedField } from '../support/keyboard.ts'
import { leave, openStage, type Stage, visit } from '../support/portal.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('a new line appears above the bottom bar, and an empty last one is dropped', async () => {
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
