import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser, PASSWORD } from '../../../server/src/testing/factories.ts'
import { expectAccessibleInBoth } from '../support/colours.ts'
import { complaintsOf } from '../support/complaints.ts'
import { corner } from '../support/corner.ts'
import { tabTo } from '../support/keyboard.ts'
import { expectAccessible, leave, openStage, openWindow, type Stage, visit } from '../support/portal.ts'
import { localStorageOf } from '../support/storage.ts'

const NEW = 'the crane lifts at dawn'
const RESET = 'Password reset successfully! Please login with you new password.!'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const database = () => stage.portal.testDatabase

const newWindow = () => openWindow(stage)

/** Types a new password twice and submits it. */
async function typeTwice(page: Page, password: string, repeated = password): Promise<void> {
  await page.locator('input[name="password"]:focus').waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(password)
  await tabTo(page, 'Confirm new password')
  await page.keyboard.press('Control+a')
  await page.keyboard.type(repeated)
  await page.keyboard.press('Enter')
}

test('a temporary password must be replaced, by rules shown beforehand', async () => {
  const { username, id } = await makeUser(database())
  await database().asOwner('update users set is_temporary_password = true where user_id = $1', [id])
  const page = await newWindow()
  await page.goto('/')
  await page.locator('input[name="username"]:focus').waitFor()
  await page.keyboard.type(username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
  await page.getByText(/^At least 12 characters\. A few words/).waitFor()
  await expectAccessibleInBoth(page, 'a new password')
  expect((await localStorageOf(page))['access_token']).toBeUndefined()
  for (const name of ['password', 'repeated'])
    await expect.poll(() => page.locator(`input[name="${name}"]`).getAttribute('autocomplete')).toBe('new-password')

  await typeTwice(page, 'too short')
  await page.getByText('Enter at least 12 characters', { exact: true }).waitFor()
  await typeTwice(page, `${username}1`)
  await page.getByText('Don’t use your username as a password', { exact: true }).waitFor()
  await typeTwice(page, NEW, 'the crane lifts at noon')
  await page.getByText('The passwords do not match', { exact: true }).waitFor()
  await expectAccessibleInBoth(page, 'two that differ')
  await page.locator('input[name="password"]').focus()
  // Only the server knows the common passwords and the current one.
  await typeTwice(page, 'password12345678')
  await page.getByText('This password is too common. Choose another', { exact: true }).waitFor()
  await typeTwice(page, PASSWORD)
  await page.getByText('Choose a password other than your current one', { exact: true }).waitFor()
  await typeTwice(page, NEW)
  await page.getByText(RESET, { exact: true }).first().waitFor()

  await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
  await page.locator('input[name="password"]:focus').waitFor()
  await expect.poll(() => page.getByLabel('Username').inputValue()).toBe(username)
  await page.keyboard.type(NEW)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Hello, Test' }).waitFor()
  await leave(page)
})

test('a mailed link has the same answer for everyone, works once, and leaves the address', async () => {
  const { username, id } = await makeUser(database())
  const email = `${username}@example.com`
  await database().asOwner('update users set email = $2 where user_id = $1', [id, email])
  const page = await newWindow()
  const complaints = complaintsOf(page)
  await page.goto('/')
  await page.locator('input[name="username"]:focus').waitFor()
  await page.keyboard.type('nobody.of.this.name')
  await tabTo(page, 'Forgot your password?')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  await page.locator('input[name="username"]:focus').waitFor()
  await expect.poll(() => page.getByLabel('Username').inputValue()).toBe('nobody.of.this.name')
  await expectAccessibleInBoth(page, 'forgotten')
  await page.keyboard.press('Enter')
  const answer = page.getByText(/^If this user has an email address/)
  await answer.waitFor()
  const words = await answer.innerText()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(username)
  await page.keyboard.press('Enter')
  const { text } = await stage.portal.mailTo(email)
  await expect.poll(() => answer.innerText()).toBe(words)
  await expectAccessibleInBoth(page, 'the link is on its way')
  const link = /\S+\/sign-in\?reset=\S+/.exec(text)?.[0] ?? ''
  const token = link.split('reset=')[1] ?? ''
  expect(token).toMatch(/^[\w-]{43}$/)

  await page.goto(link)
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
  expect(page.url()).toBe(`${stage.portal.url}/sign-in`)
  expect(await page.evaluate('history.state === null || !JSON.stringify(history.state).includes("reset")')).toBe(true)
  expect(JSON.stringify(await localStorageOf(page))).not.toContain(token)
  await expectAccessibleInBoth(page, 'by a link')
  await typeTwice(page, NEW)
  await page.getByText(RESET, { exact: true }).first().waitFor()
  await page.locator('input[name="username"]:focus').waitFor()
  await page.keyboard.type(username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(NEW)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Hello, Test' }).waitFor()

  // Once more, after the link was used and signed in.
  await page.goto(link)
  await page.getByRole('heading', { name: 'Choose a new password' }).waitFor()
  await typeTwice(page, 'another crane at dusk')
  await page.getByText('This link has expired or was already used. Get a new one.').waitFor()
  await expectAccessibleInBoth(page, 'a dead link')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  expect(complaints.filter((complaint) => !complaint.includes('401'))).toEqual([])
  await leave(page)
})

corner('changing the own password keeps this session and ends the others', async () => {
  const visitor = await visit(stage)
  const { page, userId } = visitor
  const other = await visit(stage, { userId })
  await visitor.go('/home')
  await page.getByRole('button', { name: 'your menu' }).click()
  await page.getByText(/^Version \d+\.\d+/).waitFor()
  await expectAccessible(page, 'the menu')
  await page.getByRole('menuitem', { name: 'Change password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change password' })
  await page.locator('input[name="currentPassword"]:focus').waitFor()
  await expectAccessibleInBoth(page, 'changing the password')
  await page.keyboard.type('not that at all')
  await tabTo(page, 'New password')
  await typeTwice(page, NEW)
  await dialog.getByText('This is not your current password').waitFor()
  await page.locator('input[name="currentPassword"]:focus').waitFor()
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('Your password has been changed.', { exact: true }).first().waitFor()
  await page.reload()
  await page.getByRole('heading', { name: 'Hello, Test' }).waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await other.go('/home')
  await other.page.getByRole('dialog', { name: 'Sign in again to continue' }).waitFor()
  await leave(other.page)
  await leave(visitor.page)
})

corner('if the session expires during a change, sign-in resumes it', async () => {
  const visitor = await visit(stage)
  const { page, userId } = visitor
  await visitor.go('/home')
  await page.getByRole('button', { name: 'your menu' }).click()
  await page.getByRole('menuitem', { name: 'Change password' }).click()
  await page.locator('input[name="currentPassword"]:focus').waitFor()
  await page.keyboard.type(PASSWORD)
  await tabTo(page, 'New password')
  await database().asOwner('delete from sessions where user_id = $1', [userId])
  await typeTwice(page, NEW)
  const dialog = page.getByRole('dialog', { name: 'Sign in again to continue' })
  await dialog.waitFor()
  await dialog.locator('input[name="password"]').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Sign in and continue' }).click()
  await page.getByText('Your password has been changed.', { exact: true }).first().waitFor()
  await leave(visitor.page)
})
