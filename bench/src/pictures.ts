// npm run pictures -- [URL]: takes the pictures of docs/looks.md on a running demo, in light and dark and four widths.
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { launchBrowser } from '@despatch/e2e/support/browser'
import type { Page } from 'playwright-core'

const url = process.argv[2] ?? 'http://localhost:3000'
const PASSWORD = 'open the loading bay'
const FOLDER = join(import.meta.dirname, '../../docs/pictures/looks')
const SIZES = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
]

/** The screens to show, by the name of their pictures. */
const SCREENS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  home: (page) => page.goto('/home'),
  orders: (page) => page.goto('/order-management/view-new-orders'),
  order: async (page) => {
    await page.goto('/order-management/view-new-orders')
    const order = await page.locator('[data-rows] a').first().getAttribute('href')
    await page.goto(order ?? '')
  },
  carriers: (page) => page.goto('/reporting-and-enquiries/carrier-performance-report'),
}

await mkdir(FOLDER, { recursive: true })
const browser = await launchBrowser()
try {
  for (const colorScheme of ['light', 'dark'] as const)
    for (const viewport of SIZES) {
      const page = await browser.newPage({
        baseURL: url,
        viewport,
        colorScheme,
        locale: 'en-GB',
        timezoneId: 'Europe/London',
        reducedMotion: 'reduce',
      })
      await signIn(page)
      for (const [name, open] of Object.entries(SCREENS)) {
        await open(page)
        await page.waitForLoadState('networkidle')
        const path = join(FOLDER, `${name}-${viewport.width}-${colorScheme}.jpg`)
        await page.screenshot({ path, type: 'jpeg', quality: 70 })
        console.log(path)
      }
      await page.close()
    }
} finally {
  await browser.close()
}

async function signIn(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Username').fill('ops.admin')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('region', { name: 'To do' }).waitFor()
}
