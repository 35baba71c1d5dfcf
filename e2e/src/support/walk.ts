import type { Page } from 'playwright-core'
import { vi } from 'vitest'

/** A timeout for hangs only. */
const PATIENCE_MS = 120_000

/**
 * Navigates like a link, without reloading the portal, and waits until the router has drawn the screen. Removes earlier
 * notifications, so that the test does not mistake them for new ones. Cached answers stay fresh as for a user: use
 * `load` to see what a test changed behind the page. Throws if the router does not arrive.
 */
export async function walk(page: Page, address: string): Promise<void> {
  await page.evaluate(`{
    for (const said of document.querySelectorAll('.toast .mantine-Notification-description, [role=log] p'))
      said.textContent = ''
    for (const close of document.querySelectorAll('.toast button')) close.click()
    // The link that was clicked had the focus.
    document.activeElement.blur()
    window.isDrawn = false
    // The name under which the router exposes itself to its developer tools.
    const stop = __TSR_ROUTER__.subscribe('onRendered', () => {
      stop()
      window.isDrawn = true
    })
    history.pushState({}, '', ${JSON.stringify(address)})
  }`)
  // Poll, because a long pending promise of the page may be garbage collected.
  const isDrawn = () => page.evaluate<boolean>('window.isDrawn')
  await vi.waitUntil(isDrawn, { timeout: PATIENCE_MS, interval: 10 }).catch((error: unknown) => {
    throw new Error(`The router did not draw ${address}`, { cause: error })
  })
  await page.locator('h1').first().waitFor()
}
