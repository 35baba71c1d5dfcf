import { exportsRoom } from '@despatch/contract/route/exports'
import { returnFigures } from '@despatch/contract/returns/dashboard-and-trend/return-figures'
import { returns as returnsBook } from '@despatch/contract/returns/rules/returns'
import { REPORT_FAILED } from '@despatch/domain/feedback/messages'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { recountAll } from '../figures/recount.ts'
import { makeSession } from '../testing/factories.ts'
import { csv, type FeedPortal, openFeedPortal } from '../testing/feed-portal.ts'
import { makeParcel } from '../testing/parcels.ts'
import type { SignedIn } from '../testing/test-portal.ts'

let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
  await on.feed(
    csv(
      [
        ['A', 'RED', 5, 4, '2026-03-02'],
        ['A', 'BLUE', 3, 4, '2026-03-02'],
        ['B', 'RED', 9, 4, '2026-03-11'],
      ],
      'orderNumber,SKU,quantity,unitValue,orderDate',
    ),
  )
  await on.feedRows(
    'returns',
    csv(
      [
        ['=R1', 'A', 'RED', 2, 'Announced', '2026-03-08 23:30', 'DAMAGED'],
        ['=R1', 'A', 'RED', 2, 'Received', '2026-03-15 23:30', 'DAMAGED'],
        ['R2', 'A', 'BLUE', 1, 'Received', '2026-03-16 00:30', ''],
        ['R3', 'B', 'RED', 4, 'Received', '2026-03-17', 'TOO-BIG'],
        ['R3', 'B', 'RED', 4, 'Refunded', '2026-03-19', ''],
      ],
      'returnReference,orderNumber,SKU,quantity,event,occurredAt,reasonCode',
    ),
  )
})
afterAll(() => on.portal.close())

const MARCH = { startDate: '2026-03-01', endDate: '2026-03-31' }
const ask = async (body: object, as: SignedIn = on.me) =>
  (await on.portal.call(returnFigures.trend, { body: { ...MARCH, ...body } }, as)).body
const weeksOf = async (body: object) =>
  Object.fromEntries((await ask(body)).weeks.filter(({ lines }) => lines > 0).map((week) => [week.week, week.pieces]))

const TRENDS: [object, Record<string, number>][] = [
  [{}, { '2026-03-09': 2, '2026-03-16': 5 }],
  // From a Monday to a Sunday: whole weeks only.
  [
    { startDate: '2026-03-09', endDate: '2026-03-22' },
    { '2026-03-09': 2, '2026-03-16': 5 },
  ],
  [{ countedBy: 'ordered' }, { '2026-03-02': 3, '2026-03-09': 4 }],
  [{ countedBy: 'announced' }, { '2026-03-02': 2 }],
  [{ countedBy: 'refunded' }, { '2026-03-16': 4 }],
  [{ reason: 'DAMAGED' }, { '2026-03-09': 2 }],
  [{ reason: 'No reason' }, { '2026-03-16': 1 }],
  [{ carrier: 'Not known' }, { '2026-03-09': 2, '2026-03-16': 5 }],
  [{ region: 'Not known', reason: 'TOO-BIG' }, { '2026-03-16': 4 }],
  [{ SKU: 'red' }, { '2026-03-09': 2, '2026-03-16': 4 }],
  [{ SKU: 'RED', reason: 'TOO-BIG' }, { '2026-03-16': 4 }],
]

test('the trend counts what its filters say, and the list has as many rows', async () => {
  await recountAll(on.portal.database)
  for (const [choice, weeks] of TRENDS) {
    expect({ choice, weeks: await weeksOf(choice) }).toEqual({ choice, weeks })
    const { lines, pieces } = await ask(choice)
    const list = await on.portal.call(returnFigures.lines, { body: { ...MARCH, ...choice } }, on.me)
    expect([list.body.total, list.body.pieces, list.body.lines.length]).toEqual([lines, pieces, lines])
    const board = await on.portal.call(returnFigures.dashboard, { body: { ...MARCH, ...choice } }, on.me)
    expect([board.body.lines, board.body.pieces]).toEqual([lines, pieces])
  }
  const { weeks } = await ask({})
  expect(weeks.map(({ week, orderedPieces }) => [week, orderedPieces]).filter(([, pieces]) => pieces)).toEqual([
    ['2026-03-02', 8],
    ['2026-03-09', 9],
  ])
  const { body: choices } = await on.portal.call(returnFigures.choices, {}, on.me)
  expect(choices.reasons.map(({ code }) => code)).toEqual(['DAMAGED', 'TOO-BIG', 'No reason'])
  expect([choices.carriers, choices.regions]).toEqual([
    [{ carrier: 'Not known', carrierName: 'Not known' }],
    ['Not known'],
  ])
})

test('reasons have the titles of the returns book, in any case', async () => {
  await on.portal.call(returnsBook.add, { body: { code: 'Damaged', title: 'Broken on the way' } }, on.me)
  const titled = { code: 'DAMAGED', title: 'Broken on the way' }
  expect((await on.portal.call(returnFigures.choices, {}, on.me)).body.reasons[0]).toEqual(titled)
  const { body: board } = await on.portal.call(returnFigures.dashboard, { body: MARCH }, on.me)
  expect(board.reasons.map(({ title }) => title)).toEqual(['TOO-BIG', 'Broken on the way', 'No reason'])
  const { body: list } = await on.portal.call(returnFigures.lines, { body: MARCH }, on.me)
  expect(list.lines.map(({ reasonTitle }) => reasonTitle)).toEqual(['TOO-BIG', '', 'Broken on the way'])
})

test('another client sees none of it', async () => {
  const other = await makeSession(on.portal.testDatabase)
  expect((await ask({}, other)).lines).toBe(0)
  expect((await on.portal.call(returnFigures.choices, {}, other)).body.reasons).toEqual([])
})

const create = async (body: object = {}) =>
  (await on.portal.call(returnFigures.createTrendReport, { body: { ...MARCH, ...body } }, on.me)).body
const status = (exportId: string, as: SignedIn = on.me) =>
  on.portal.call(returnFigures.getTrendReport, { query: { exportId } }, as)
const made = (exportId: string) =>
  vi.waitFor(async () => expect((await status(exportId)).body).toMatchObject({ percentComplete: 100 }), {
    timeout: 120_000,
    interval: 200,
  })
const fileOf = async (path: string, as: SignedIn = on.me) => {
  const answer = await fetch(`${on.portal.url}${path}`, {
    headers: { access_token: as.token, client: as.client ?? '' },
  })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  return { status: answer.status, name: answer.headers.get('content-disposition'), bytes }
}

test('the export is requested, polled and fetched, with weeks, returns and manifest', async () => {
  const asked = await create({ startDate: '2026-03-01 00:00', endDate: '2026-03-31T23:00' })
  expect(asked).toMatchObject({ percentComplete: 0, ...MARCH })
  await made(asked.exportId)
  const file = await fileOf(`/api/powerbi/get-trend-report-file?exportId=${asked.exportId}`)
  expect([file.status, file.name]).toEqual([200, 'attachment; filename="Returns Trend Report.xlsx"'])
  const { sheets } = await readXlsx(file.bytes)
  expect(sheets.map(({ name }) => name)).toEqual(['Trend', 'Returns', 'About this file'])
  const [trend, returns, about] = sheets.map(({ rows }) => rows)
  const monday = new Date('2026-03-16T00:00:00Z')
  expect(trend?.find(([week]) => week instanceof Date && week.getTime() === monday.getTime())).toEqual([
    monday,
    '2026 week 12',
    2,
    5,
    0,
    null,
    null,
  ])
  // Text that begins like a formula stays text, and days are dates.
  expect(returns?.slice(1).map((row) => [row[3], row[4], row[6], row[9]])).toEqual([
    ['=R1', 'RED', 2, 'Broken on the way'],
    ['R2', 'BLUE', 1, 'No reason'],
    ['R3', 'RED', 4, 'TOO-BIG'],
  ])
  expect(returns?.[1]?.[0]).toEqual(new Date('2026-03-15T00:00:00Z'))
  expect(about).toContainEqual(['Rows', 3])
  expect(about).toContainEqual(['Days', '1 March 2026 - 31 March 2026'])
  expect(about?.find(([name]) => String(name).startsWith('Checksum'))?.[1]).toMatch(/^[0-9a-f]{64}$/)

  const other = await makeSession(on.portal.testDatabase)
  const colleague = await makeSession(on.portal.testDatabase, { clients: [on.me.client] })
  for (const who of [other, colleague]) {
    expect((await status(asked.exportId, who)).status).toBe(404)
    expect((await fileOf(`/api/powerbi/get-trend-report-file?exportId=${asked.exportId}`, who)).status).toBe(404)
    expect((await on.portal.call(exportsRoom.list, {}, who)).body.exports).toEqual([])
  }
  await on.rows(
    `update export_jobs set expires_at = now() where client_codes = array[$1] and export_id = '${asked.exportId}'`,
  )
  expect((await fileOf(`/api/powerbi/get-trend-report-file?exportId=${asked.exportId}`)).status).toBe(404)
})

test('a CSV file has its manifest beside it; an empty file is complete too', async () => {
  const asked = await create({ format: 'csv', startDate: '2025-01-01', endDate: '2025-01-31' })
  await made(asked.exportId)
  const text = new TextDecoder().decode((await fileOf(`/api/exports/file?exportId=${asked.exportId}`)).bytes)
  expect(text.trim().split('\r\n')).toHaveLength(1)
  const about = await fileOf(`/api/exports/file?exportId=${asked.exportId}&part=manifest`)
  expect(new TextDecoder().decode(about.bytes)).toContain('Rows,0\r\n')
})

test('a failed export answers the specified error, shows why, and can be repeated', async () => {
  const asked = await create()
  await made(asked.exportId)
  await on.rows(
    `update export_jobs set status = 'Failed', error = 'Because' where client_codes = array[$1] and export_id = '${asked.exportId}'`,
  )
  expect(await status(asked.exportId)).toMatchObject({ status: 422, body: { message: REPORT_FAILED } })
  const { body } = await on.portal.call(exportsRoom.list, {}, on.me)
  expect(body.exports.find(({ exportId }) => exportId === asked.exportId)).toMatchObject({
    status: 'Failed',
    error: 'Because',
  })
  const again = await on.portal.call(exportsRoom.again, { body: { exportId: asked.exportId } }, on.me)
  await made(again.body.exportId)
  const cancelled = await on.portal.call(exportsRoom.cancel, { body: { exportId: (await create()).exportId } }, on.me)
  expect(['Failed', 'Succeeded']).toContain(cancelled.body.status)
  // A lost job does not run for ever.
  await on.rows(
    `update export_jobs set status = 'Running' where client_codes = array[$1] and export_id = '${asked.exportId}'`,
  )
  expect((await status(asked.exportId)).status).toBe(422)
})

test('rates compare returns with orders and despatches of the same days', async () => {
  for (const trackingNumber of ['RATE-1', 'RATE-2'])
    await makeParcel(on.portal.testDatabase, { client: on.me.client, orderNumber: 'A', trackingNumber })
  await recountAll(on.portal.database)
  const board = async (choice: object) =>
    (await on.portal.call(returnFigures.dashboard, { body: { ...MARCH, ...choice } }, on.me)).body
  const { SKUs, carriers, reasons } = await board({})
  expect(SKUs.map(({ name, pieces, rate }) => [name, pieces, rate])).toEqual([
    ['RED', 6, 42.9],
    ['BLUE', 1, 33.3],
  ])
  expect(carriers.find(({ name }) => name === 'DPD')).toMatchObject({ pieces: 3, rate: 150 })
  expect(reasons.map(({ name, rate }) => [name, rate])).toEqual([
    ['TOO-BIG', 23.5],
    ['DAMAGED', 11.8],
    ['', 5.9],
  ])
  // Despatches are not known by SKU, nor orders by carrier; order lines are not summed over more than a month.
  expect((await board({ SKU: 'RED' })).reasons.every(({ rate }) => rate === null)).toBe(true)
  expect((await board({ SKU: 'RED' })).carriers.every(({ rate }) => rate === null)).toBe(true)
  expect((await board({ carrier: 'DPD' })).SKUs.every(({ rate }) => rate === null)).toBe(true)
  expect((await board({ endDate: '2026-04-30' })).SKUs.every(({ rate }) => rate === null)).toBe(true)
})
