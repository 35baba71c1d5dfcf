import type { Page } from 'playwright-core'

/**
 * Waits until a notification has said something. It is shown for three seconds, and a slow machine may look later: what it
 * said stays in the list that is read out.
 */
export async function waitUntilSaid(page: Page, text: string): Promise<void> {
  await page.getByRole('log').locator('p', { hasText: text }).first().waitFor({ state: 'attached' })
}
