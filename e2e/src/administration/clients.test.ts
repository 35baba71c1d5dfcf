import { clients } from '@despatch/contract/administration/clients/clients'
import { type ClientSetting, clientSettingDefinition } from '@despatch/domain/administration/clients/client-settings'
import { dayOf, formatDayShort, nextWorkingDay } from '@despatch/domain/calendar/day'
import { session } from '@despatch/contract/sign-in/session'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient, makeSession, makeSku } from '../../../server/src/testing/factories.ts'
import { expectAccessibleInBoth } from '../support/colours.ts'
import { corner } from '../support/corner.ts'
import { focusedField } from '../support/keyboard.ts'
import { CREATE } from '../support/orders.ts'
import { expectAccessible, leave, openStage, type Stage, visit, type Visitor } from '../support/portal.ts'
import { quietOf } from '../support/quiet.ts'
import { localStorageOf } from '../support/storage.ts'

const UNDER = '/setup-and-control/client-administration'
const LIST = `${UNDER}/client-list`
const OPTIONS = `${UNDER}/client-menu-options`
const PARAMETERS = `${UNDER}/client_specific_parameters`

let stage: Stage
let administrator: Visitor
beforeAll(async () => {
  stage = await openStage()
  await makeClient(stage.portal.testDatabase, { code: 'BIRCH', name: 'Birch & Co' })
  administrator = await visit(stage, { type: 'Internal Administrator', clients: [], client: 'All_client' })
})
afterAll(() => stage.close())

const titleOf = (name: ClientSetting) => clientSettingDefinition(name).title
const as = ({ token, client }: Visitor) => ({ token, client })
async function storedClient(code: string) {
  const { body } = await stage.portal.call(clients.list, { query: { id: code } }, as(administrator))
  const [client] = body.clients
  if (!client) throw new Error(`No client ${code}`)
  return client
}

test('a client is added in a dialog, completed in its form, and selectable at once', async () => {
  const { page } = administrator
  await administrator.go(LIST)
  await page.getByRole('button', { name: 'Add client' }).click()
  const modal = page.getByRole('dialog', { name: 'Add client' })
  await modal.getByLabel('Code').fill('birch')
  await modal.getByLabel('Name').fill('Oak')
  await modal.getByRole('button', { name: 'Add client' }).click()
  const taken = modal.getByText('Client BIRCH already exists. Choose another code')
  await taken.first().waitFor()
  // At the focused field and above the form; it vanishes when the code changes.
  expect([await taken.count(), await modal.getByRole('alert').count()]).toEqual([2, 0])
  await expect.poll(() => page.locator('.toast', { hasText: 'BIRCH' }).count()).toBe(0)
  await modal.locator('input:focus').fill('OAK')
  await expect.poll(() => taken.count()).toBe(0)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Oak (OAK)' }).waitFor()
  await page.getByText('Data added successfully.').first().waitFor()
  expect(JSON.parse((await localStorageOf(page))['clients'] ?? '[]')).toContainEqual(
    expect.objectContaining({ code: 'OAK' }),
  )
  await expect.poll(() => page.getByRole('tab', { selected: true }).innerText()).toContain('Oak')

  await page.getByText('Its users can sign in and work.').waitFor()
  await page.getByText('from their next sign-in.').waitFor()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Oak Furniture')
  await page.getByRole('textbox', { name: 'Description' }).fill('Tables and chairs')
  await page.getByRole('button', { name: 'Add a sub-account' }).click()
  await page.keyboard.type('OAK-1')
  await page.getByRole('button', { name: 'Add a sub-account' }).click()
  await page.keyboard.type('oak-1')
  await page.keyboard.press('Control+s')
  await page.getByText('Two sub-accounts have the same code').first().waitFor()
  await page.getByRole('button', { name: 'Remove sub-account oak-1', exact: true }).click()
  await page.keyboard.press('Control+s')
  await page.getByText('updated successful').first().waitFor()
  expect(await storedClient('OAK')).toMatchObject({
    name: 'Oak Furniture',
    description: 'Tables and chairs',
    children: [{ childCode: 'OAK-1', childActive: true }],
  })
  // Specification 4: the cached list is refreshed by code.
  await expect.poll(async () => (await localStorageOf(page))['clients']).toContain('Oak Furniture')
  await expect.poll(() => page.getByText('Unsaved changes').count()).toBe(0)
  await page.getByRole('list', { name: 'History, newest first' }).getByText('Oak Furniture').first().waitFor()

  await page.getByText('No days off except weekends.').waitFor()
  await page.getByRole('combobox', { name: 'Public holidays of' }).fill('engl')
  await page.getByRole('option', { name: 'England and Wales' }).click()
  const year = page.getByRole('table', { name: 'Days off in the coming year' })
  // The last holiday of a year: the first may be the next working day, and two Good Fridays may be more than a year
  // apart.
  await year
    .getByRole('row', { name: /Monday .* bank holiday/ })
    .last()
    .waitFor()
  await year
    .getByRole('checkbox', { name: /^[\w ]+ bank holiday, .* is a working day$/ })
    .last()
    .check()
  const addDays = page.getByRole('button', { name: 'Add own days' })
  await addDays.click()
  await expect.poll(() => focusedField(page)).toBe('calendar.closed.0.from')
  await page.keyboard.press('Escape')
  await addDays.click()
  const day = nextWorkingDay(dayOf(new Date()))
  await page.getByRole('textbox', { name: 'First day of line 2' }).fill(formatDayShort(day))
  await page.keyboard.press('Control+s')
  await page.getByText('Choose the first day').first().waitFor()
  await page.getByRole('group', { name: 'There is a problem' }).getByRole('button').first().click()
  await expect.poll(() => focusedField(page)).toBe('calendar.closed.0.from')
  // Removing a line removes its error, and moves the focus to the next line.
  await page.getByRole('button', { name: 'Remove line 1' }).click()
  await expect.poll(() => page.getByText('Choose the first day').count()).toBe(0)
  await expect.poll(() => focusedField(page)).toBe('calendar.closed.0.from')
  await page.keyboard.press('Control+s')
  await page.getByText('Enter a name').first().waitFor()
  await expect.poll(() => focusedField(page)).toBe('calendar.closed.0.name')
  await page.keyboard.type('Stocktaking')
  await year.getByRole('row', { name: `${formatDayShort(day)} Stocktaking` }).waitFor()
  await page.keyboard.press('Control+s')
  await expect
    .poll(async () => (await storedClient('OAK')).calendar)
    .toMatchObject({
      holidays: 'GB-ENG',
      closed: [{ from: day, to: day, name: 'Stocktaking' }],
      worked: [expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/)],
    })
  await expect.poll(() => page.getByText('Unsaved changes').count()).toBe(0)

  await page.getByRole('checkbox', { name: 'Active', exact: true }).uncheck()
  await page.getByText('It has no users. Closed clients can’t be used').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('heading', { name: 'Client List' }).waitFor()
  expect((await storedClient('OAK')).active).toBe(true)
})

corner('a client with data is refused with the reason; an empty one is deleted', async () => {
  const { page } = administrator
  await makeClient(stage.portal.testDatabase, { code: 'EMPTY', name: 'Empty' })
  await makeSku(stage.portal.testDatabase, { client: 'BIRCH', code: 'STOOL' })
  await administrator.go(`${LIST}?client=BIRCH`)
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the client' }).click()
  await page.getByRole('dialog').getByRole('alert').getByText(/SKU/).first().waitFor()
  await page.keyboard.press('Escape')
  await administrator.go(`${LIST}?client=EMPTY`)
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete the client' }).click()
  await page.getByRole('heading', { name: 'Client List' }).waitFor()
  await page.getByText('Data deleted successfully.').first().waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'EMPTY' }).count()).toBe(0)
})

corner('lost menu entries are named before saving, and lost on the next call', async () => {
  const { page } = administrator
  const user = await makeSession(stage.portal.testDatabase, { clients: ['BIRCH'] })
  const withheld = async () => {
    const { body } = await stage.portal.call(session.current, {}, user)
    return body.client[0]?.withheld ?? []
  }
  expect(await withheld()).toEqual([])
  await administrator.go(`${OPTIONS}?client=BIRCH`)
  await page.getByRole('checkbox', { name: 'Covered, Carrier Prices' }).click()
  await page.getByText(/^The client’s users \(\d+\) lose Carrier Prices\.$/).waitFor()
  await page.getByRole('checkbox', { name: 'Switched off, Create New Order' }).click()
  await page.getByText(/lose Carrier Prices, Create New Order\.$/).waitFor()
  await page.keyboard.press('Control+s')
  await page.getByText('Enter a reason').first().waitFor()
  // The empty field shows an example that does not look like an error.
  await page.getByPlaceholder('e.g. stocktaking until Monday').waitFor()
  const colour = (part: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('[placeholder^="e.g."]'), '${part}').color`)
  expect(await colour('::placeholder')).not.toBe(await colour(''))
  await page.getByRole('textbox', { name: 'Reason it is switched off' }).fill('Stocktaking')
  await page.keyboard.press('Control+s')
  await expect.poll(withheld).toEqual(['carrierRoutingControl.carrierPrices', 'orderManagement.createNewOrder'])
  await expect.poll(() => page.getByText('Unsaved changes').count()).toBe(0)

  // Another user switches it on again meanwhile.
  const { body: options } = await stage.portal.call(
    clients.menuOptions,
    { query: { client: 'BIRCH' } },
    as(administrator),
  )
  await stage.portal.call(clients.setMenuOptions, { body: { ...options, switchedOff: [] } }, as(administrator))
  await page.getByRole('checkbox', { name: 'Covered, Carrier Prices' }).click()
  await page.keyboard.press('Control+s')
  const changed = page.getByRole('table', { name: 'Conflicting changes' })
  await changed.getByText('Order Management › Create New Order').waitFor()
  await expect.poll(() => changed.getByRole('row').count()).toBe(2)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.keyboard.press('Control+s')
  await expect.poll(withheld).toEqual([])
})

test('the parameters of a client decide what Create New Order offers', async () => {
  const { page } = administrator
  await makeSku(stage.portal.testDatabase, { client: 'BIRCH', code: 'LAMP', description: 'Lamp', unitValue: '12.35' })
  const user = await visit(stage, { clients: ['BIRCH'] })
  await user.go(CREATE)
  await user.page.getByLabel('Value of line 1').fill('5.00')
  await expect.poll(() => user.page.getByRole('button', { name: 'Add line' }).count()).toBe(1)

  await administrator.go(PARAMETERS)
  await page.getByText('Choose a client.').waitFor()
  await page.getByRole('combobox', { name: 'Client', exact: true }).last().click()
  await page.getByRole('option', { name: 'Birch & Co (BIRCH)' }).last().click()
  await page.getByRole('switch', { name: 'More than one line' }).focus()
  await page.keyboard.press('Space')
  await page.getByRole('switch', { name: 'Value of a line' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Control+s')
  await page.getByText('Client Params Updated').first().waitFor()
  await expect.poll(() => page.getByRole('switch', { name: 'More than one line' }).isChecked()).toBe(false)
  await expect.poll(() => page.getByRole('switch', { name: 'Parcel Delivery Status' }).isChecked()).toBe(true)

  const next = nextWorkingDay(dayOf(new Date()))
  const { code: _code, users: _users, ...birch } = await storedClient('BIRCH')
  const calendar = { ...birch.calendar, closed: [{ from: next, to: next, name: 'Stocktaking' }] }
  await stage.portal.call(clients.update, { body: { ...birch, calendar } }, as(administrator))

  await user.page.reload()
  await user.page.getByText(`If empty, ${formatDayShort(nextWorkingDay(next))} (next working day)`).waitFor()
  await user.page.getByText('Orders of this client have one line.').waitFor()
  await expect.poll(() => user.page.getByRole('button', { name: 'Add line' }).count()).toBe(0)
  await expect.poll(() => user.page.getByLabel('Value of line 1').count()).toBe(0)
  await user.page.getByRole('combobox', { name: 'SKU of line 1' }).fill('LAMP')
  await user.page.getByRole('option', { name: 'LAMP' }).click()
  await expect.poll(() => user.page.getByLabel('Order total').textContent()).toContain('£12.35')
  await user.page.keyboard.press('Enter')
  await expect.poll(() => user.page.getByRole('combobox', { name: /^SKU of line/ }).count()).toBe(1)
  await leave(user.page)
})

corner('a partly failed save is repeated, and a colleague’s changes are shown', async () => {
  const { page } = administrator
  const settingsOf = async () =>
    (await stage.portal.call(clients.settings, { query: { client: 'MAPLE' } }, as(administrator))).body
  await makeClient(stage.portal.testDatabase, { code: 'MAPLE', name: 'Maple', settings: {} })
  await administrator.go(`${PARAMETERS}?client=MAPLE`)
  const flag = page.getByRole('switch', { name: 'More than one line' })
  const [costs, staff] = [titleOf('showCosts'), titleOf('showStaffNames')].map((name) =>
    page.getByRole('switch', { name: new RegExp(`^${name}`) }),
  )
  await flag.press('Space')
  await costs?.press('Space')
  await page.route('**/api/orders/clients/params/set', (route) =>
    route.fulfill({ status: 400, json: { code: 'unknown', message: 'Not today.', requestId: 'r1' } }),
  )
  await page.keyboard.press('Control+s')
  await page.getByText('Not today.').first().waitFor()
  expect(await settingsOf()).toMatchObject({ version: 2, settings: { showCosts: true } })
  await page.unroute('**/api/orders/clients/params/set')
  await page.keyboard.press('Control+s')
  await expect.poll(() => page.getByText('Unsaved changes').count()).toBe(0)
  await expect.poll(() => flag.isChecked()).toBe(false)

  const theirs = { client: 'MAPLE', settings: { showCosts: false } }
  await stage.portal.call(clients.setSettings, { body: theirs }, as(administrator))
  await staff?.press('Space')
  await page.keyboard.press('Control+s')
  const changed = page.getByRole('table', { name: 'Conflicting changes' })
  await expect.poll(() => changed.getByRole('row').count()).toBe(2)
  await changed.getByText(titleOf('showCosts'), { exact: true }).waitFor()
  await expectAccessible(page, 'parameters that two change')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.keyboard.press('Control+s')
  await expect.poll(settingsOf).toMatchObject({ version: 4, settings: { showCosts: false, showStaffNames: true } })
})

corner('client users see only their own clients, and change nothing', async () => {
  const { page, go } = await visit(stage, { type: 'Client Administrator', clients: ['BIRCH'] })
  await go(LIST)
  await page.getByRole('link', { name: 'BIRCH' }).waitFor()
  await page.getByText('1 client', { exact: true }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Add client' }).isDisabled()).toBe(true)
  for (const address of [`${LIST}?client=BIRCH`, OPTIONS, PARAMETERS]) {
    await go(address)
    await page.getByText('Only internal users can change clients.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Save' }).count()).toBe(0)
    await expectAccessible(page, `${address}, read only`)
  }
  await go(`${LIST}?client=OAK`)
  await page.getByRole('alert').or(page.getByText('Client not found')).first().waitFor()
  await expect.poll(() => page.getByText('Oak Furniture').count()).toBe(0)
  await leave(page)
})

corner('each screen is accessible in light and dark', async () => {
  const { page } = administrator
  const quiet = quietOf(page)
  for (const address of [
    LIST,
    `${LIST}?client=BIRCH`,
    OPTIONS,
    `${OPTIONS}?client=BIRCH`,
    `${PARAMETERS}?client=BIRCH`,
  ]) {
    await administrator.go(address)
    await quiet()
    await expectAccessibleInBoth(page, address)
  }
})
