import { reportFiles } from '@despatch/contract/reports/report-files'
import { exportsRoom } from '@despatch/contract/route/exports'
import { EXPORT_NOT_CREATED } from '@despatch/domain/feedback/messages'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeSession } from '../../testing/factories.ts'
import { exportOf, openFakePowerBi, type FakePowerBi } from '../../testing/fake-power-bi.ts'
import { openTestPortal, type SignedIn, type TestPortal } from '../../testing/test-portal.ts'
import { openPowerBi } from './power-bi.ts'

let microsoft: FakePowerBi
let portal: TestPortal
let staff: SignedIn & { userId: number }
let clerk: SignedIn & { userId: number }
beforeAll(async () => {
  microsoft = await openFakePowerBi([
    { name: 'Returns Dashboard' },
    { name: 'carrier dashboard', datasetId: 'open' },
    { name: 'Key Metrics', embedUrl: 'https://elsewhere.example/reportEmbed' },
    { name: 'Summary Week by Client', reportType: 'PaginatedReport' },
  ])
  const at = { loginUrl: microsoft.url, apiUrl: microsoft.url, embedUrl: microsoft.url }
  const as = { tenant: 'tenant', clientId: 'app', clientSecret: 's3cret', workspace: 'space', roles: ['Client'] }
  portal = await openTestPortal({ powerBi: openPowerBi({ ...as, ...at, timeoutMs: 2000 }, { restMs: 0 }) })
  const client = await makeClient(portal.testDatabase)
  staff = { ...(await makeSession(portal.testDatabase, { type: 'Internal User', clients: [] })), client }
  clerk = await makeSession(portal.testDatabase, { clients: [client] })
  await named(clerk, 'clerk@acme.example')
  await named(staff, 'staff@operator.example')
})
afterAll(async () => {
  await portal.close()
  await microsoft.close()
})

const named = (who: { userId: number }, name: string) =>
  portal.testDatabase.asOwner('update users set power_bi_username = $2 where user_id = $1', [who.userId, name])
const embed = async (report: string, as: SignedIn) =>
  (await portal.call(reportFiles.getEmbedToken, { body: { report } }, as)).body
const DAYS = { startDate: '2026-01-05', endDate: '2026-01-11' }
const create = (as: SignedIn, more: object = {}) =>
  portal.call(reportFiles.create, { body: { reportName: 'returns-dashboard', format: 'PDF', ...DAYS, ...more } }, as)
const query = (exportId: string) => ({ query: { reportName: 'returns-dashboard', exportId } })
const status = async (exportId: string, as: SignedIn) =>
  (await portal.call(reportFiles.status, query(exportId), as)).body
const file = (exportId: string, as: SignedIn) =>
  portal.request('GET', `/api/powerbi/get-export-report-file?reportName=returns-dashboard&exportId=${exportId}`, {
    headers: { access_token: as.token, client: as.client ?? '' },
  })
const requestsTo = (end: string) => microsoft.requests.filter(({ path }) => path.endsWith(end))
const EXPORT = '/exports/Mi9C5419i-export'
const OWN = { embedded: null, notice: '' }

test('a report is embedded with the caller’s identity, else the built-in one shows', async () => {
  expect(await embed('Returns Dashboard', clerk)).toEqual({
    report: 'returns-dashboard',
    title: 'Returns Dashboard',
    notice: '',
    embedded: {
      reportId: 'report-0',
      embedUrl: `${microsoft.url}/reportEmbed?reportId=report-0`,
      token: 'embed',
      expiresAt: '2031-01-01T00:00:00Z',
      formats: ['PDF', 'PPTX'],
    },
  })
  const [{ body, authorization } = { body: undefined, authorization: '' }] = requestsTo('/GenerateToken')
  expect(authorization).toBe('Bearer aad')
  expect(body).toMatchObject({
    reports: [{ id: 'report-0', allowEdit: false }],
    datasets: [{ id: 'rows' }],
    identities: [{ username: 'clerk@acme.example', roles: ['Client'], datasets: ['rows'] }],
  })
  expect(requestsTo('/token')[0]?.body).toMatchObject({ client_id: 'app', client_secret: 's3cret' })
  // A data set that demands no identity would show the rows of all clients.
  expect(await embed('carrier-dashboard', clerk)).toMatchObject(OWN)
  expect((await embed('carrier-dashboard', staff)).embedded?.reportId).toBe('report-1')
  expect(requestsTo('/GenerateToken').at(-1)?.body).not.toHaveProperty('identities')
  expect(await embed('annual-volumes', staff)).toMatchObject(OWN)
  expect(await embed('key-metrics', staff)).toMatchObject({
    embedded: null,
    notice: expect.stringContaining('Power BI'),
  })
  await named(clerk, ' ')
  expect((await embed('returns-dashboard', clerk)).notice).toContain('for a Power BI username')
  await named(clerk, 'clerk@acme.example')
  const nobody = await makeSession(portal.testDatabase, { holds: (leaf) => !leaf.endsWith('returnsDashboard') })
  expect(await portal.call(reportFiles.getEmbedToken, { body: { report: 'returns-dashboard' } }, nobody)).toMatchObject(
    {
      status: 403,
    },
  )
  expect((await create(nobody)).status).toBe(403)
  expect(requestsTo('/token')).toHaveLength(1)
})

test('only the configured origin may be framed', async () => {
  const { headers } = await portal.request('GET', '/')
  expect(headers.get('content-security-policy')).toMatch(new RegExp(`frame-src 'self' ${microsoft.url}(;|$)`))
})

test.each([
  [{ isHung: true }],
  [{ status: 500 }],
  [{ status: 302 }],
  [{ body: 'no JSON' }],
  [{ body: { token: '' } }],
  [{ status: 429, retryAfter: 9 }],
])('when Power BI answers %j, the built-in report says so', async (reply) => {
  microsoft.answers('/GenerateToken', reply)
  expect(await embed('returns-dashboard', clerk)).toMatchObject({
    embedded: null,
    notice: 'Power BI isn’t available. This is the portal’s own report.',
  })
})

test('a file has the caller’s identity, polls when allowed, and is private', async () => {
  const { status: code, body } = await create(clerk)
  expect([code, body]).toMatchObject([200, { status: 'NotStarted', percentComplete: 0, ...DAYS }])
  expect(requestsTo('/ExportTo').at(-1)?.body).toEqual({
    format: 'PDF',
    powerBIReportConfiguration: {
      identities: [{ username: 'clerk@acme.example', roles: ['Client'], datasets: ['rows'] }],
      reportLevelFilters: [
        { filter: 'Serve_x0020_Date/Date_x0020_Code ge 2026-01-05 and Serve_x0020_Date/Date_x0020_Code le 2026-01-11' },
      ],
    },
  })
  const { exportId } = body
  microsoft.answers(
    EXPORT,
    { status: 429, retryAfter: 0 },
    { status: 202, body: exportOf('Running', 100), retryAfter: 0 },
    { status: 503 },
    { body: exportOf('Paused', 3) },
    // Longer than this test can take.
    { body: exportOf('Running', 40), retryAfter: 600 },
    { body: exportOf('Succeeded', 100, { expirationTime: '2031-01-01T00:00:00Z' }) },
  )
  const seen: unknown[] = []
  for (let at = 0; at < 6; at++) {
    const now = await status(exportId, clerk)
    seen.push([now.status, now.percentComplete])
  }
  expect(seen).toEqual([
    ['Running', 0],
    ['Running', 99],
    ['Undefined', 99],
    ['Undefined', 99],
    ['Running', 40],
    ['Running', 40],
  ])
  expect(requestsTo(EXPORT)).toHaveLength(5)
  expect((await file(exportId, clerk)).status).toBe(404)
  await portal.testDatabase.asOwner('update power_bi_exports set ask_after = now() where export_id = $1', [exportId])
  expect(await status(exportId, clerk)).toMatchObject({ status: 'Succeeded' })
  microsoft.answers('/file', { body: '%PDF-1.7' }, { body: '' }, { status: 404 })
  const got = await file(exportId, clerk)
  expect([got.status, got.headers.get('content-disposition'), got.body['text']]).toEqual([
    200,
    'attachment; filename="Returns Dashboard.pdf"',
    '%PDF-1.7',
  ])
  expect((await file(exportId, clerk)).body['text']).toBe('')
  expect((await file(exportId, clerk)).status).toBe(404)
  for (const other of [staff, await makeSession(portal.testDatabase)])
    expect([
      (await portal.call(reportFiles.status, query(exportId), other)).status,
      (await file(exportId, other)).status,
    ]).toEqual([404, 404])
  await portal.testDatabase.asOwner('update power_bi_exports set expires_at = now() where export_id = $1', [exportId])
  expect((await file(exportId, clerk)).status).toBe(404)
})

test('a failed export with a waiting time is retried twice, others fail', async () => {
  const before = requestsTo('/ExportTo').length
  microsoft.answers('/ExportTo', { status: 429, retryAfter: 0 }, { status: 202, body: exportOf('NotStarted', 0) })
  microsoft.answers(EXPORT, { body: exportOf('Failed', 0), retryAfter: 0 })
  const { body } = await create(clerk)
  expect(body.status).toBe('Running')
  const seen: string[] = []
  while (seen.at(-1) !== 'Failed' && seen.length < 9) seen.push((await status(body.exportId, clerk)).status)
  expect(seen).toEqual(['NotStarted', 'Running', 'NotStarted', 'Running', 'NotStarted', 'Failed'])
  expect(requestsTo('/ExportTo').length - before).toBe(4)
  const next = await create(clerk)
  microsoft.answers(EXPORT, { body: exportOf('Failed', 0) })
  expect((await status(next.body.exportId, clerk)).status).toBe('Failed')
})

test('an unknown status stays Undefined until a known one follows', async () => {
  const { body } = await create(clerk)
  const unknown = { body: exportOf('Hibernating', 70) }
  microsoft.answers(EXPORT, unknown, unknown, unknown, { body: exportOf('Succeeded', 100) })
  const seen: unknown[] = []
  for (let at = 0; at < 4; at++) {
    const now = await status(body.exportId, clerk)
    seen.push([now.status, now.percentComplete])
    if (at === 2) expect((await file(body.exportId, clerk)).status).toBe(404)
  }
  // The watcher stops at the third answer; the file is available to later requests.
  expect(seen).toEqual([
    ['Undefined', 0],
    ['Undefined', 0],
    ['Undefined', 0],
    ['Succeeded', 100],
  ])
  microsoft.answers('/file', { body: '%PDF-1.7' })
  expect((await file(body.exportId, clerk)).status).toBe(200)
})

test('undefined files take up no slot, and are listed with the reason', async () => {
  const me = await makeSession(portal.testDatabase, { clients: [clerk.client ?? ''] })
  await named(me, 'me@acme.example')
  microsoft.answers('/ExportTo', { status: 202, body: exportOf('NotStarted', 0) })
  microsoft.answers(EXPORT, { body: exportOf('Hibernating', 70) })
  const listed = async () => (await portal.call(exportsRoom.list, {}, me)).body.exports
  for (const count of [1, 2, 3]) {
    const { body } = await create(me, { format: count === 2 ? 'PPTX' : 'PDF' })
    expect((await listed()).find(({ exportId }) => exportId === body.exportId)?.status).toBe('NotStarted')
    for (const _ of [1, 2, 3]) expect((await status(body.exportId, me)).status).toBe('Undefined')
  }
  const { status: code, body: fourth } = await create(me)
  expect(code).toBe(200)
  microsoft.answers(EXPORT, { body: exportOf('Succeeded', 100) })
  await status(fourth.exportId, me)
  const lost = { status: 'Undefined', hasFile: false, error: expect.stringContaining('Power BI hasn’t confirmed') }
  expect(await listed()).toMatchObject([
    { exportId: fourth.exportId, fileName: 'Returns Dashboard.pdf', format: 'pdf', isOfPowerBi: true, hasFile: true },
    { ...lost, format: 'pdf', isFailed: false },
    { ...lost, format: 'pptx', isFailed: true },
    { ...lost, format: 'pdf', isFailed: false },
  ])
  // The result of one is shown later, and to its owner only.
  const [, second] = await listed()
  expect((await status(second?.exportId ?? '', me)).status).toBe('Succeeded')
  expect((await portal.call(exportsRoom.list, {}, clerk)).body.exports).not.toContainEqual(
    expect.objectContaining({ exportId: fourth.exportId }),
  )
})

test('a refused export has the specified message; missing formats use the built-in report', async () => {
  microsoft.answers('/ExportTo', { status: 400 })
  expect(await create(clerk)).toMatchObject({ status: 503, body: { message: EXPORT_NOT_CREATED } })
  expect((await create(clerk, { format: 'CSV' })).body.status).toBe('NotStarted')
  expect((await create(clerk, { reportName: 'carrier-dashboard' })).status).toBe(400)
  microsoft.answers('/ExportTo', { status: 202, body: exportOf('NotStarted', 0) })
  await create(staff, { reportName: 'summary-week-by-client', format: 'XLSX' })
  expect(requestsTo('/ExportTo').at(-1)).toMatchObject({
    path: expect.stringContaining('report-3'),
    body: { format: 'XLSX', paginatedReportConfiguration: { identities: [{ username: 'staff@operator.example' }] } },
  })
})

test('of simultaneous requests three files are made, and the others refused', async () => {
  const eager = await makeSession(portal.testDatabase, { clients: [clerk.client ?? ''] })
  await named(eager, 'eager@acme.example')
  microsoft.answers('/ExportTo', { status: 202, body: exportOf('NotStarted', 0) })
  const first = [await create(eager), await create(eager)]
  // All three must be waiting before any is stored.
  const { asOwner } = portal.testDatabase
  await asOwner('begin')
  await asOwner('lock table power_bi_exports in share mode')
  const others = Promise.all([create(eager), create(eager), create(eager)])
  const waiting = `select from pg_locks where not granted
    and database = (select oid from pg_database where datname = current_database())`
  await expect.poll(async () => (await asOwner(waiting)).length).toBe(3)
  await asOwner('commit')
  const answers = [...first, ...(await others)]
  expect(answers.map(({ status: code }) => code).toSorted()).toEqual([200, 200, 200, 429, 429])
})
