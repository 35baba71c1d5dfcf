import { ALL_CLIENTS } from '@despatch/domain/administration/roles/role-types'
import { launchBrowser } from '@despatch/e2e/support/browser'
import type { CDPSession, Page } from 'playwright-core'
import { STAFF } from './fill.ts'
import { residentMegabytes, type Server, withPeakMemory } from '../load/processes.ts'
import { signIn } from '../load/sign-in.ts'
import { median, table, whole } from '../table.ts'
import { WATCH_ROWS } from '../feeds/watch-rows.ts'

/** Every order of every client, newest first. */
const LIST = '/reporting-and-enquiries/order-and-returns-enquiry/search-results-order?cancelled=shown&limit=999999'
const FIRST_AIM = 300
const BLANK_AIM = 100
const HEAP_AIM = 150
/** What the server may have more afterwards than before: it has not served a list before. */
const GROWTH_AIM = 50

const JUMPS = [0.1, 0.5, 0.9, 0.3]
const WHEEL_PIXELS = 120
const WHEEL_EVERY_MS = 30
const WHEEL_FOR_MS = 5000

type Round = { inside: number; load: number; wheel: { blank: number; frame: number }; jumps: number[]; heap: number }

/**
 * Opens the list of all orders of all clients with the page size 'All' in Chromium. Measures the time until its first
 * rows are shown, how long places scrolled to stay blank, and memory. Returns the aims missed.
 */
export async function measureAllRows(product: Server, { rounds, orders }: { rounds: number; orders: number }) {
  const token = await signIn(product, STAFF)
  const kept = Object.entries({ access_token: token, client: ALL_CLIENTS }).map(([name, value]) => ({ name, value }))
  const browser = await launchBrowser()
  const before = await residentMegabytes(product.pid)
  try {
    const { result, peak } = await withPeakMemory(product.pid, async () => {
      const measured: Round[] = []
      for (let round = 0; round < rounds; round++) {
        const context = await browser.newContext({
          baseURL: product.url,
          viewport: { width: 1280, height: 800 },
          storageState: { cookies: [], origins: [{ origin: new URL(product.url).origin, localStorage: kept }] },
        })
        measured.push(await measureOnce(await context.newPage()))
        await context.close()
      }
      return measured
    })
    return report(result, { before, peak, after: await residentMegabytes(product.pid), orders })
  } finally {
    await browser.close()
  }
}

async function measureOnce(page: Page): Promise<Round> {
  await page.addInitScript(WATCH_ROWS)
  const devtools = await page.context().newCDPSession(page)
  const ask = <Answer = number>(what: string) => page.evaluate<Answer>(`watchRows.${what}`)
  // A first visit caches the app's files.
  await page.goto(LIST)
  await ask('stand()')
  await page.goto('/home')
  await page.waitForLoadState('networkidle')
  const inside = await ask(`open('${LIST}')`)
  await page.goto(LIST)
  const load = await ask('stand()')
  await ask('start()')
  await turnWheel(page)
  const wheel = await ask<Round['wheel']>('stop()')
  const jumps: number[] = []
  for (const to of JUMPS) {
    jumps.push(await ask(`scrollTo(${to})`))
    await page.waitForTimeout(500)
  }
  return { inside, load, wheel, jumps, heap: await heapMegabytes(devtools) }
}

async function turnWheel(page: Page): Promise<void> {
  await page.mouse.move(640, 400)
  const until = performance.now() + WHEEL_FOR_MS
  while (performance.now() < until) {
    await page.mouse.wheel(0, WHEEL_PIXELS)
    await page.waitForTimeout(WHEEL_EVERY_MS)
  }
}

async function heapMegabytes(devtools: CDPSession): Promise<number> {
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  return usedSize / 2 ** 20
}

function report(rounds: Round[], server: { before: number; peak: number; after: number; orders: number }): string[] {
  const of = (figure: (round: Round) => number) => median(rounds.map(figure))
  const inside = of((round) => round.inside)
  const wheel = of((round) => round.wheel.blank)
  const jumps = JUMPS.map((to, index) => ({ to, took: of((round) => round.jumps[index] ?? Number.NaN) }))
  const heap = of((round) => round.heap)
  const growth = server.after - server.before
  console.log(`\nall-rows: ${whole(server.orders)} orders of all clients in one scroll, median of ${rounds.length}`)
  console.log(
    table(
      ['', 'measured', 'aim'],
      [
        ['first rows, inside the app, ms', whole(inside), `${FIRST_AIM}`],
        ['first rows, the whole app loaded, ms', whole(of((round) => round.load)), ''],
        ['longest blank at a steady wheel, ms', whole(wheel), `${BLANK_AIM}`],
        ['longest frame meanwhile, ms', whole(of((round) => round.wheel.frame)), ''],
        ...jumps.map(({ to, took }) => [`blank after a jump to ${to * 100} %, ms`, whole(took), `${BLANK_AIM}`]),
        ['heap of the page, MB', whole(heap), `${HEAP_AIM}`],
        ['server before, MB', whole(server.before), ''],
        ['server at most, MB', whole(server.peak), ''],
        ['server after, MB', whole(server.after), 'flat'],
      ],
    ),
  )
  return [
    ...(inside < FIRST_AIM ? [] : [`all-rows: first rows after ${whole(inside)} ms`]),
    ...(wheel <= BLANK_AIM ? [] : [`all-rows: blank for ${whole(wheel)} ms at a steady wheel`]),
    ...jumps
      .filter(({ took }) => took > BLANK_AIM)
      .map(({ to, took }) => `all-rows: blank for ${whole(took)} ms after a jump to ${to * 100} %`),
    ...(heap < HEAP_AIM ? [] : [`all-rows: ${whole(heap)} MB of heap`]),
    ...(growth < GROWTH_AIM ? [] : [`all-rows: the server has ${whole(growth)} MB more`]),
  ]
}
