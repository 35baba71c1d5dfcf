import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSku, makeUser, PASSWORD } from '../../../server/src/testing/factories.ts'
import { expectAccessibleInBoth } from '../support/colours.ts'
import { complaintsOf } from '../support/complaints.ts'
import { corner } from '../support/corner.ts'
import { contentOf } from '../support/download.ts'
import { tabTo } from '../support/keyboard.ts'
import { countOrders, CREATE, typeOrder } from '../support/orders.ts'
import { expectAccessible, leave, openStage, openWindow, type Stage, visit } from '../support/portal.ts'
import { codeOf, codesFor, secretOn } from '../support/second-factor.ts'
import { localStorageOf } from '../support/storage.ts'
import { holdTimers, letTimersGo, SECOND_MS } from '../support/timers.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

const database = () => stage.portal.testDatabase

const newWindow = () => openWindow(stage)

/** A user whose role demands a second factor. */
async function demanded() {
  const user = await makeUser(database())
  await database().asOwner(
    'update roles set mfa_required = true where role_id = (select role_id from users where user_id = $1)',
    [user.id],
  )
  return user
}

async function typePassword(page: Page, username: string): Promise<void> {
  await page.locator('input[name="username"]:focus').waitFor()
  await page.keyboard.type(username)
  await page.keyboard.press('Tab')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
}

/** Registers by keyboard, up to the portal. */
async function register(page: Page, username: string): Promise<{ secret: string; codes: string[] }> {
  await page.goto('/')
  await typePassword(page, username)
  await page.getByRole('heading', { name: 'Set up two-factor sign-in' }).waitFor()
  const secret = await secretOn(page)
  await page.locator('input[name="code"]:focus').waitFor()
  await page.keyboard.type(codeOf(secret))
  await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
  const codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts()
  await tabTo(page, 'I have saved them')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Hello, Test' }).waitFor()
  return { secret, codes }
}

test('setup shows QR code and secret, takes a code, and shows recovery codes once', async () => {
  const { username, id } = await demanded()
  const page = await newWindow()
  const complaints = complaintsOf(page)
  await page.goto(CREATE)
  await typePassword(page, username)
  await page.getByRole('heading', { name: 'Set up two-factor sign-in' }).waitFor()
  await page.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor()
  const secret = await secretOn(page)
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
  await expectAccessibleInBoth(page, 'setting up')

  await page.locator('input[name="code"]:focus').waitFor()
  const field = page.getByLabel('Code', { exact: true })
  expect([await field.getAttribute('inputmode'), await field.getAttribute('autocomplete')]).toEqual([
    'numeric',
    'one-time-code',
  ])
  await page.keyboard.type(codeOf(secret) === '000000' ? '000001' : '000000')
  await page.getByText('That code didn’t work. Enter the latest code from your app.').waitFor()
  // Typing replaces the wrong code, with or without spaces.
  const code = codeOf(secret)
  await page.keyboard.insertText(`${code.slice(0, 3)} ${code.slice(3)}`)
  await page.getByText('Two-Factor Auth Enabled Successfully!', { exact: true }).first().waitFor()
  await page.getByRole('heading', { name: 'Save your recovery codes' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Back to sign in' }).count()).toBe(0)
  const codes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allInnerTexts()
  expect(new Set(codes).size).toBe(10)
  await expectAccessibleInBoth(page, 'the recovery codes')
  expect((await localStorageOf(page))['access_token']).toBeUndefined()
  expect((await localStorageOf(page))['user']).toBeUndefined()

  const saved = page.waitForEvent('download')
  await tabTo(page, 'Download')
  await page.keyboard.press('Enter')
  const file = await saved
  expect(file.suggestedFilename()).toBe(`despatch-recovery-codes-${username}.txt`)
  const text = (await contentOf(file)).toString()
  for (const one of codes) expect(text).toContain(one)

  await tabTo(page, 'I have saved them')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Create New Order' }).waitFor()
  const storage = await localStorageOf(page)
  expect(storage['access_token']).toMatch(/^[\w-]{43}$/)
  expect(JSON.stringify(storage)).not.toContain(secret)
  expect(JSON.stringify(storage)).not.toContain(codes[0])
  const [row] = await database().asOwner('select otp_verified from users where user_id = $1', [id])
  expect(row?.['otp_verified']).toBe(true)
  // The browser reports the 400 of the refused code.
  expect(complaints.filter((complaint) => !complaint.includes('400'))).toEqual([])
  await leave(page)
})

test('a used code is refused; the next submits itself; a recovery code works once', async () => {
  const { username, id } = await demanded()
  const first = await newWindow()
  const { secret, codes } = await register(first, username)
  await leave(first)

  const page = await newWindow()
  await page.goto('/')
  await typePassword(page, username)
  await page.getByRole('heading', { name: 'Your one-time code' }).waitFor()
  await page.locator('input[name="code"]:focus').waitFor()
  await expectAccessibleInBoth(page, 'the code')
  expect((await localStorageOf(page))['access_token']).toBeUndefined()
  const { last, next } = await codesFor(stage, id, secret)
  await page.keyboard.type(last)
  await page.getByText(/That code didn’t work/).waitFor()
  await expectAccessible(page, 'a code refused')
  await page.keyboard.type(next)
  await page.getByText('Sign-in has been successful', { exact: true }).first().waitFor()
  await page.getByRole('heading', { name: 'Hello, Test' }).waitFor()
  await leave(page)

  for (const [number, isGood] of [
    [0, true],
    [0, false],
    [1, true],
  ] as const) {
    const another = await newWindow()
    await another.goto('/')
    await typePassword(another, username)
    await another.locator('input[name="code"]:focus').waitFor()
    await tabTo(another, 'Use a recovery code instead')
    await another.keyboard.press('Enter')
    await another.locator('input[name="recovery-code"]:focus').waitFor()
    if (number === 1) await expectAccessibleInBoth(another, 'the recovery code')
    await another.keyboard.type((codes[number] ?? '').toLowerCase())
    await another.keyboard.press('Enter')
    await (
      isGood ? another.getByRole('heading', { name: 'Hello, Test' }) : another.getByText(/That code didn’t work/)
    ).waitFor()
    await leave(another)
  }
})

corner('too many wrong codes, or too much time, restart sign-in with a message', async () => {
  const { username, id } = await demanded()
  const page = await newWindow()
  await register(page, username)
  await page.context().clearCookies()
  await page.evaluate('localStorage.clear()')
  await holdTimers(page, SECOND_MS)
  await page.goto('/')
  await typePassword(page, username)
  await page.locator('input[name="code"]:focus').waitFor()
  await page.keyboard.type('000000')
  await page.getByText(/That code didn’t work/).waitFor()
  await database().asOwner(
    "update sign_in_failures set blocked_until = now() + interval '30 seconds', failures = 4, last_failed_at = now()",
  )
  await page.keyboard.type('000000')
  await page.getByText(/^Too many attempts\. Try again in/).waitFor()
  const submit = page.locator('button[type=submit]')
  await expect.poll(() => submit.innerText()).toMatch(/^Wait \d+ s$/)
  await database().asOwner('update sign_in_failures set failures = 0, blocked_until = now()')
  await expect.poll(() => letTimersGo(page).then(() => submit.innerText()), { interval: 10 }).toBe('Sign in')
  await database().asOwner('update sign_in_steps set tries = 4 where user_id = $1', [id])
  await page.keyboard.press('Control+a')
  await page.keyboard.type('000000')
  await page.getByText('Too many wrong codes. Sign in again with your password.').waitFor()
  await page.locator('input[name="password"]:focus').waitFor()
  await expect.poll(() => page.getByLabel('Username').inputValue()).toBe(username)
  await expectAccessibleInBoth(page, 'back at the password')

  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await page.locator('input[name="code"]:focus').waitFor()
  await database().asOwner("update sign_in_steps set created_at = now() - interval '16 minutes' where user_id = $1", [
    id,
  ])
  await page.keyboard.type('000000')
  await page
    .getByRole('alert')
    .getByText(/Sign in again/)
    .waitFor()
  await page.locator('input[name="password"]:focus').waitFor()
  await leave(page)
})

corner('an expired session over a form asks for the code too, and nothing is lost', async () => {
  const { username, id, clients } = await demanded()
  const [client = ''] = clients
  const SKU = await makeSku(database(), { client })
  const page = await newWindow()
  const { secret } = await register(page, username)
  await page.goto(CREATE)
  await expect.poll(() => page.getByLabel('Order reference').inputValue()).not.toBe('')
  await typeOrder(page, { SKU })
  await database().asOwner('delete from sessions where user_id = $1', [id])
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog', { name: 'Sign in again to continue' })
  await dialog.getByText('Your unsaved changes are kept.').waitFor()
  await page.locator('input[name="password"]:focus').waitFor()
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await dialog.getByRole('heading', { name: 'Your one-time code' }).waitFor()
  await page.locator('input[name="code"]:focus').waitFor()
  await expectAccessibleInBoth(page, 'the code, over a form')
  // Neither Escape nor the question about leaving closes it.
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Sign in as someone else' }).click()
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await page.locator('button:focus', { hasText: 'Sign in as someone else' }).waitFor()
  await dialog.getByLabel('Code', { exact: true }).focus()
  const { next } = await codesFor(stage, id, secret)
  await page.keyboard.type(next)
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText('Sign-in has been successful', { exact: true }).first().waitFor()
  await expect.poll(() => countOrders(stage, client)).toBe(1)
  await leave(page)
})

corner('a user sets it up from the menu, and cannot switch it off there', async () => {
  const visitor = await visit(stage)
  const { page } = visitor
  await visitor.go('/home')
  // The step has a history entry of its own, so Back stays within the portal.
  await page.keyboard.press('g')
  await page.keyboard.press('c')
  await page.getByRole('heading', { name: 'Create New Order' }).waitFor()
  const open = async (state: string) => {
    await page.getByRole('button', { name: 'your menu' }).click()
    await page.getByRole('menuitem', { name: `Two-factor sign-in ${state}` }).click()
  }
  await open('Off')
  const dialog = page.getByRole('dialog', { name: 'Two-factor sign-in' })
  await dialog.getByText('Off. You sign in with your password only.').waitFor()
  await expectAccessibleInBoth(page, 'two-factor sign-in, off')
  await page.keyboard.press('Enter')
  await page.locator('input[name="password"]:focus').waitFor()
  await expectAccessibleInBoth(page, 'the password before setting up')
  await page.keyboard.type('wrong')
  await page.keyboard.press('Enter')
  await dialog.getByText('This is not your current password').waitFor()
  await page.keyboard.press('Control+a')
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await dialog.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor()
  await page.locator('input[name="code"]:focus').waitFor()
  await expectAccessibleInBoth(page, 'setting up in the menu')
  // The confirmation of the password has expired: it is asked for again.
  await stage.portal.testDatabase.asOwner(
    "update sessions set password_confirmed_at = now() - interval '11 minutes' where user_id = $1",
    [visitor.userId],
  )
  await page.keyboard.type(codeOf(await secretOn(page)))
  await dialog.getByText('Enter your password again to continue. You then scan a new QR code.').waitFor()
  await page.locator('input[name="password"]:focus').waitFor()
  await page.keyboard.type(PASSWORD)
  await page.keyboard.press('Enter')
  await dialog.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor()
  await page.locator('input[name="code"]:focus').waitFor()
  await page.keyboard.type(codeOf(await secretOn(page)))
  await page.getByText('Two-Factor Auth Enabled Successfully!', { exact: true }).first().waitFor()
  const shown = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await shown.waitFor()
  const asked = shown.getByText('These codes won’t be shown again. Have you saved them?')
  await expect.poll(() => asked.count()).toBe(0)
  // Neither Back nor Esc closes them.
  await page.evaluate('history.back()')
  await asked.waitFor()
  await page.keyboard.press('Escape')
  await shown.getByRole('list', { name: 'Recovery codes' }).waitFor()
  await expectAccessibleInBoth(page, 'the recovery codes in the menu')
  await tabTo(page, 'I have saved them')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await open('On')
  await dialog.getByText(/Ask an administrator to reset it/).waitFor()
  await expect.poll(() => dialog.getByRole('button').allInnerTexts()).toEqual(['', 'Close'])
  await leave(visitor.page)
})
