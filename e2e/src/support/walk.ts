import type { Page } from 'playwright-core'

/**
 * Goes to an address as a link to it would, without loading the portal anew, and waits until the other screen is there.
 * For another record of the same screen wait for what it says: it may have the heading of the one before.
 */
export async function walk(page: Page, address: string): Promise<void> {
  await page.evaluate(`document.querySelector('h1').setAttribute('data-left', '')
    history.pushState({}, '', ${JSON.stringify(address)})`)
  await page.locator('h1:not([data-left])').first().waitFor()
}
