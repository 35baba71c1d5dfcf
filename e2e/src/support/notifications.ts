import type { Page } from 'playwright-core'

/**
 * Waits until a notification has shown a text. It is visible for three seconds, and a slow machine may look later, so
 * this reads the live region, which contains all texts.
 */
export async function waitUntilSaid(page: Page, text: string): Promise<void> {
  await page.getByRole('log').locator('p', { hasText: text }).first().waitFor({ state: 'attached' })
}
