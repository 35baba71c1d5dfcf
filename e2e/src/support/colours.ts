import type { Page } from 'playwright-core'
import { expectAccessible, switchColours } from './portal.ts'

/** `npm run test:browser` and `npm run test:screens` check every screen in light and dark; otherwise one is enough. */
export const LOOKS_IN_FULL = process.env['LOOKS_IN_FULL'] !== undefined

/**
 * Expects axe to find no fault in light and dark or, without {@link LOOKS_IN_FULL}, in the page's current colours.
 * Starts with the current ones: switching takes longer than most checks.
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
