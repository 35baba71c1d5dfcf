import type { Page } from 'playwright-core'
import { vi } from 'vitest'

/** For what hangs. */
const PATIENCE_MS = 120_000

/**
 * Goes to an address as a link to it would, without loading the portal again, and waits until the router has drawn the
 * screen there. What was said on the way is taken away, so that nothing old is taken for an answer to what comes next.
 * Answers are as fresh as those of someone who walks: what a test changes behind the page takes `load` to be seen.
 * It throws when the router does not get there.
 */
export async function walk(page: Page, address: string): Promise<void> {
  await page.evaluate(`{
    for (const said of document.querySelectorAll('.toast .mantine-Notification-description, [role=log] p'))
      said.textContent = ''
    for (const close of document.querySelectorAll('.toast button')) close.click()
    // The focus was on the link.
    document.activeElement.blur()
    window.isDrawn = false
    // The name under which the router is there for its tools.
    const stop = __TSR_ROUTER__.subscribe('onRendered', () => {
      stop()
      window.isDrawn = true
    })
    history.pushState({}, '', ${JSON.stringify(address)})
  }`)
  // Asked again and again: a promise of the page's that is long in coming may be collected as garbage.
  const isDrawn = () => page.evaluate<boolean>('window.isDrawn')
  await vi.waitUntil(isDrawn, { timeout: PATIENCE_MS, interval: 10 }).catch((error: unknown) => {
    throw new Error(`The router did not draw ${address}`, { cause: error })
  })
  await page.locator('h1').first().waitFor()
}
