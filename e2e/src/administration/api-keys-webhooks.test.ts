import { contract } from '@despatch/contract/contract'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeClient, makeSku } from '../../../server/src/testing/factories.ts'
import { orderBody } from '../../../server/src/testing/order-body.ts'
import { openReceiver, type Receiver } from '../../../server/src/testing/receiver.ts'
import { expectAccessibleInBoth } from '../support/colours.ts'
import { corner } from '../support/corner.ts'
import { leave, openStage, type Stage, visit } from '../support/portal.ts'

const KEYS = '/setup-and-control/user-administration/api-keys'
const WEBHOOKS = '/feeds/webhooks'

let stage: Stage
let receiver: Receiver
beforeAll(async () => {
  stage = await openStage()
})
beforeEach(async () => {
  receiver = await openReceiver()
})
afterEach(() => receiver.close())
afterAll(() => stage.close())

async function feedOrder(access_token: string, SKU: string): Promise<number> {
  const answer = await fetch(`${stage.portal.url}/api/feeds/orders`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', access_token },
    body: `orderNumber,SKU,quantity\nFED-${Math.random()},${SKU},1\n`,
  })
  return answer.status
}

test('a key is created, shown once, used, replaced without a gap, and revoked', async () => {
  const client = await makeClient(stage.portal.testDatabase, { code: 'ASH' })
  const SKU = await makeSku(stage.portal.testDatabase, { client })
  const visitor = await visit(stage, { clients: [client], type: 'Client Administrator' })
  const { page } = visitor
  await visitor.go(KEYS)
  await page.getByText('No API keys yet.').waitFor()
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create API key' })
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await dialog.getByText('Enter a name').first().waitFor()
  await dialog.getByText('Choose at least one feed').first().waitFor()
  await dialog.getByRole('textbox', { name: /^Name/ }).fill('Warehouse')
  await dialog.getByRole('checkbox', { name: 'Orders Feed' }).check()
  await expectAccessibleInBoth(visitor.page, 'making a key')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const shown = page.getByRole('dialog', { name: 'Key Warehouse' })
  const key = shown.getByRole('textbox', { name: 'The key' })
  await expect.poll(() => key.inputValue()).toMatch(/^dsk_[\w-]{43}$/)
  const token = await key.inputValue()
  await expectAccessibleInBoth(visitor.page, 'a key, shown once')
  await shown.getByRole('button', { name: 'I have kept it' }).click()
  await shown.waitFor({ state: 'hidden' })
  await expect.poll(() => page.content()).not.toContain(token)

  const row = page.getByRole('row', { name: /Warehouse/ })
  await expect.poll(() => row.innerText()).toMatch(/Active[\s\S]*ASH[\s\S]*Orders Feed[\s\S]*Never/)
  expect(await feedOrder(token, SKU)).toBe(200)
  await page.reload()
  await expect.poll(() => row.innerText()).toContain('127.0.0.1')
  await expectAccessibleInBoth(visitor.page, 'the keys')
  await row.click()
  await page.keyboard.press('Space')
  const peek = page.getByRole('dialog', { name: 'Warehouse', exact: true })
  await peek.getByRole('list', { name: 'History, newest first' }).getByText('Created an API key').waitFor()
  await expectAccessibleInBoth(visitor.page, 'a key')
  await peek.getByRole('button', { name: 'Replace…' }).click()
  await page
    .getByRole('dialog', { name: 'Replace key Warehouse?' })
    .getByRole('button', { name: 'Replace key' })
    .click()
  await expect.poll(() => key.inputValue()).toMatch(/^dsk_[\w-]{43}$/)
  const next = await key.inputValue()
  await shown.getByRole('button', { name: 'I have kept it' }).click()
  await shown.waitFor({ state: 'hidden' })
  expect([await feedOrder(token, SKU), await feedOrder(next, SKU)]).toEqual([200, 200])
  await row.getByRole('button', { name: 'Revoke key Warehouse' }).click()
  const asking = page.getByRole('dialog', { name: 'Revoke key Warehouse?' })
  await asking.getByText(/^Last used .* from .*127\.0\.0\.1\.$/).waitFor()
  await asking.getByRole('button', { name: 'Revoke key' }).click()
  await page.getByText('The key Warehouse is revoked. Its next call will be rejected.', { exact: true }).waitFor()
  await expect.poll(() => row.innerText()).toContain('Revoked')
  expect([await feedOrder(token, SKU), await feedOrder(next, SKU)]).toEqual([401, 401])
  await row.click()
  await page.keyboard.press('Space')
  await peek.getByText('Replaced an API key').waitFor()
  await peek.getByText('Revoked an API key').waitFor()
  await leave(page)
})

corner('nobody makes a key for more than they hold, nor revokes the operator’s', async () => {
  const client = await makeClient(stage.portal.testDatabase, { code: 'BEECH' })
  const operator = await visit(stage, { clients: [], type: 'Internal Administrator', client })
  await stage.portal.call(
    contract['api-keys'].create,
    { body: { name: 'Operator’s', clients: [client], feeds: ['feeds.stockFeed'], expiresOn: '' } },
    operator,
  )
  await leave(operator.page)
  const visitor = await visit(stage, {
    clients: [client],
    type: 'Client Administrator',
    holds: (leaf, right) => leaf !== 'feeds.stockFeed' || right !== 'Edit',
  })
  const { page } = visitor
  await visitor.go(KEYS)
  const row = page.getByRole('row', { name: /Operator’s/ })
  await expect.poll(() => row.innerText()).toContain('Stock Feed')
  await expect.poll(() => row.getByRole('button', { name: /^Revoke/ }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create API key' })
  await expect.poll(() => dialog.getByRole('checkbox', { name: 'Stock Feed' }).isDisabled()).toBe(true)
  await dialog.getByText('You don’t have ‘Edit’ on it for BEECH.').waitFor()
  await leave(page)
})

corner('a key without an owner causes a warning per client, and is adopted', async () => {
  const { testDatabase } = stage.portal
  const [elm, fir] = [await makeClient(testDatabase, { code: 'ELM' }), await makeClient(testDatabase, { code: 'FIR' })]
  const visitor = await visit(stage, { clients: [elm, fir], type: 'Client Administrator' })
  for (const [client, name] of [
    [elm, 'Elm’s'],
    [fir, 'Fir’s'],
  ] as const)
    await stage.portal.call(
      contract['api-keys'].create,
      { body: { name, clients: [client], feeds: ['feeds.stockFeed'], expiresOn: '' } },
      visitor,
    )
  const { page } = visitor
  await visitor.go(KEYS)
  const peek = page.getByRole('dialog', { name: 'Elm’s', exact: true })
  await page.getByRole('row', { name: /Elm’s/ }).click()
  await page.keyboard.press('Space')
  await peek.getByRole('button', { name: 'Replace…' }).waitFor()
  expect(await peek.getByRole('button', { name: 'Take over…' }).count()).toBe(0)

  await testDatabase.asOwner(
    `update api_keys set orphaned_at = now(), orphaned_why = 'demoted', suspended_from = '2099-01-05T12:00:00Z'
     where client_codes && $1`,
    [[elm, fir]],
  )
  await visitor.load(KEYS)
  const warning = (name: string) =>
    page.getByText(`The API key ${name} has no owner. It will be suspended on 5 Jan 2099.`)
  await warning('Elm’s').waitFor()
  await expectAccessibleInBoth(page, 'the warning of a key without an owner')
  // The list takes the height that the warning leaves, so nothing is below the fold.
  await expect
    .poll(() => page.evaluate('document.documentElement.scrollHeight - document.documentElement.clientHeight'))
    .toBe(0)
  await page.getByRole('button', { name: 'Close until tomorrow' }).click()
  await expect.poll(() => warning('Elm’s').count()).toBe(0)
  await page.getByRole('combobox', { name: 'Client' }).click()
  await page.getByRole('option', { name: /FIR/ }).click()
  await warning('Fir’s').waitFor()
  await page.getByRole('row', { name: /Fir’s/ }).click()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Take over…' }).click()
  await page.getByRole('button', { name: 'Take over key' }).click()
  await page.getByText('You are now the owner of the key Fir’s.', { exact: true }).waitFor()
  await expect.poll(() => warning('Fir’s').count()).toBe(0)
  await leave(page)
})

test('a webhook is added, tested and sent events; failed deliveries are sent again', async () => {
  const client = await makeClient(stage.portal.testDatabase, { code: 'CEDAR' })
  const SKU = await makeSku(stage.portal.testDatabase, { client })
  const visitor = await visit(stage, { clients: [client] })
  const { page } = visitor
  await visitor.go(WEBHOOKS)
  await page.getByText('No webhooks yet.').waitFor()
  await page.getByRole('button', { name: 'Create webhook' }).click()
  const form = page.getByRole('form', { name: 'New Webhook' })
  await form.getByRole('textbox', { name: 'Name' }).fill('Shop')
  await form.getByRole('textbox', { name: 'Address' }).fill('https://10.0.0.1/hooks')
  await form.getByRole('checkbox', { name: 'Order created' }).check()
  await form.getByRole('button', { name: 'Create webhook' }).click()
  await form.getByText('This is a private network address').first().waitFor()
  await expectAccessibleInBoth(visitor.page, 'a new webhook')
  await form.getByRole('textbox', { name: 'Address' }).fill(receiver.url)
  await form.getByRole('button', { name: 'Create webhook' }).click()
  const shown = page.getByRole('dialog', { name: 'Secret of Shop' })
  await expect.poll(() => shown.getByRole('textbox', { name: 'The secret' }).inputValue()).toMatch(/^whsec_/)
  await shown.getByRole('button', { name: 'I have kept it' }).click()
  await page.getByRole('heading', { name: 'Shop', level: 1 }).waitFor()
  await page.getByText('Nothing has been sent yet.').waitFor()

  await page.getByRole('button', { name: 'Send a test' }).click()
  await page.getByText(/^Test delivered: 200: thanks, in \d+ ms\.$/).waitFor()
  const log = page.getByRole('table', { name: 'Deliveries, newest first' })
  await expect.poll(() => log.getByRole('row').nth(1).innerText()).toMatch(/Test[\s\S]*Delivered[\s\S]*200: thanks/)

  receiver.answers(() => ({ status: 500, body: 'not now' }))
  const made = await stage.portal.call(contract.orders.create, { body: orderBody({ SKU }) }, visitor)
  expect(made.status).toBe(200)
  await expect.poll(() => receiver.received.length).toBe(2)
  await page.reload()
  await page.getByText(/^All deliveries have failed since .*1 delivery waits\. Each is retried for a day\.$/).waitFor()
  const first = log.getByRole('row').nth(1)
  await expect.poll(() => first.innerText()).toMatch(/Order created[\s\S]*Retrying[\s\S]*500: not now/)
  await expectAccessibleInBoth(visitor.page, 'a webhook that fails')
  await first.getByText('Order created').click()
  await page.keyboard.press('Space')
  const peek = page.getByRole('dialog', { name: 'Order created' })
  await expect
    .poll(() => peek.getByRole('group', { name: 'Payload' }).innerText())
    .toMatch(/"event": "order\.created"[\s\S]*"Status": "N"/)
  const attempts = peek.getByRole('list', { name: 'Attempts, newest first' }).getByRole('listitem')
  await expect
    .poll(() => attempts.allInnerTexts())
    .toEqual([expect.stringMatching(/^Next try /), expect.stringMatching(/^500 .*, took \d+ ms\s+not now$/)])
  await expectAccessibleInBoth(visitor.page, 'a delivery')
  receiver.answers(() => ({ status: 204 }))
  await peek.getByRole('button', { name: 'Deliver again' }).click()
  await page.getByText('1 delivery is on the way again.', { exact: true }).waitFor()
  await expect.poll(() => first.innerText()).toMatch(/Delivered[\s\S]*204/)
  await expect.poll(() => page.getByText(/^All deliveries have failed since/).count()).toBe(0)
  await first.getByText('Order created').click()
  await page.keyboard.press('Space')
  await expect
    .poll(() => attempts.allInnerTexts())
    .toEqual([
      expect.stringMatching(/^204 .*, took \d+ ms; sent by hand$/),
      expect.stringMatching(/^500 .*, took \d+ ms\s+not now$/),
    ])
  await leave(page)
})

corner('conflicting edits offer a choice; the secret is replaced; switched off, deleted', async () => {
  const client = await makeClient(stage.portal.testDatabase, { code: 'DAMSON' })
  const visitor = await visit(stage, { clients: [client] })
  const body = { name: 'Shop', url: receiver.url, events: ['order.created' as const], active: true }
  const made = await stage.portal.call(contract.webhooks.create, { body }, visitor)
  const { _id } = made.body.webhook
  const { page } = visitor
  await visitor.go(`${WEBHOOKS}?webhook=${_id}&tab=settings`)
  const form = page.getByRole('form', { name: 'Shop' })
  await form.getByRole('checkbox', { name: 'All of parcels' }).check()
  await form.getByRole('checkbox', { name: 'On', exact: true }).uncheck()
  const theirs = { ...body, name: 'Web shop', _id, version: 1 }
  expect((await stage.portal.call(contract.webhooks.update, { body: theirs }, visitor)).status).toBe(200)
  await form.getByRole('button', { name: 'Save' }).click()
  await page
    .getByText(/changed this webhook/i)
    .first()
    .waitFor()
  await expectAccessibleInBoth(visitor.page, 'a webhook that two change')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Data updated successfully.', { exact: true }).waitFor()
  await expect
    .poll(async () => (await stage.portal.call(contract.webhooks.list, { query: {} }, visitor)).body.webhooks[0])
    .toMatchObject({ name: 'Web shop', active: false, version: 3 })
  await page.getByRole('button', { name: 'Replace secret…' }).click()
  await page.getByRole('button', { name: 'Replace secret', exact: true }).click()
  const shown = page.getByRole('dialog', { name: 'Secret of Web shop' })
  await shown.getByRole('button', { name: 'I have kept it' }).click()
  await page
    .getByText(/^The secret was replaced: until .* deliveries are signed with the one before as well\.$/)
    .waitFor()
  const history = page.getByRole('list', { name: 'History, newest first' })
  await expect.poll(() => history.getByText('Amended a webhook').count()).toBe(3)
  await history.getByText('Added a webhook').waitFor()
  await expectAccessibleInBoth(visitor.page, 'the settings of a webhook, with its history')
  await page.getByRole('button', { name: 'Delete…' }).click()
  await page.getByRole('button', { name: 'Delete the webhook' }).click()
  await page.getByText('Data deleted successfully.', { exact: true }).waitFor()
  await page.getByText('No webhooks yet.').waitFor()
  await leave(page)
})
