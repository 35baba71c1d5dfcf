import type { Page } from 'playwright-core'

/** How long a notification is shown, and how long a second takes that is counted down. */
export const [SHOWN_MS, SECOND_MS] = [3000, 1000]

/**
 * Holds what a page that is not loaded yet lets begin after just so many milliseconds: their time is over when they are
 * let go. Playwright's own clock would stay in the window for those who come after.
 */
export async function holdTimers(page: Page, heldMs: number): Promise<void> {
  await page.addInitScript(`{
    const [later, never] = [window.setTimeout, window.clearTimeout]
    const held = new Map()
    let last = 0
    window.setTimeout = (work, ms, ...given) => {
      if (ms !== ${heldMs}) return later(work, ms, ...given)
      held.set(--last, work)
      return last
    }
    window.clearTimeout = (timer) => held.delete(timer) || never(timer)
    window.letTimersGo = () => {
      for (const [timer, work] of [...held]) held.delete(timer) && work()
    }
  }`)
}

/** Lets the time be over for all that is held. */
export async function letTimersGo(page: Page): Promise<void> {
  await page.evaluate('window.letTimersGo()')
}
