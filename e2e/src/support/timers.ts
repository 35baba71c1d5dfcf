import type { Page } from 'playwright-core'

/** Milliseconds for which a notification is shown, and of a second of a countdown. */
export const [SHOWN_MS, SECOND_MS] = [3000, 1000]

/**
 * Holds timers of exactly `heldMs` on a page that is not loaded yet, until they are released. Playwright's own clock
 * would stay in the window for later tests.
 */
export async function holdTimers(page: Page, heldMs: number): Promise<void> {
  await page.addInitScript(`{
    const [later, never] = [window.setTimeout, window.clearTimeout]
    const held = new Map()
    let last = 0
    window.setTimeout = (work, ms, ...parameters) => {
      if (ms !== ${heldMs}) return later(work, ms, ...parameters)
      held.set(--last, work)
      return last
    }
    window.clearTimeout = (timer) => held.delete(timer) || never(timer)
    window.letTimersGo = () => {
      for (const [timer, work] of [...held]) held.delete(timer) && work()
    }
  }`)
}

/** Fires all timers on hold. */
export async function letTimersGo(page: Page): Promise<void> {
  await page.evaluate('window.letTimersGo()')
}
