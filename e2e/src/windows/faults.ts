import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Route } from 'playwright-core'
import type { Fault } from './step.ts'

/** Delay of a slow call before it is sent. */
const SLOW_MS = 400

/** Whether a call with the fault reaches the server. */
export const reachesServer = (fault: Fault): boolean =>
  !['it never leaves', 'the server is not ready', 'the network is away'].includes(fault)
/** Whether the page receives the server's answer. */
export const isAnswered = (fault: Fault): boolean => ['none', 'it is slow', 'it is pressed twice'].includes(fault)

/** How long a form may take to validate before it sends its call. */
const LEAVES_WITHIN_MS = 20_000

/**
 * Presses a button that calls `path` while a fault is active. Resolves once the answer has arrived or was lost, or the
 * page has reloaded. With `mayAsk` a dialog may open instead of a call.
 */
export async function pressWith(
  page: Page,
  fault: Fault,
  path: RegExp,
  {
    press,
    settled,
    mayAsk = false,
  }: { press: (times: 1 | 2) => Promise<void>; settled: () => Promise<void>; mayAsk?: boolean },
): Promise<void> {
  let markApplied: () => void
  const isApplied = new Promise<void>((resolve) => (markApplied = resolve))
  const handle = async (route: Route) => {
    await applyFault(route, fault)
    markApplied()
  }
  const context = page.context()
  if (fault === 'the network is away') await context.setOffline(true)
  else if (fault !== 'none' && fault !== 'it is pressed twice') await page.route(path, handle, { times: 1 })
  const leaves = mayAsk ? undefined : page.waitForRequest(path, { timeout: LEAVES_WITHIN_MS })
  await press(fault === 'it is pressed twice' ? 2 : 1)
  await leaves
  if (fault === 'the page is loaded again meanwhile') {
    // If a dialog opens, there is no call.
    const asks = mayAsk
      ? [
          page
            .getByRole('dialog')
            .waitFor()
            .then(() => false),
        ]
      : []
    if (await Promise.race([isApplied.then(() => true), ...asks])) {
      await page.reload()
      await page.locator('h1').first().waitFor()
    }
  }
  await settled()
  if (fault === 'the network is away') await context.setOffline(false)
  await page.unroute(path)
}

async function applyFault(route: Route, fault: Fault): Promise<void> {
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
