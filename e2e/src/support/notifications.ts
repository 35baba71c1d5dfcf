import type { Page } from 'playwright-core'

/**
 * Waits until a notification has said something. It is shown for three seconds, and a slow machine may look later: what it
 * said stays in the list that is read out.
 */
export async function waitUntilSaid(page: Page, text: string): Promise<void> {
  await page.getByRole('log').locator('p', { hasText: text }).first().waitFor({ state: 'attached' })
}

/** Keeps the notifications of a page that is not loaded yet: their three seconds are over when they are let go. */
export async function holdNotifications(page: Page): Promise<void> {
  await page.addInitScript(`{
    const [later, never] = [window.setTimeout, window.clearTimeout]
    const held = new Map()
    let last = 0
    window.setTimeout = (work, ms, ...given) => {
      if (ms !== 3000) return later(work, ms, ...given)
      held.set(--last, work)
      return last
    }
    window.clearTimeout = (timer) => held.delete(timer) || never(timer)
    window.letNotificationsGo = () => {
      for (const [timer, work] of [...held]) held.delete(timer) && work()
    }
  }`)
}

/** Lets three seconds be over for all notifications that are held. */
export async function letNotificationsGo(page: Page): Promise<void> {
  await page.evaluate('window.letNotificationsGo()')
}
