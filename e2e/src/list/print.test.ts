import type { reports } from '@despatch/contract/reports/reports'
import type { RouteAnswer } from '@despatch/contract/route/types'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSession } from '../../../server/src/testing/factories.ts'
import { ORDER, RESULTS } from '../support/orders.ts'
import { leave, openStage, type Stage, visit } from '../support/portal.ts'

const COUNT = 230
/** In points. */
const A4 = { short: 595, long: 842 }
const SUMS = {
  despatched: 120,
  delivered: 110,
  daysTaken: 165,
  within1: 60,
  within2: 100,
  within3: 110,
  within5: 110,
  promised: 97,
  onTime: 94,
  late: 2,
  undelivered: 1,
  silent: 0,
}
const CARRIERS: RouteAnswer<typeof reports.carriers> = {
  startDate: '2026-01-05',
  endDate: '2026-01-11',
  now: SUMS,
  before: SUMS,
  yearBefore: SUMS,
  carriers: [{ carrier: 'DPD', carrierName: 'DPD', failedAttempts: 5, costs: [], ...SUMS }],
  services: [],
  regions: [],
  series: [],
  grain: 'day',
  weeks: [],
  weekdays: [],
  carrierSeries: [],
  serviceWeekdays: [],
  costs: [],
  areCostsComplete: true,
  waitingDays: 0,
  today: '2026-02-01',
}
let stage: Stage
let owner: { client: string; userId: number }

beforeAll(async () => {
  stage = await openStage()
  const session = await makeSession(stage.portal.testDatabase)
  owner = session
  const rows = Array.from({ length: COUNT }, (_, index) => `P-${String(index + 1).padStart(3, '0')},LAMP,1,2.50,Ada`)
  const answer = await fetch(`${stage.portal.url}/api/feeds/orders`, {
    method: 'POST',
    headers: { access_token: session.token, client: session.client, 'content-type': 'text/csv' },
    body: ['orderNumber,SKU,quantity,unitValue,customerFirstName', ...rows, ''].join('\n'),
  })
  if (!answer.ok) throw new Error(await answer.text())
})
afterAll(() => stage.close())

/** Opens a window of the client, in dark colours. The browser’s own print dialog stays shut. */
async function open() {
  const visitor = await visit(stage, { ...owner, clients: [], browser: { viewport: { width: 1280, height: 800 } } })
  await visitor.page.emulateMedia({ colorScheme: 'dark' })
  await visitor.page.addInitScript('window.print = () => undefined')
  return visitor
}

/** The number of pages that the browser would print, and the size of the first. */
async function paperOf(page: Page) {
  const text = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const [, width, height] = /\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/.exec(text) ?? []
  return {
    pages: text.match(/\/Type\s*\/Page\b/g)?.length,
    width: Math.round(Number(width)),
    height: Math.round(Number(height)),
  }
}

/** Controls that the paper would show. */
const controlsOn = (page: Page) =>
  page.evaluate<string[]>(`[...document.querySelectorAll('button, nav, [role=tablist], select, input')]
    .filter((element) => element.checkVisibility() && element.getClientRects().length > 0)
    .map((element) => element.outerHTML.slice(0, 120))`)

test('all rows of a list are printed, on A4 on its side, without controls', async () => {
  const visitor = await open()
  const { page } = visitor
  await visitor.go(`${RESULTS}?orderRef=P-&sort=orderNumber&order=asc&limit=999999`)
  await page.getByText(`All ${COUNT}`).waitFor()
  // Of a list this long, the screen has only the rows in view.
  expect(await page.locator('tr[data-index]').count()).toBeLessThan(COUNT)
  await page.keyboard.press('Control+p')
  await page
    .getByRole('dialog', { name: /^Print/ })
    .getByRole('button', { name: 'Print' })
    .click()
  const sheet = page.locator('[data-print-sheet]')
  await sheet.waitFor({ state: 'attached' })
  await page.emulateMedia({ media: 'print' })
  const rows = await sheet.locator('tbody tr').allInnerTexts()
  expect(rows).toHaveLength(COUNT)
  expect(rows[0]).toContain('P-001')
  expect(rows.at(-1)).toContain('P-230')
  expect(await sheet.innerText()).toMatch(/Search Results\n+Client .+ · .*Printed \d{1,2} \w{3} \d{4} \d\d:\d\d/)
  expect(await controlsOn(page)).toEqual([])
  expect(await page.locator('#screen').isVisible()).toBe(false)
  await page.emulateMedia({ media: null })
  const { pages, width, height } = await paperOf(page)
  expect({ width, height }).toEqual({ width: A4.long, height: A4.short })
  expect(pages).toBeGreaterThan(3)
  // Once printed, the screen is as before.
  await sheet.waitFor({ state: 'detached' })
  expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('dark')
  await leave(page)
})

test('an order is printed whole and upright, without the frame', async () => {
  const visitor = await open()
  const { page } = visitor
  await visitor.go(`${ORDER}?orderNumber=P-001`)
  await page.getByText('LAMP').first().waitFor()
  // Facts under Details, which stay closed on the screen.
  const details = page.locator('details:not([open]) > dl').first()
  expect(await details.isVisible()).toBe(false)
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('.mantine-AppShell-header').isVisible()).toBe(false)
  expect(await page.locator('.mantine-AppShell-navbar').isVisible()).toBe(false)
  expect(await page.getByText(/^Client .+ · Printed \d/).isVisible()).toBe(true)
  expect(await details.isVisible()).toBe(true)
  // Nothing scrolls on paper: all of it is there.
  const cut = await page.evaluate<string[]>(`[...document.querySelectorAll('#screen *:not(textarea)')]
    .filter((element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowY))
    .map((element) => element.className)`)
  expect(cut).toEqual([])
  await page.emulateMedia({ media: null })
  expect(await paperOf(page)).toMatchObject({ width: A4.short, height: A4.long })
  await leave(page)
})

test('a dashboard is printed with its charts, also those made of buttons', async () => {
  const visitor = await open()
  const { page } = visitor
  await page.route('**/api/reports/carriers', (route) => route.fulfill({ json: CARRIERS }))
  await visitor.go('/reporting-and-enquiries/carrier-performance-report?startDate=2026-01-05&endDate=2026-01-11')
  const chart = page.getByRole('region', { name: 'On time by carrier' })
  await chart.getByText('96.9%').waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await chart.getByText('96.9%').isVisible()).toBe(true)
  expect(await chart.getByRole('button', { name: /^Export/ }).isVisible()).toBe(false)
  const others = (await controlsOn(page)).filter((one) => !/"DPD: 96\.9%|: no parcels"/.test(one))
  expect(others).toEqual([])
  await leave(page)
})
