import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Route } from 'playwright-core'
import type { Fault } from './step.ts'

/** How long a slow call takes before it leaves. */
const SLOW_MS = 400

/** Whether a call that meets the fault comes to the server. */
export const reachesServer = (fault: Fault): boolean =>
  !['it never leaves', 'the server is not ready', 'the network is away'].includes(fault)
/** Whether the page gets the server's answer. */
export const isAnswered = (fault: Fault): boolean => ['none', 'it is slow', 'it is pressed twice'].includes(fault)

/** How long a call that has to come may take to leave: a form checks what was typed first. */
const LEAVES_WITHIN_MS = 20_000

/**
 * Presses what sends a call to a path while a fault is at work, and gives when all is over: the answer is there, or was lost, or the
 * page is loaded again. `mayAsk`: a question may come instead of the call.
 */
export async function pressUnder(
  page: Page,
  fault: Fault,
  path: RegExp,
  {
    press,
    settled,
    mayAsk = false,
  }: { press: (times: 1 | 2) => Promise<void>; settled: () => Promise<void>; mayAsk?: boolean },
): Promise<void> {
  let met: () => void
  const hasMet = new Promise<void>((resolve) => (met = resolve))
  const handle = async (route: Route) => {
    await meet(route, fault)
    met()
  }
  const context = page.context()
  if (fault === 'the network is away') await context.setOffline(true)
  else if (fault !== 'none' && fault !== 'it is pressed twice') await page.route(path, handle, { times: 1 })
  const leaves = mayAsk ? undefined : page.waitForRequest(path, { timeout: LEAVES_WITHIN_MS })
  await press(fault === 'it is pressed twice' ? 2 : 1)
  await leaves
  if (fault === 'the page is loaded again meanwhile') {
    // Where the page asks instead, no call leaves.
    const asks = mayAsk
      ? [
          page
            .getByRole('dialog')
            .waitFor()
            .then(() => false),
        ]
      : []
    if (await Promise.race([hasMet.then(() => true), ...asks])) {
      await page.reload()
      await page.locator('h1').first().waitFor()
    }
  }
  await settled()
  if (fault === 'the network is away') await context.setOffline(false)
  await page.unroute(path)
}

async function meet(route: Route, fault: Fault): Promise<void> {
  switch (fault) {
    case 'its answer is lost':
    case 'the page is loaded again meanwhile':
      await route.fetch()
      return route.abort()
    case 'it never leaves':
      return route.abort()
    case 'the server is not ready':
      return route.fulfill({ status: 503, json: { code: 'unavailable', message: 'The server is not ready.' } })
    case 'it is slow':
      await sleep(SLOW_MS)
      return route.continue()
    case 'none':
    case 'it is pressed twice':
    case 'the network is away':
      return route.continue()
  }
}
