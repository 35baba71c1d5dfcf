import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'

/** Long enough to draw an answer, and to send the requests that follow from it. */
const QUIET_MS = 150
const PATIENCE_MS = 120_000

/**
 * Watches the requests of a page. Returns a function that waits until all are answered and drawn and no more follow.
 * Playwright's networkidle takes half a second each time, and only works while loading. Throws with the open requests
 * after a timeout.
 */
export function quietOf(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  let last = 0
  const note = (change: (request: Request) => unknown) => (request: Request) => {
    change(request)
    last = performance.now()
  }
  // Requests of the previous page are cancelled by a navigation.
  page.on(
    'request',
    note((request) => {
      if (request.isNavigationRequest()) open.clear()
      open.add(request)
    }),
  )
  page.on(
    'requestfinished',
    note((request) => open.delete(request)),
  )
  page.on(
    'requestfailed',
    note((request) => open.delete(request)),
  )
  return async () => {
    const until = performance.now() + PATIENCE_MS
    for (;;) {
      while (open.size > 0 || performance.now() - last < QUIET_MS) {
        if (performance.now() > until)
          throw new Error(`Still asked: ${[...open].map((request) => request.url()).join(', ')}`)
        await sleep(20)
      }
      const before = last
      await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))')
      if (last === before && open.size === 0) return
    }
  }
}
