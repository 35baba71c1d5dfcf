import { launchBrowser } from '@despatch/e2e/support/browser'
import type { CDPSession, Page } from 'playwright-core'
import { median, table, whole } from '../table.ts'
import type { ShopOrder } from './shop.ts'

/** A phone on a slow network: 1.6 Mbit/s, 150 ms latency, a quarter of a processor. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }
const PROCESSOR = 4
const WEIGHT_AIM = 50_000
const USABLE_AIM_MS = 1500
const STEPS = ['order', 'items', 'options', 'confirm', 'return'] as const

type Step = { readonly bytes: number; readonly requests: number; readonly usable: number }

/**
 * Measures each page of the shopper's steps in Chromium without scripts, emulating a phone on a slow network: bytes
 * transferred, and time from request until the page is loaded and painted. A form's time includes its redirect. Prints
 * medians.
 *
 * @returns the aims that were missed
 */
export async function measurePhone(page: string, orders: readonly ShopOrder[]): Promise<string[]> {
  const ways: Step[][] = []
  const browser = await launchBrowser()
  try {
    for (const order of orders) {
      const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
      ways.push(await goThrough(await context.newPage(), page, order))
      await context.close()
    }
  } finally {
    await browser.close()
  }
  const rows = STEPS.map((name, at) => {
    const of = (figure: keyof Step) => median(ways.map((way) => way[at]?.[figure] ?? Number.NaN))
    return { name, bytes: of('bytes'), requests: of('requests'), usable: of('usable') }
  })
  console.log(
    `\nThe page for shoppers on a phone: 1.6 Mbit/s, 150 ms, a quarter of a processor, ${orders.length} times (aims: ${whole(WEIGHT_AIM)} bytes, ${whole(USABLE_AIM_MS)} ms)`,
  )
  console.log(
    table(
      ['', 'bytes', 'requests', 'loaded after ms'],
      rows.map(({ name, bytes, requests, usable }) => [name, whole(bytes), whole(requests), whole(usable)]),
    ),
  )
  return rows.flatMap(({ name, bytes, usable }) => [
    ...(bytes > WEIGHT_AIM ? [`shoppers: the page '${name}' has ${whole(bytes)} bytes`] : []),
    ...(usable > USABLE_AIM_MS ? [`shoppers: the page '${name}' is loaded after ${whole(usable)} ms on a phone`] : []),
  ])
}

async function goThrough(page: Page, url: string, { order, postCode }: ShopOrder): Promise<Step[]> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', NETWORK)
  await session.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR })
  const send = () => page.locator('main form button[type=submit], main form button:not([type])').last().click()
  const steps = [await timed(session, page, () => page.goto(url))]
  await page.locator('[name=order]').fill(order)
  await page.locator('[name=proof]').fill(postCode)
  steps.push(await timed(session, page, send))
  await page.locator('[name=take-1]').check()
  await page.locator('[name=reason-1]').selectOption('MIND')
  steps.push(await timed(session, page, send))
  await page.locator('[name=option-0]').first().check()
  steps.push(await timed(session, page, send))
  steps.push(await timed(session, page, send))
  if (!/\/R[A-Z0-9]{10}\//.test(page.url())) throw new Error(`The way of ${order} ended at ${page.url()}`)
  return steps
}

/** Counts bytes and requests until the next page is loaded. */
async function timed(session: CDPSession, page: Page, lead: () => Promise<unknown>): Promise<Step> {
  let [bytes, requests] = [0, 0]
  const began = performance.now()
  const sent = () => (requests += 1)
  const came = ({ encodedDataLength }: { encodedDataLength: number }) => (bytes += encodedDataLength)
  session.on('Network.requestWillBeSent', sent)
  session.on('Network.loadingFinished', came)
  await Promise.all([page.waitForEvent('load'), lead()])
  const usable = performance.now() - began
  session.off('Network.requestWillBeSent', sent)
  session.off('Network.loadingFinished', came)
  return { bytes, requests, usable }
}
