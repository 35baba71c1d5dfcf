import { orders } from '@despatch/contract/orders/orders'
import type { Page } from 'playwright-core'
import { makeSku } from '../../../server/src/testing/factories.ts'
import { orderBody } from '../../../server/src/testing/order-body.ts'
import type { Stage, Visitor } from './portal.ts'

export const CREATE = '/order-management/create-new-order'
export const ENQUIRY = '/reporting-and-enquiries/order-and-returns-enquiry'
export const RESULTS = `${ENQUIRY}/search-results-order`
export const ORDER = `${ENQUIRY}/summary-for-order`
export const HISTORY = `${ENQUIRY}/summary-order-history`

/** Creates an order through the call, as this visitor's client. */
export async function createOrder(
  { portal }: Stage,
  { token, client }: Pick<Visitor, 'token' | 'client'>,
  options: Partial<Parameters<typeof orderBody>[0]> = {},
): Promise<string> {
  const SKU = options.SKU ?? (await makeSku(portal.testDatabase, { client }))
  const { status, body } = await portal.call(orders.create, { body: orderBody({ ...options, SKU }) }, { token, client })
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body.orderNumber
}

/** Fills in an order that could be submitted. */
export async function typeOrder(page: Page, options: { SKU: string; quantity?: string }): Promise<void> {
  await page.getByLabel('First name').fill('Ada')
  await page.getByLabel('Last name').fill('Lovelace')
  await page.getByLabel('Email').fill('ada@example.com')
  await page.getByLabel('Postcode').fill('SW1Y 4JH')
  await page.getByLabel('Address line 1').fill('12 St James Square')
  await page.getByRole('combobox', { name: 'SKU of line 1' }).fill(options.SKU)
  await page.getByRole('option', { name: options.SKU }).click()
  if (options.quantity) await page.getByLabel('Quantity of line 1').fill(options.quantity)
}

/** The number of the client's orders. */
export async function countOrders({ portal }: Stage, client: string): Promise<number> {
  const [row] = await portal.testDatabase.asOwner('select count(*)::int as count from orders where client_code = $1', [
    client,
  ])
  return Number(row?.['count'])
}
