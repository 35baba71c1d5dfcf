import type { Page } from 'playwright-core'
import { expectAccessible, switchColours } from './portal.ts'

/** `npm run test:browser` and `npm run test:screens` look at everything in light and in dark; otherwise once is enough. */
export const LOOKS_IN_FULL = process.env['LOOKS_IN_FULL'] !== undefined

/**
 * Expects axe to find nothing wrong in light and in dark, or in the colours that the page is in where not all looks are
 * taken. It begins with those: to switch them takes the browser longer than most looks.
 */
export async function expectAccessibleInBoth(page: Page, where: string, part?: string): Promise<void> {
  const isDark = (await page.locator('html[data-mantine-color-scheme="dark"]').count()) > 0
  const [first, second] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)
  await switchColours(page, first)
  await expectAccessible(page, `${where}, ${first}`, part)
  if (!LOOKS_IN_FULL) return
  await switchColours(page, second)
  await expectAccessible(page, `${where}, ${second}`, part)
}
