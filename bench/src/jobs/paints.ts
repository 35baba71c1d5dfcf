import { menuLeaves } from '@despatch/domain/administration/roles/menu'
import type { Page } from 'playwright-core'
import { table } from '../table.ts'

/** A key or click, and the milliseconds until the next paint. Browsers report them in steps of 8. */
type Interaction = { readonly name: string; readonly duration: number; readonly path: string }
type ScreenPaint = { readonly path: string; readonly milliseconds: number }

const ROUNDS = 5
const AIMS = { interaction: 100, screen: 300 } as const

/**
 * Makes the page record each interaction that took longer than a frame (Event Timing), and when its screen last
 * changed.
 */
export async function watchPaints(page: Page): Promise<void> {
  await page.addInitScript(`
    window.interactions = []
    new PerformanceObserver((list) => {
      for (const { name, duration, interactionId } of list.getEntries())
        if (interactionId > 0) interactions.push({ name, duration, path: location.pathname })
    }).observe({ type: 'event', durationThreshold: 16, buffered: true })
    window.pending = 0
    const { fetch } = window
    window.fetch = (...asked) => {
      window.pending += 1
      return fetch(...asked).finally(() => (window.pending -= 1))
    }
  `)
}

export const interactionsOf = (page: Page) => page.evaluate<Interaction[]>('window.interactions.splice(0)')

/** Types a few letters into the search field of each list. The interactions include them. */
export async function typeInLists(page: Page): Promise<number> {
  let lists = 0
  for (const { path } of menuLeaves().filter(({ isRightAlone }) => !isRightAlone)) {
    await open(page, path)
    // The previous screen may still be in the page, hidden.
    const field = page.locator('#screen input[data-filter]:visible').first()
    if (!(await field.isVisible())) continue
    lists += 1
    await field.click()
    await page.keyboard.type('acme', { delay: 60 })
    await settled(page)
    for (let letters = 0; letters < 4; letters += 1) await page.keyboard.press('Backspace')
    await settled(page)
  }
  return lists
}

/** Milliseconds from choosing each screen of the menu until all its data are painted; the first time it is opened. */
export async function paintScreens(page: Page): Promise<ScreenPaint[]> {
  const paints: ScreenPaint[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    for (const { path } of menuLeaves().filter(({ isRightAlone }) => !isRightAlone))
      paints.push({ path, milliseconds: await open(page, path) })
  return paints
}

/** Prints the measurements and their aims. */
export function printPaints(interactions: readonly Interaction[], screens: readonly ScreenPaint[]): void {
  const slow = interactions.filter(({ duration }) => duration > AIMS.interaction)
  const worst = interactions.toSorted((one, other) => other.duration - one.duration).slice(0, 8)
  console.log(`\n${interactions.length} interactions of more than a frame, ${slow.length} above ${AIMS.interaction} ms`)
  console.log(
    table(
      ['interaction', 'on', 'ms to the next paint'],
      worst.map(({ name, path, duration }) => [name, path, String(duration)]),
    ),
  )
  const byTime = screens.toSorted((one, other) => one.milliseconds - other.milliseconds)
  const at = (share: number) => byTime[Math.ceil(byTime.length * share) - 1]?.milliseconds.toFixed(0) ?? ''
  console.log(
    `\nscreens painted with data: median ${at(0.5)} ms, p95 ${at(0.95)} ms (aim ${AIMS.screen}), of ${byTime.length}`,
  )
  console.log(
    table(
      ['slowest', 'ms'],
      byTime
        .slice(-8)
        .toReversed()
        .map(({ path, milliseconds }) => [path, milliseconds.toFixed(0)]),
    ),
  )
}

const SETTLED = `new Promise((resolve) => {
  const began = performance.now()
  let last = began
  const screen = document.querySelector('#screen')
  const observer = new MutationObserver(() => (last = performance.now()))
  observer.observe(screen, { subtree: true, childList: true, characterData: true })
  const look = () => {
    if (window.pending === 0 && performance.now() - last > 250) {
      observer.disconnect()
      resolve(last - began)
    } else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})`
const settled = (page: Page) => page.evaluate<number>(SETTLED)

/** Navigates like a link. Returns the milliseconds until the screen no longer changed. */
const open = (page: Page, path: string) =>
  page.evaluate<number>(`(history.pushState({}, '', ${JSON.stringify(path)}), ${SETTLED})`)
