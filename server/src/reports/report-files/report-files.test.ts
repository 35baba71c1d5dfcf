import { reportFiles } from '@despatch/contract/reports/report-files'
import { reports } from '@despatch/contract/reports/reports'
import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { exportsRoom } from '@despatch/contract/route/exports'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recountAll } from '../../figures/recount.ts'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { csv, type FeedPortal, openFeedPortal } from '../../testing/feed-portal.ts'
import { refusalOf, type SignedIn } from '../../testing/test-portal.ts'

let on: FeedPortal
beforeAll(async () => {
  on = await openFeedPortal()
  await on.feed(csv([['A', 'RED', 5, 4, '2026-03-02']], 'orderNumber,SKU,quantity,unitValue,orderDate'))
  await on.feedRows(
    'returns',
    csv(
      [
        ['=R1', 'A', 'RED', 2, 'Received', '2026-03-15 23:30', 'DAMAGED'],
        ['R2', 'A', 'RED', 1, 'Received', '2026-03-16 00:30', ''],
      ],
      'returnReference,orderNumber,SKU,quantity,event,occurredAt,reasonCode',
    ),
  )
  await recountAll(on.portal.database)
})
afterAll(() => on.portal.close())

const MARCH = { startDate: '2026-03-01', endDate: '2026-03-31' }
const create = (body: object, as: SignedIn = on.me) =>
  on.portal.call(reportFiles.create, { body: { reportName: 'returns-dashboard', ...MARCH, ...body } }, as)
const status = async (exportId: string, as: SignedIn = on.me, reportName = 'returns-dashboard') =>
  on.portal.call(reportFiles.status, { query: { reportName, exportId } }, as)
async function made(exportId: string) {
  const progress = async () => (await status(exportId)).body
  await expect.poll(progress).toMatchObject({ status: 'Succeeded', percentComplete: 100 })
}
async function fileOf(path: string, as: SignedIn = on.me) {
  const headers = { access_token: as.token, client: as.client ?? on.me.client }
  const answer = await fetch(`${on.portal.url}${path}`, { headers })
  return { status: answer.status, bytes: new Uint8Array(await answer.arrayBuffer()) }
}
const pathOf = (exportId: string, reportName = 'returns-dashboard') =>
  `/api/powerbi/get-export-report-file?reportName=${encodeURIComponent(reportName)}&exportId=${exportId}`

test('a report is requested by title, watched and downloaded; changed rows are mentioned', async () => {
  const { status: code, body } = await create({ reportName: 'Returns Dashboard', shownRows: 3 })
  expect([code, body]).toMatchObject([
    200,
    { reportName: 'returns-dashboard', status: 'NotStarted', percentComplete: 0, ...MARCH },
  ])
  expect(body.id).toBe(body.exportId)
  await made(body.exportId)
  const { sheets } = await readXlsx((await fileOf(pathOf(body.exportId, 'returns dashboard'))).bytes)
  expect(sheets.at(-1)?.rows).toContainEqual(['Changed since', '3 → 2 rows'])
  expect(sheets.find(({ name }) => name === 'Returns')?.rows).toHaveLength(3)
  const { body: mine } = await on.portal.call(exportsRoom.list, {}, on.me)
  expect(mine.exports[0]).toMatchObject({ rows: 2, shownRows: 3, hasFile: true })
})

test('CSV has filters, harmless cells, and a manifest beside it', async () => {
  const { body } = await create({ format: 'csv', filters: { reason: 'DAMAGED' }, shownRows: 1 })
  await made(body.exportId)
  const text = new TextDecoder().decode((await fileOf(pathOf(body.exportId))).bytes)
  expect(text.trim().split('\r\n')).toHaveLength(2)
  expect(text).toContain("'=R1")
  const about = await fileOf(`/api/exports/file?exportId=${body.exportId}&part=manifest`)
  const words = new TextDecoder().decode(about.bytes)
  expect(words).toContain('Reason,DAMAGED')
  expect(words).not.toContain('Changed since')
})

test.each([
  [{ startDate: '2026-03-31', endDate: '2026-03-01' }, 400, 'endDate'],
  [{ startDate: '1926-01-01', endDate: '2026-01-01' }, 400, 'endDate'],
  [{ startDate: '2026-02-30' }, 400, 'startDate'],
  [{ filters: { colour: 'red' } }, 400, 'filters.colour'],
  [{ filters: { countedBy: 'weather' } }, 400, 'filters.countedBy'],
  [{ format: 'DOC' }, 400, 'format'],
  [{ format: 'PDF' }, 400, 'format'],
  [{ shownRows: -1 }, 400, 'shownRows'],
  [{ reportName: 'weather' }, 404, undefined],
])('%j is refused', async (body, code, path) => {
  const answer = await create(body)
  expect([answer.status, refusalOf(answer).fields?.[0]?.path]).toEqual([code, path])
})

test('a file needs the permission and its own user; future days make it empty', async () => {
  const holds = (leaf: string) => leaf === 'reportsAndEnquiries.returnsTrendReport'
  const other = await makeSession(on.portal.testDatabase, { clients: [on.me.client], holds })
  expect((await create({}, other)).status).toBe(403)
  const embed = (report: string) => on.portal.call(reportFiles.getEmbedToken, { body: { report } }, other)
  expect((await embed('Returns Dashboard')).status).toBe(403)
  expect((await embed('weather')).status).toBe(404)
  expect((await embed('returns-trend')).body).toEqual({
    report: 'returns-trend',
    title: 'Returns Trend Report',
    embedded: null,
    notice: '',
  })
  const { body } = await create({ startDate: '2030-01-01', endDate: '2030-01-31' })
  await made(body.exportId)
  for (const [as, name] of [
    [other, 'returns-dashboard'],
    [on.me, 'returns-trend'],
    [on.me, 'weather'],
  ] as const)
    expect([
      (await status(body.exportId, as, name)).status,
      (await fileOf(pathOf(body.exportId, name), as)).status,
    ]).toEqual([404, 404])
  const { sheets } = await readXlsx((await fileOf(pathOf(body.exportId))).bytes)
  expect(sheets.at(-1)?.rows).toContainEqual(['Rows', 0])
})

test('without the permission state and file are gone until it is restored', async () => {
  const { testDatabase } = on.portal
  const me = await makeSession(testDatabase, { clients: [on.me.client] })
  const { body } = await create({}, me)
  await expect.poll(async () => (await status(body.exportId, me)).body).toMatchObject({ status: 'Succeeded' })
  const answers = async () => [
    (await status(body.exportId, me)).status,
    (await fileOf(pathOf(body.exportId), me)).status,
  ]
  expect(await answers()).toEqual([200, 200])
  const role = (holder: number) =>
    testDatabase.asOwner(
      'update users set role_id = (select role_id from users where user_id = $2) where user_id = $1',
      [me.userId, holder],
    )
  const holder = await makeSession(testDatabase, { clients: [on.me.client] })
  const without = await makeSession(testDatabase, {
    clients: [on.me.client],
    holds: (leaf) => leaf === 'reportsAndEnquiries.returnsTrendReport',
  })
  await role(without.userId)
  expect(await answers()).toEqual([404, 404])
  await role(holder.userId)
  expect(await answers()).toEqual([200, 200])
  await testDatabase.asOwner('delete from user_clients where user_id = $1', [me.userId])
  expect(await answers()).toEqual([403, 403])
})

test('a deactivated client has no reports and no files', async () => {
  const { testDatabase } = on.portal
  const client = await makeClient(testDatabase)
  const staff = { ...(await makeSession(testDatabase, { type: 'Internal User' })), client }
  const { body } = await create({}, staff)
  await expect.poll(async () => (await status(body.exportId, staff)).body).toMatchObject({ status: 'Succeeded' })
  await testDatabase.asOwner('delete from clients where client_code = $1', [client])
  const { status: report } = await on.portal.call(reports.carriers, { body: MARCH }, staff)
  expect([
    report,
    (await create({}, staff)).status,
    (await status(body.exportId, staff)).status,
    (await fileOf(pathOf(body.exportId), staff)).status,
  ]).toEqual([403, 403, 403, 403])
  const everywhere = { ...staff, client: ALL_CLIENTS }
  expect((await on.portal.call(reports.carriers, { body: MARCH }, everywhere)).status).toBe(200)
  expect((await fileOf(pathOf(body.exportId), everywhere)).status).toBe(404)
})
