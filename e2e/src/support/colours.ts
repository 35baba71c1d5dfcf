import type { Page } from 'playwright-core'
import { expectAccessible, switchColours } from './portal.ts'

/**
 * Expects axe to find nothing wrong in light and in dark. It begins with the colours that the page is in: to switch them
 * takes the browser longer than most looks, and once is enough.
 */
export async function expectAccessibleInBoth(page: Page, where: string, part?: string): Promise<void> {
  const isDark = (await page.locator('html[data-mantine-color-scheme="dark"]').count()) > 0
  for (const colours of isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)) {
    await switchColours(page, colours)
    await expectAccessible(page, `${where}, ${colours}`, part)
  }
}
