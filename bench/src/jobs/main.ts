// npm run test:jobs -- [URL]: does the ten jobs of docs/ten-jobs.md in a real browser on a running demo, and counts
// motions. Then opens each screen and types in each list, and prints the slowest paints.
import { launchBrowser } from '@despatch/e2e/support/browser'
import type { Page } from 'playwright-core'
import { table } from '../table.ts'
import { type Effort, Hand } from './hand.ts'
import { JOBS, type Subject } from './jobs.ts'
import { interactionsOf, paintScreens, printPaints, typeInLists, watchPaints } from './paints.ts'

const url = process.argv[2] ?? 'http://localhost:3000'
const PASSWORD = 'open the loading bay'

const browser = await launchBrowser()
try {
  const page = await browser.newPage({
    baseURL: url,
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
  })
  // For hangs only: a busy machine is slow, but the model's seconds do not depend on it.
  page.setDefaultTimeout(60_000)
  await watchPaints(page)
  await signIn(page)
  const subject: Subject = { ...(await chooseSubject(page)), orderNumber: '' }
  const efforts: Effort[] = []
  for (const job of JOBS) {
    const hand = new Hand(page)
    await job.do(hand, page, subject)
    efforts.push(hand.effort)
    await job.tidyUp?.(page, subject)
  }
  print(efforts)
  const ofJobs = await interactionsOf(page)
  const lists = await typeInLists(page)
  const ofTyping = await interactionsOf(page)
  console.log(`\ntyped in ${lists} lists`)
  printPaints([...ofJobs, ...ofTyping], await paintScreens(page))
} finally {
  await browser.close()
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Username').fill('ops.user')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('region', { name: 'To do' }).waitFor()
}

/** A customer with orders, and a parcel in transit. */
async function chooseSubject(page: Page): Promise<Pick<Subject, 'customer' | 'trackingNumber'>> {
  await page.goto('/reporting-and-enquiries/parcel-delivery-status')
  // One that ends with digits, not with a country.
  const parcel = page.locator('[data-rows] td[data-pinned] a', { hasText: /\d{5}\s*$/ }).first()
  const trackingNumber = (await parcel.innerText()).trim()
  await page.goto('/order-management/order_suspend_amend_or_cancel')
  // The first order may need attention because it has no recipient.
  const customer = page.locator('[data-rows] td[data-column="customer"]', { hasText: /\S\s+\S/ }).first()
  const name = (await customer.innerText()).trim()
  await page.goto('/home')
  await page.getByRole('region', { name: 'To do' }).waitFor()
  return { customer: name, trackingNumber }
}

function print(efforts: readonly Effort[]): void {
  const row = (title: string, effort: Effort) => [
    title,
    String(effort.clicks),
    String(effort.keys),
    effort.seconds.toFixed(1),
    effort.waited.toFixed(1),
  ]
  const sum = { clicks: 0, keys: 0, seconds: 0, waited: 0 }
  for (const effort of efforts) {
    sum.clicks += effort.clicks
    sum.keys += effort.keys
    sum.seconds += effort.seconds
    sum.waited += effort.waited
  }
  const rows = efforts.map((effort, index) => row(JOBS[index]?.title ?? '', effort))
  console.log(table(['job', 'clicks', 'keys', 'seconds of the hand', 'seconds waited'], [...rows, row('in sum', sum)]))
}
