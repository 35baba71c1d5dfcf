import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeClient } from '../../../server/src/testing/factories.ts'
import { CREATE, createOrder } from '../support/orders.ts'
import { leave, openStage, type Stage, visit } from '../support/portal.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage.close())

test('staff choose a client for one screen; the choice at the top stays, and goes first when it changes', async () => {
  const database = stage.portal.testDatabase
  const [north, south] = [
    await makeClient(database, { name: 'North Lamps' }),
    await makeClient(database, { name: 'South Chairs' }),
  ]
  const staff = await visit(stage, { type: 'Internal User', clients: [], client: 'All_client' })
  const { page } = staff
  const asked: (string | undefined)[] = []
  page.on('request', (request) => request.url().endsWith('/nextcustRef') && asked.push(request.headers()['client']))
  const [top, onScreen] = [
    page.locator('[data-client-switcher]'),
    page.getByRole('combobox', { name: 'Client of this screen' }),
  ]
  const forClient = () => new URL(page.url()).searchParams.get('for')
  async function choose(name: string) {
    await page.evaluate('new Promise((later) => setTimeout(later))')
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
  }

  await staff.go(CREATE)
  await page.getByText('Choose a client to create an order.').waitFor()
  await choose('south')
  await page.getByLabel('Order reference').waitFor()
  expect(forClient()).toBe(south)
  expect(await top.inputValue()).toBe('Add All')
  await expect.poll(() => onScreen.inputValue()).toBe(`South Chairs (${south})`)

  await onScreen.click()
  await choose('north')
  await expect.poll(forClient).toBe(north)
  const reference = page.getByLabel('Order reference')
  await expect.poll(() => reference.inputValue()).toMatch(new RegExp(`^${north}`))
  expect(asked).toEqual([south, north])

  // Another screen is for all clients again; a reload keeps the client of the address.
  await staff.go('/home')
  await expect.poll(() => onScreen.count()).toBe(0)
  await staff.go(`${CREATE}?for=${south}`)
  await page.reload()
  await page.getByLabel('Order reference').waitFor()
  await expect.poll(() => onScreen.inputValue()).toBe(`South Chairs (${south})`)

  await top.click()
  await choose('north')
  await expect.poll(forClient).toBeNull()
  await expect.poll(() => onScreen.count()).toBe(0)
  await expect.poll(() => reference.inputValue()).toMatch(new RegExp(`^${north}`))
  await leave(page)
})

test('a client’s user cannot choose a client by address', async () => {
  const clients = [await makeClient(stage.portal.testDatabase), await makeClient(stage.portal.testDatabase)] as const
  const visitor = await visit(stage, { clients: [...clients], client: clients[0] })
  await createOrder(stage, { ...visitor, client: clients[0] }, { orderNo: 'OWN-1' })
  await visitor.go(`/order-management/view-new-orders?for=${clients[1]}`)
  await visitor.page.getByRole('link', { name: 'OWN-1' }).waitFor()
  expect(await visitor.page.getByRole('combobox', { name: 'Client of this screen' }).count()).toBe(0)
  await leave(visitor.page)
})
