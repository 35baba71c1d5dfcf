import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Request } from 'playwright-core'

/** Long enough for an answer to be drawn, and for what it leads to be asked. */
const QUIET_MS = 150
const PATIENCE_MS = 120_000

/**
 * Watches what a page asks for. Gives a function that waits until all is answered, and drawn, and nothing more is asked:
 * what Playwright's networkidle is for, which takes half a second each time, and knows of nothing but loading.
 * It throws, naming them, when requests stay open.
 */
export function quietOf(page: Page): () => Promise<void> {
  const open = new Set<Request>()
  let last = 0
  const note = (change: (request: Request) => unknown) => (request: Request) => {
    change(request)
    last = performance.now()
  }
  // What the page before has asked for is answered to nobody.
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
