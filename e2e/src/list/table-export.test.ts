import { readXlsx } from 'hucre/xlsx'
import type { Download, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeSession } from '../../../server/src/testing/factories.ts'
import { expectAccessibleInBoth } from '../support/colours.ts'
import { complaintsOf } from '../support/complaints.ts'
import { corner } from '../support/corner.ts'
import { contentOf } from '../support/download.ts'
import { waitUntilSaid } from '../support/notifications.ts'
import { RESULTS } from '../support/orders.ts'
import { leave, openStage, type Stage, visit } from '../support/portal.ts'

const COUNT = 1203
const LIST = `${RESULTS}?sort=orderNumber&order=asc`
/** Texts that a spreadsheet would run as formulas, by the order whose customer has this name. */
const HOSTILE: Record<string, string> = { 'T-0001': '=1+1', 'T-0002': '@SUM(A1)', 'T-0003': '+44', 'T-1203': '-cmd' }
const QUOTED = '"Ada, ""A"""'
let stage: Stage
let owner: { client: string; userId: number }

beforeAll(async () => {
  stage = await openStage()
  const session = await makeSession(stage.portal.testDatabase)
  owner = session
  const rows = Array.from({ length: COUNT }, (_, index) => {
    const number = `T-${String(index + 1).padStart(4, '0')}`
    return `${number},LAMP,${1 + (index % 7)},2.50,${HOSTILE[number] ?? QUOTED}`
  })
  const answer = await fetch(`${stage.portal.url}/api/feeds/orders`, {
    method: 'POST',
    headers: { access_token: session.token, client: session.client, 'content-type': 'text/csv' },
    body: ['orderNumber,SKU,quantity,unitValue,customerFirstName', ...rows, ''].join('\n'),
  })
  if (!answer.ok) throw new Error(await answer.text())
})
afterAll(() => stage.close())

const list = (options: Parameters<typeof visit>[1] = {}) =>
  visit(stage, {
    ...owner,
    clients: [],
    browser: { acceptDownloads: true, viewport: { width: 1280, height: 800 } },
    ...options,
  })

async function exported(page: Page, kind: string): Promise<Download> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    (async () => {
      await page.getByRole('button', { name: 'Export', exact: true }).click()
      await page.getByRole('menuitem', { name: kind }).click()
    })(),
  ])
  return download
}
const bytesOf = async (download: Download) => new Uint8Array(await contentOf(download))

test('a CSV file has all matching rows, the shown columns in order, and no formulas', async () => {
  const visitor = await list()
  const { page } = visitor
  const complaints = complaintsOf(page)
  await visitor.go(LIST)
  await page.getByText('1 to 50 of 1,203').waitFor()
  await page.getByRole('button', { name: 'Choose columns' }).press('Enter')
  const chooser = page.getByRole('dialog')
  for (const name of ['Needs attention', 'Service']) await chooser.getByRole('checkbox', { name }).uncheck()
  await chooser.getByRole('button', { name: 'Move Total to the left' }).click()
  await page.keyboard.press('Escape')
  await chooser.waitFor({ state: 'hidden' })

  const download = await exported(page, 'CSV')
  expect(download.suggestedFilename()).toMatch(/^Search Results \d{4}-\d\d-\d\d\.csv$/)
  await waitUntilSaid(page, `1,203 rows exported to ${download.suggestedFilename()}`)
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await bytesOf(download))
  const lines = text.split('\r\n')
  // Columns without room in the window too.
  expect(lines[0]).toBe(
    '\uFEFFOrder,Status,Needs attention,Carrier,Ordered,Customer,Town,Postcode,Total,Units,Despatch,Service,Pick note,Tags,Assigned to,Email,Country',
  )
  expect(lines).toHaveLength(COUNT + 2)
  expect(lines.at(-1)).toBe('')
  expect(text.replaceAll('\r\n', '')).not.toContain('\n')
  expect(lines[1]).toMatch(
    /^T-0001,New,"No street[^"]*",[^,]*,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,'=1\+1,[^,]*,,2\.5,1,\d{4}-\d\d-\d\d,/,
  )
  expect(lines[2]).toMatch(/,'@SUM\(A1\),[^,]*,,5,2,/)
  expect(lines[3]).toMatch(/,'\+44,[^,]*,,7\.5,3,/)
  expect(lines[4]).toContain(',"Ada, ""A""",')
  expect(lines[COUNT]).toContain(",'-cmd,")
  expect(complaints).toEqual([])
  await leave(visitor.page)
})

corner('an XLSX file, exported by keyboard, has numbers as numbers and texts as texts', async () => {
  const visitor = await list()
  const { page } = visitor
  const complaints = complaintsOf(page)
  await visitor.go(`${RESULTS}?sort=orderNumber&order=desc`)
  await page.getByText('1 to 50 of 1,203').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    (async () => {
      await page.getByRole('button', { name: 'Export', exact: true }).press('Enter')
      await page.getByRole('menuitem', { name: 'CSV' }).press('ArrowDown')
      await page.keyboard.press('Enter')
    })(),
  ])
  expect(download.suggestedFilename()).toMatch(/^Search Results .*\.xlsx$/)
  const { sheets } = await readXlsx(await bytesOf(download), { readStyles: true })
  const rows = sheets[0]?.rows ?? []
  const [header = [], first = []] = rows
  expect(sheets[0]?.name).toBe('Search Results')
  expect(sheets[0]?.cells?.get('0,0')?.style?.font?.bold).toBe(true)
  expect(sheets[0]?.freezePane).toMatchObject({ rows: 1 })
  expect(rows).toHaveLength(COUNT + 1)
  const of = (row: readonly unknown[], name: string) => row[header.indexOf(name)]
  // A cell of text is no formula, whatever it begins with.
  expect([of(first, 'Order'), of(first, 'Customer'), of(first, 'Units')]).toEqual(['T-1203', '-cmd', 6])
  expect(complaints).toEqual([])
  await leave(visitor.page)
})

corner('an export counts its rows, continues on other screens, and saves nothing if cancelled', async () => {
  const visitor = await list()
  const { page } = visitor
  let downloads = 0
  page.on('download', () => (downloads += 1))
  const dropped: string[] = []
  page.on('requestfailed', (request) => dropped.push(request.postData() ?? ''))
  // Never answer the request for the second thousand.
  await page.route('**/api/orders/consolidated', (route) => {
    const { from, limit } = route.request().postDataJSON() as { from?: string; limit: number }
    return from !== undefined && limit === 1000 ? undefined : route.continue()
  })
  await visitor.go(LIST)
  await page.getByText('1 to 50 of 1,203').waitFor()
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  await page.getByText('1,000 of 1,203 rows').waitFor()
  await expectAccessibleInBoth(page, 'an export under way')
  await page.getByRole('link', { name: 'T-0001' }).click()
  await page.getByRole('heading', { name: 'Order T-0001' }).waitFor()
  await page.goBack()
  await page.getByRole('button', { name: 'Cancel the export' }).press('Enter')
  await waitUntilSaid(page, 'The export was cancelled. Nothing was saved.')
  await page.getByRole('button', { name: 'Export', exact: true }).waitFor()
  expect(dropped.some((body) => body.includes('"from":'))).toBe(true)
  expect(downloads).toBe(0)
  await leave(visitor.page)
})

corner('an export that fails halfway saves nothing, and says why', async () => {
  const visitor = await list()
  const { page } = visitor
  await page.route('**/api/orders/consolidated', (route) => {
    const { limit } = route.request().postDataJSON() as { limit: number }
    return limit === 1000
      ? route.fulfill({ status: 500, json: { code: 'internal', message: 'Something went wrong', requestId: 'r1' } })
      : route.continue()
  })
  await visitor.go(LIST)
  await page.getByText('1 to 50 of 1,203').waitFor()
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Excel (XLSX)' }).click()
  await waitUntilSaid(page, 'Nothing was exported. Something went wrong')
  await page.getByRole('button', { name: 'Export', exact: true }).waitFor()
  await leave(visitor.page)
})

corner('an export goes on for its client when the user chooses another', async () => {
  const other = await makeClient(stage.portal.testDatabase)
  const visitor = await visit(stage, { clients: [owner.client, other] })
  const { page } = visitor
  const asked: string[] = []
  const switched = Promise.withResolvers<undefined>()
  await page.route('**/api/orders/consolidated', async (route) => {
    const { limit } = route.request().postDataJSON() as { limit: number }
    if (limit === 1000) {
      asked.push(route.request().headers()['client'] ?? '')
      if (asked.length === 1) await switched.promise
    }
    await route.continue()
  })
  await visitor.go(LIST)
  await page.getByText('1 to 50 of 1,203').waitFor()
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  await expect.poll(() => asked.length).toBe(1)
  await page.getByRole('combobox', { name: 'Client' }).click()
  await page.getByRole('option', { name: `(${other})` }).click()
  const download = page.waitForEvent('download')
  switched.resolve(undefined)
  const lines = (await contentOf(await download)).toString('utf8')
  expect(lines.trim().split('\r\n')).toHaveLength(1204)
  expect(asked).toEqual([owner.client, owner.client])
  await expect.poll(() => page.getByRole('button', { name: 'Export', exact: true }).isDisabled()).toBe(true)
  await leave(visitor.page)
})
