import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSession, makeUser } from '../../../server/src/testing/factories.ts'
import { openStage, type Stage, visit, type Visitor } from '../support/portal.ts'

const UNDER = '/setup-and-control/user-administration'
const MANAGE = `${UNDER}/manage-users`
const STATUS = `${UNDER}/multiple-users/user-login-status`
const ADMINISTRATOR: Parameters<typeof visit>[1] = {
  type: 'Internal Administrator',
  clients: [],
  client: 'All_client',
}
// As a string, because it runs in the page, whose types the test does not have.
const FOCUSED = `(() => {
  const element = document.activeElement
  if (!element || element === document.body) return 'nothing'
  if (element.closest('[data-rows]')) return 'the table'
  return element.getAttribute('aria-label') ?? element.textContent.trim()
})()`

let stage: Stage
let visitor: Visitor
beforeAll(async () => {
  stage = await openStage()
  visitor = await visit(stage, ADMINISTRATOR)
})
afterAll(() => stage.close())

const createUser = (options: Parameters<typeof makeUser>[1] = {}) => makeUser(stage.portal.testDatabase, options)

/** Presses a button by keyboard. In a dialog it waits until the dialog has the focus. */
async function press(page: Page, name: string, within = 'body'): Promise<void> {
  if (within !== 'body') await page.locator(`${within}:focus-within`).waitFor()
  await page.locator(within).getByRole('button', { name, exact: true }).press('Enter')
}

async function expectFocus(page: Page, what: string): Promise<void> {
  await expect.poll(() => page.evaluate<string>(FOCUSED)).toBe(what)
}

test('if a pressed button disappears, the focus stays nearby', async () => {
  const { page } = visitor
  const mark = `focus${Date.now()}`
  for (const letter of ['a', 'b', 'c']) await createUser({ username: `${mark}.${letter}` })
  await stage.portal.testDatabase.asOwner(`update users set active = false where username like $1`, [`${mark}%`])
  await visitor.go(`${MANAGE}?search=${mark}`)
  await page.getByText('3 users', { exact: true }).waitFor()

  for (const key of ['j', 'x']) await page.keyboard.press(key)
  await press(page, 'Clear the selection')
  await expectFocus(page, 'the table')
  await page.keyboard.press('x')
  await press(page, 'Activate')
  await page.getByText('1 user is active now.').waitFor()
  await expectFocus(page, 'the table')

  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await press(page, 'Delete…')
  await press(page, 'Delete the user', '[role="dialog"]')
  await page.getByText('2 users', { exact: true }).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expectFocus(page, 'the table')

  await press(page, 'Clear')
  await expectFocus(page, 'Username, name or email')
  await page.keyboard.type('nobody is called this')
  await page.getByText('No user matches these filters.').waitFor()
  await press(page, 'Clear the filters')
  await expectFocus(page, 'Username, name or email')
})

test('Save, Show more and a refused dialog return the focus to their button', async () => {
  const { page } = visitor
  const { id, username } = await createUser()
  await stage.portal.testDatabase.asOwner(
    `insert into audit (at, by_name, act, object, record, request_id)
     select now(), 'ada', 'user.amended', $1, $2, 'r1' from generate_series(1, 60)`,
    [username, `user:${id}`],
  )
  await visitor.go(`${MANAGE}?user=${id}`)
  await page.getByLabel('First name').fill('Ada')
  await press(page, 'Save')
  await page.getByText('Data updated successfully.').first().waitFor()
  await expectFocus(page, 'Save')
  await press(page, 'Show more')
  await expectFocus(page, 'History, newest first')

  await page.route('**/api/users?ids=*', (route) =>
    route.fulfill({ status: 409, json: { code: 'conflict', message: 'They are needed.', requestId: 'r1' } }),
  )
  await press(page, 'Delete user…')
  await press(page, 'Delete the user', '[role="dialog"]')
  await expectFocus(page, 'They are needed.')
  await page.unroute('**/api/users?ids=*')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('a cancelled dialog opens in its first state again', async () => {
  const { page } = visitor
  const other = await createUser()
  await makeSession(stage.portal.testDatabase, { userId: other.id })
  await visitor.go(`${STATUS}?search=${other.username}`)
  const end = page.getByRole('button', { name: `End session of ${other.username}` })
  await end.click()
  await page.getByLabel(`All sessions of ${other.username}`).check()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expectFocus(page, 'the table')
  await end.click()
  await expect.poll(() => page.getByLabel(/^This one/).isChecked()).toBe(true)
})
