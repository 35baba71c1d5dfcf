import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeSession } from '../../../server/src/testing/factories.ts'
import { createOrder } from '../support/orders.ts'
import { leave, openStage, type Stage, visit } from '../support/portal.ts'

const NEW = '/order-management/view-new-orders'
const OPEN = '/order-management/order_suspend_amend_or_cancel'
const DEFAULT_COLUMNS = ['Order', 'Customer', 'Despatch', 'Service', 'Carrier', 'Needs attention', 'Units', 'Total']
/** More than fit into a window of 900 px. */
const COUNT = 22
let stage: Stage
let client: string

beforeAll(async () => {
  stage = await openStage()
  client = await makeClient(stage.portal.testDatabase)
  const { token } = await makeSession(stage.portal.testDatabase, { clients: [client] })
  for (let number = 1; number <= COUNT; number++)
    await createOrder(stage, { token, client }, { orderNo: `L-${number}` })
})
afterAll(() => stage.close())

type Measured = {
  /** The top of the first row. */
  readonly firstRow: number
  /** Rows that are whole. */
  readonly rows: number
  /** Stops of the Tab key above the rows, without active filters. */
  readonly controls: number
  readonly heights: number[]
  /** Columns that are partly outside the table. */
  readonly cut: string[]
  readonly columns: string[]
}

const MEASURE = `(() => {
  const table = document.querySelector('table')
  const scroller = table.parentElement.getBoundingClientRect()
  const rows = [...table.querySelectorAll('tbody tr[data-index]')].map((row) => row.getBoundingClientRect())
  const heads = [...table.querySelectorAll('th[aria-label]')]
  const end = table.querySelector('th:last-child').getBoundingClientRect().left
  const above = [...document.querySelectorAll('#screen button, #screen a, #screen input')].filter(
    (control) => !table.contains(control) && control.tabIndex >= 0 && control.checkVisibility({ visibilityProperty: true })
      && control.getBoundingClientRect().bottom <= scroller.top && !control.closest('[data-chip]'),
  )
  return {
    firstRow: rows[0].top,
    rows: rows.filter(({ bottom }) => bottom <= scroller.bottom + 0.5).length,
    controls: above.length,
    heights: [...new Set(rows.map(({ height }) => Math.round(height)))],
    cut: heads.filter((head) => {
      const { left, right } = head.getBoundingClientRect()
      return left < scroller.left - 0.5 || right > end + 0.5
    }).map(({ ariaLabel }) => ariaLabel),
    columns: heads.map(({ ariaLabel }) => ariaLabel),
  }
})()`

async function measured(page: Page, width: number): Promise<Measured> {
  await page.setViewportSize({ width, height: 900 })
  await page.locator('tr[data-index="0"]').waitFor()
  // The columns follow the window.
  await expect.poll(async () => (await page.evaluate<Measured>(MEASURE)).cut, { message: `at ${width} px` }).toEqual([])
  return page.evaluate<Measured>(MEASURE)
}

test.each([NEW, OPEN])('%s shows whole columns, enough rows and few controls', async (path) => {
  const visitor = await visit(stage, { type: 'Internal User', clients: [], client })
  const { page } = visitor
  await visitor.go(path)
  const shown = await measured(page, 1440)
  expect(shown.firstRow).toBeLessThanOrEqual(252)
  expect(shown.rows).toBeGreaterThanOrEqual(16)
  expect(shown.controls).toBeLessThanOrEqual(10)
  expect(shown.heights).toEqual([36])
  for (const column of DEFAULT_COLUMNS) expect(shown.columns).toContain(column)
  const narrower = await measured(page, 1280)
  // The most important ones stay.
  expect(shown.columns.filter((column) => !narrower.columns.includes(column)).length).toBeLessThanOrEqual(2)
  expect((await measured(page, 1920)).columns.length).toBeGreaterThan(shown.columns.length)
  await leave(page)
})
