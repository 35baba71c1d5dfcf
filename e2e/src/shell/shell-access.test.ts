import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient } from '../../../server/src/testing/factories.ts'
import { corner } from '../support/corner.ts'
import { CREATE, ENQUIRY } from '../support/orders.ts'
import { leave, openStage, type Stage, visit } from '../support/portal.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('an entry switched off for the client says so and why', async () => {
  const client = await makeClient(stage.portal.testDatabase)
  await stage.portal.testDatabase.asOwner(`update clients set disabled_objects = $2 where client_code = $1`, [
    client,
    JSON.stringify({ 'orderManagement.createNewOrder': 'Stocktaking until Monday' }),
  ])
  const visitor = await visit(stage, { clients: [client] })
  const { page } = visitor
  await visitor.go(CREATE)
  await page.getByRole('heading', { name: 'You don’t have access to Create New Order' }).waitFor()
  await page.getByText('This is switched off. Stocktaking until Monday', { exact: true }).waitFor()
  await expect.poll(() => page.getByText(/Your role is/).count()).toBe(0)
  await visitor.go(ENQUIRY)
  await page.getByRole('heading', { name: 'Order & Returns Enquiry', exact: true }).waitFor()
  await leave(visitor.page)
})

corner('a user whose clients are all closed sees why, and opens nothing', async () => {
  const client = await makeClient(stage.portal.testDatabase)
  await stage.portal.testDatabase.asOwner('update clients set active = false where client_code = $1', [client])
  const visitor = await visit(stage, { clients: [client], client: '' })
  const { page } = visitor
  const said = 'Your client is closed, or you have no client. Contact the operator.'
  await visitor.go('/home')
  await page.getByRole('tabpanel').getByText(said, { exact: true }).waitFor()
  const menu = page.getByRole('navigation', { name: 'Menu' })
  await expect.poll(() => menu.getByRole('button', { expanded: false }).count()).toBe(0)
  await expect.poll(() => menu.getByRole('link').allInnerTexts()).toEqual(['Despatch'])
  for (const path of [CREATE, '/feeds/orders']) {
    await visitor.go(path)
    await page.getByRole('heading', { name: /^You don’t have access to/ }).waitFor()
    await page.getByRole('tabpanel').getByText(said, { exact: true }).waitFor()
  }
  await leave(visitor.page)
})
