import { IMPORT_COLUMNS } from '@despatch/contract/administration/users/user'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '../../../server/src/testing/factories.ts'
import { expectAccessibleInBoth } from '../support/colours.ts'
import { complaintsOf } from '../support/complaints.ts'
import { corner } from '../support/corner.ts'
import { contentOf } from '../support/download.ts'
import { tabTo } from '../support/keyboard.ts'
import {
  expectAccessible,
  leave,
  openStage,
  type Stage,
  switchColours,
  visit,
  type Visitor,
} from '../support/portal.ts'
import { quietOf } from '../support/quiet.ts'

const SCREEN = '/setup-and-control/user-administration/multiple-users/add-multiple-users'
const HEADER = 'username,first_name,last_name,role,client,email\n'

let stage: Stage
/** A client administrator in one window, who reloads the screen for each file. */
let administrator: Visitor
beforeAll(async () => {
  stage = await openStage()
  administrator = await visit(stage, { type: 'Client Administrator' })
  await stage.portal.testDatabase.asOwner(
    `insert into roles (code, name, role_type, is_internal, permissions) values ('CLERK', 'Clerk', 'Client User', false, '{}')`,
  )
})
afterAll(() => stage.close())

const fileOf = (text: string, name = 'new users.csv') => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const usernames = async (like: string) =>
  (
    await stage.portal.testDatabase.asOwner('select username from users where username like $1 order by username', [
      like,
    ])
  ).map(({ username }) => username)

test('a file is checked, its good rows are added, and the result is saved', async () => {
  const { page, load, client } = administrator
  const complaints = complaintsOf(page)
  await load(SCREEN)
  await page.locator('summary', { hasText: 'Accepted values' }).click()
  await expectAccessible(page, 'empty, light')
  await page
    .locator('input[type=file]')
    .setInputFiles(
      fileOf(
        `${HEADER}e2e.ann,Ann,Able,CLERK,${client},\n=e2e.bob,,Baker,NONE,${client},nowhere\ne2e.cat,Cat,Cole,CLERK,${client},\n`,
      ),
    )
  await page.getByText('2 rows can be added, 1 row can’t.').waitFor()
  expect(await usernames('%e2e.%')).toEqual([])

  const table = page.getByRole('table', { name: 'Rows of the file' })
  await expect.poll(() => table.getByRole('row').count()).toBe(2)
  await table.getByText('Role NONE not found for these clients').waitFor()
  await table.getByText('Enter a first name').waitFor()
  await expectAccessibleInBoth(page, 'checked')
  await page.getByText('All (3)', { exact: true }).click()
  await expect.poll(() => table.getByRole('row').count()).toBe(4)

  await page.getByRole('button', { name: 'Add 2 valid rows' }).click()
  await page.getByRole('status').getByText('Data added successfully. 2 rows added, 1 row rejected.').first().waitFor()
  expect(await usernames('%e2e.%')).toEqual(['e2e.ann', 'e2e.cat'])
  await expectAccessible(page, 'added, dark')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download result' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('new users-result.csv')
  const result = (await contentOf(download)).toString()
  expect(result.split('\r\n')).toEqual([
    `\uFEFFline,verdict,reasons,${IMPORT_COLUMNS.join(',')}`,
    `2,added,,e2e.ann,Ann,Able,CLERK,${client},,,,,`,
    expect.stringMatching(/^3,refused,"?username: .*,'=e2e\.bob,,Baker,NONE,.*,nowhere,,,,$/),
    `4,added,,e2e.cat,Cat,Cole,CLERK,${client},,,,,`,
    '',
  ])
  // Corrected in a spreadsheet, the result file is uploaded as it is.
  const corrected = result.replace(/'=e2e\.bob,,Baker,NONE,(.*),nowhere,/, "e2e.bob,Bob,Baker,CLERK,$1,,'+44 1632")
  await page.locator('input[type=file]').setInputFiles(fileOf(corrected))
  await page.getByText('1 row can be added, 2 rows can’t.').waitFor()
  await page.getByRole('button', { name: 'Add 1 valid row' }).click()
  await page.getByRole('status').getByText('Data added successfully. 1 row added, 2 rows rejected.').first().waitFor()
  expect(await stage.portal.testDatabase.asOwner(`select phone_number from users where username = 'e2e.bob'`)).toEqual([
    { phone_number: '+44 1632' },
  ])
  expect(complaints).toEqual([])
})

corner('by keyboard: a good file is added completely, or not at all after a conflict', async () => {
  const { page, load, client } = administrator
  await load(SCREEN)
  const file = fileOf(`${HEADER}key.ann,Ann,Able,CLERK,${client},\nkey.bob,Bob,Baker,CLERK,${client},\n`)
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByText('2 rows can be added.').waitFor()
  await stage.portal.testDatabase.asOwner(
    `insert into users (username, role_id, password_hash) select 'KEY.BOB', min(role_id), '' from roles`,
  )
  await tabTo(page, 'Add all 2')
  await page.keyboard.press('Enter')
  const screen = page.getByRole('region', { name: 'Add Multiple Users' })
  await screen.getByText('Nothing was added: 1 of 2 rows is rejected.').waitFor()
  await screen.getByText('The username key.bob is taken: choose another').waitFor()
  expect(await usernames('key.%')).toEqual([])
  await page.getByRole('button', { name: 'Add 1 valid row' }).click()
  await screen.getByText('Data added successfully. 1 row added, 1 row rejected.').waitFor()
  expect(await usernames('key.%')).toEqual(['key.ann'])
})

corner('an unusable file says why, and files can be dropped', async () => {
  const { page, load } = administrator
  await load(SCREEN)
  await page.locator('input[type=file]').setInputFiles(fileOf('name\nann\n'))
  const screen = page.getByRole('region', { name: 'Add Multiple Users' })
  await screen.getByText(/^The file lacks columns username, first_name/).waitFor()
  await expectAccessibleInBoth(page, 'refused')
  await page.evaluate(`(() => {
    const held = new DataTransfer()
    held.items.add(new File(['%PDF-1.7'], 'users.csv'))
    const place = document.querySelector('input[type=file]').closest('section').querySelector('[data-drop]')
    for (const type of ['dragover', 'drop'])
      place.dispatchEvent(new DragEvent(type, { dataTransfer: held, bubbles: true, cancelable: true }))
  })()`)
  await screen.getByText('This is a PDF. Send a CSV file or an Excel workbook (.xlsx).').waitFor()
})

corner('an expired session is renewed in between, and the check continues', async () => {
  const { page, load, client, userId } = administrator
  const quiet = quietOf(page)
  await load(SCREEN)
  await quiet()
  await stage.portal.testDatabase.asOwner('delete from sessions where user_id = $1', [userId])
  await page.locator('input[type=file]').setInputFiles(fileOf(`${HEADER}late.ann,Ann,Able,CLERK,${client},\n`))
  const dialog = page.getByRole('dialog', { name: 'Sign in again to continue' })
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  await page.getByText('1 row can be added.').waitFor()
})

corner('the templates can be downloaded, and the workbook can be imported', async () => {
  const { page, load } = administrator
  await load(SCREEN)
  for (const [button, name] of [
    ['Template as CSV', 'users-template.csv'],
    ['Template as Excel (XLSX)', 'users-template.xlsx'],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: button }).click(),
    ])
    expect(download.suggestedFilename()).toBe(name)
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer: await contentOf(download) })
    await page
      .getByRole('region', { name: 'Add Multiple Users' })
      .getByText(/^0 rows can be added, 1 row can’t./)
      .waitFor()
  }
  await page.getByText('Only the first sheet was read, not Accepted values.').waitFor()
})

corner('a user who may only read is told so', async () => {
  const { page, go } = await visit(stage, { type: 'Client Administrator', holds: (_leaf, right) => right !== 'Edit' })
  await go(SCREEN)
  await page.getByText("You need 'Edit' on Add Multiple Users. Ask your administrator.").waitFor()
  await expect.poll(() => page.getByLabel('User file').isDisabled()).toBe(true)
  await leave(page)
})

corner('a check can be cancelled, and the file checked again without choosing it', async () => {
  const { page, load, client } = administrator
  await load(SCREEN)
  const screen = page.getByRole('region', { name: 'Add Multiple Users' })
  const checks: string[] = []
  await page.route('**/api/users/import?*', async (route) => {
    checks.push(route.request().method())
    if (checks.length === 2) await route.abort()
    if (checks.length === 3) await route.continue()
    // Never answer the first request.
  })
  await page
    .locator('input[type=file]')
    .setInputFiles(fileOf(`${HEADER}again.ann,Ann,Able,CLERK,${client},\n`, 'again.csv'))
  await screen.getByText('Checking again.csv').waitFor()
  await switchColours(page, 'light')
  await expectAccessible(page, 'checking, light')
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await screen.getByText('Cancelled. Nothing was added.').waitFor()
  await screen.getByRole('button', { name: 'Check file again' }).click()
  await screen.getByText('We can’t reach the server. Check your connection and try again.').waitFor()
  await screen.getByRole('button', { name: 'Check file again' }).click()
  await screen.getByText('1 row can be added.').waitFor()
  await page.unroute('**/api/users/import?*')
})
