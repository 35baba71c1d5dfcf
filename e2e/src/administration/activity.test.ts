import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeUser } from '../../../server/src/testing/factories.ts'
import { expectAccessibleInBoth } from '../support/colours.ts'
import { complaintsOf } from '../support/complaints.ts'
import { corner } from '../support/corner.ts'
import { contentOf } from '../support/download.ts'
import { leave, openStage, type Stage, visit, type Visitor } from '../support/portal.ts'
import { chosenView, filterBy, saveView } from '../support/filters.ts'

const USERS = '/setup-and-control/user-administration'
const OVERVIEW = `${USERS}/user-activity-overview`
let stage: Stage
let client: string
let other: string
/** A user of the client, in one window. */
let someone: Visitor

type Act = { at: string; by: string; act: string; object: string; client?: string; before?: object; after?: object }

async function keep(act: Act): Promise<void> {
  await stage.portal.testDatabase.asOwner(
    `insert into audit (client_code, at, by_name, act, object, before, after, request_id)
     values ($1, $2, $3, $4, $5, $6, $7, 'req-' || $5)`,
    [
      act.client ?? client,
      act.at,
      act.by,
      act.act,
      act.object,
      act.before ? JSON.stringify(act.before) : null,
      act.after ? JSON.stringify(act.after) : null,
    ],
  )
}

beforeAll(async () => {
  stage = await openStage()
  client = await makeClient(stage.portal.testDatabase)
  other = await makeClient(stage.portal.testDatabase)
  await keep({
    at: '2026-03-02T09:00:00Z',
    by: 'ada.l',
    act: 'user.amended',
    object: 'user grace',
    before: { first_name: 'G•••', active: true },
    after: { first_name: 'H•••', active: false },
  })
  await keep({ at: '2026-03-03T09:00:00Z', by: 'ada.b', act: 'order.created', object: '=1+1' })
  await keep({ at: '2026-03-04T23:30:00Z', by: 'grace', act: 'role.created', object: 'role R1', after: { code: 'R1' } })
  await keep({ at: '2026-03-05T09:00:00Z', by: 'eve', act: 'order.created', object: 'theirs', client: other })
  someone = await visit(stage, { clients: [client] })
})
afterAll(() => stage.close())

const rows = (page: Page) => page.locator('tr[data-index]')
const objects = async (page: Page) => {
  const headers = (await page.getByRole('columnheader').allInnerTexts()).map((text) => text.trim())
  const place = headers.indexOf('Record')
  return Promise.all((await rows(page).all()).map((row) => row.locator('td').nth(place).innerText()))
}
const parameters = ({ page }: Visitor) => Object.fromEntries(new URL(page.url()).searchParams)

test('one client’s acts are newest first, and filters appear in the address', async () => {
  const { page } = someone
  const complaints = complaintsOf(page)
  await someone.go(OVERVIEW)
  await page.getByText('3 actions', { exact: true }).waitFor()
  await expect.poll(() => objects(page)).toEqual(['role R1', '=1+1', 'user grace'])
  await page.getByRole('cell', { name: /4 Mar.*, 23:30/ }).waitFor()
  await page.getByRole('cell', { name: 'Created a role' }).waitFor()

  await page.keyboard.press('/')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Find a filter' }).fill('user')
  await page.keyboard.press('Enter')
  const editor = page.getByRole('dialog')
  await editor.getByLabel('Username starts with').fill(' ada ')
  await page.keyboard.press('Enter')
  await page.getByText('2 actions', { exact: true }).waitFor()
  await expect.poll(() => objects(page)).toEqual(['=1+1', 'user grace'])

  await filterBy(page, 'Kind')
  await editor.getByRole('combobox', { name: 'Kind' }).fill('use')
  await page.getByRole('option', { name: 'Users' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('1 action', { exact: true }).waitFor()
  expect(parameters(someone)).toMatchObject({ user: 'ada', kind: 'user' })
  await page.reload()
  await page.getByText('1 action', { exact: true }).waitFor()
  await expect.poll(() => objects(page)).toEqual(['user grace'])
  await page.getByRole('button', { name: 'Remove Kind: Users' }).click()
  await page.getByText('2 actions', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Clear', exact: true }).click()
  await page.getByText('3 actions', { exact: true }).waitFor()

  await filterBy(page, 'Days')
  await editor.getByLabel('Done from', { exact: true }).fill('4 Mar 2026')
  await editor.getByLabel('Done to', { exact: true }).fill('3 Mar 2026')
  await page.keyboard.press('Tab')
  await editor.getByRole('button', { name: 'Apply' }).click()
  await editor.getByText('The end date is before the start date').waitFor()
  await expectAccessibleInBoth(page, 'the days of the overview')
  await editor.getByLabel('Done to', { exact: true }).fill('4 Mar 2026')
  await page.keyboard.press('Tab')
  await editor.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('1 action', { exact: true }).waitFor()
  await expect.poll(() => objects(page)).toEqual(['role R1'])
  expect(parameters(someone)).toMatchObject({ dateFrom: '2026-03-04', dateTo: '2026-03-04' })
  await page.getByRole('button', { name: 'Remove Days: 4 Mar 2026' }).click()
  await page.getByText('3 actions', { exact: true }).waitFor()
  expect(complaints).toEqual([])
})

corner('Space and Enter open an act, with each field before and after', async () => {
  const { page } = someone
  await someone.go(OVERVIEW)
  await page.getByText('3 actions', { exact: true }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  const drawer = page.getByRole('dialog', { name: 'Created a role' })
  await drawer.getByText('R1', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  await page.locator('tr[data-index="0"]:focus').waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press(' ')
  const amended = page.getByRole('dialog', { name: 'Amended a user' })
  await amended.getByText('ada.l').waitFor()
  await amended.getByText('req-user grace').waitFor()
  await expect
    .poll(() => amended.locator('dl').last().innerText())
    .toMatch(/Active\s+yes → no\s+First name\s+G••• → H•••/)
  await expectAccessibleInBoth(page, 'an act peeked at')
  await page.keyboard.press('Escape')
  await amended.waitFor({ state: 'hidden' })
})

corner('pages of 50, and All, whose total is known only at the end', async () => {
  const busy = await makeClient(stage.portal.testDatabase)
  await stage.portal.testDatabase.asOwner(
    `insert into audit (client_code, at, by_name, act, object, request_id)
     select $1, timestamptz '2026-01-01' + n * interval '1 minute', 'robot', 'order.created', 'A-' || n, 'r' || n
     from generate_series(1, 451) n`,
    [busy],
  )
  const someone = await visit(stage, { clients: [busy] })
  const { page } = someone
  await someone.go(OVERVIEW)
  await page.getByText('1 to 50', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByText('51 to 100', { exact: true }).waitFor()
  await page.getByRole('combobox', { name: 'Rows a page' }).selectOption('500')
  await page.getByText('1 to 451 of 451').waitFor()
  await page.getByText('451 actions', { exact: true }).waitFor()
  await page.getByRole('combobox', { name: 'Rows a page' }).selectOption('All')
  await page.getByText('200 so far, more at the end').waitFor()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('j')
  for (const seen of ['400 so far, more at the end', 'All 451']) {
    await page.keyboard.press('End')
    await page.getByText(seen).waitFor()
  }
  await page.keyboard.press('End')
  await page.locator('tr[data-index="450"]', { hasText: 'A-1' }).waitFor()
  await page.getByText('451 actions', { exact: true }).waitFor()
  await leave(someone.page)
})

corner('the list is exported as shown, and saved as a view', async () => {
  const { page } = someone
  await someone.go(`${OVERVIEW}?user=ada`)
  await page.getByText('2 actions', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^User Activity - Overview \d{4}-\d\d-\d\d\.csv$/)
  expect((await contentOf(download)).toString()).toBe(
    [
      '\uFEFFWhen,Who,Client,What,Record,Changes,Request',
      `2026-03-03 09:00:00,ada.b,${client},Created an order,'=1+1,,req-=1+1`,
      `2026-03-02 09:00:00,ada.l,${client},Amended a user,user grace,"Active: yes → no; First name: G••• → H•••",req-user grace`,
      '',
    ].join('\r\n'),
  )
  await saveView(page, 'Adas')
  await chosenView(page, 'Adas').waitFor()
})

corner('internal users filter all clients by one; empty and failing lists say so', async () => {
  const someone = await visit(stage, { type: 'Internal User', clients: [], client: 'All_client' })
  const { page } = someone
  await someone.go(`${OVERVIEW}?kind=order`)
  await page.getByRole('cell', { name: 'theirs', exact: true }).waitFor()
  await filterBy(page, 'Client')
  await page.getByRole('dialog').getByRole('combobox', { name: 'Client' }).fill(client)
  await page.getByRole('option', { name: `(${client})` }).click()
  await page.getByText('1 action', { exact: true }).waitFor()
  await expect.poll(() => objects(page)).toEqual(['=1+1'])

  await someone.go(`${OVERVIEW}?user=nobody.at.all`)
  await page.getByText('No action matches these filters.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Export', exact: true }).isDisabled()).toBe(true)
  await expectAccessibleInBoth(page, 'the overview without a row')
  await page.route('**/api/useractivity?*', (route) => route.abort())
  await page.reload()
  await page.getByText('We can’t reach the server.').waitFor()
  await page.unroute('**/api/useractivity?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('No action matches these filters.').waitFor()
  await leave(someone.page)
})

corner('a record shows its history: newest first, fifty at a time, with changes', async () => {
  const { id } = await makeUser(stage.portal.testDatabase, { clients: [client] })
  await stage.portal.testDatabase.asOwner(
    `insert into audit (client_code, at, by_name, act, object, record, before, after, request_id)
     select $1, timestamptz '2026-01-01 12:00Z' + n * interval '1 day', 'ada.l', 'user.amended', 'user', $2,
       jsonb_build_object('role', 'R' || n), jsonb_build_object('role', 'R' || n + 1), 'r' || n
     from generate_series(1, 60) n`,
    [client, `user:${id}`],
  )
  const { page } = someone
  await page.route('**/api/useractivity/history?*', (route) => route.abort())
  await someone.go(`${USERS}/manage-users?user=${id}`)
  await page.getByRole('alert').filter({ hasText: 'We can’t reach the server.' }).waitFor()
  await page.unroute('**/api/useractivity/history?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  const history = page.getByRole('list', { name: 'History, newest first' })
  await expect.poll(() => history.locator('> li').count()).toBe(50)
  await expect
    .poll(() => history.locator('> li').first().innerText())
    .toMatch(/^Amended a user\s+.*2 Mar.*, 12:00, by ada\.l\s+Role\s+R60 → R61$/)
  await expectAccessibleInBoth(page, 'a record and its history')
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => history.locator('> li').count()).toBe(60)
  await expect.poll(() => page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
})
