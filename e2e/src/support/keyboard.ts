import type { Page } from 'playwright-core'

// As strings, because they run in the page, whose types the tests do not have.
const NAME_OF_FOCUSED = `(() => {
  const control = document.activeElement
  const label = control?.labels?.[0]?.textContent
  return (control?.getAttribute('aria-label') ?? label ?? control?.textContent ?? '').trim().slice(0, 60)
})()`
const PATH_OF_FOCUSED = `document.activeElement?.getAttribute('data-path')`

/** Presses Tab until the control of this name has the focus. Throws after `most` times. */
export async function tabTo(page: Page, name: string, most = 60): Promise<void> {
  const passed: string[] = []
  for (let press = 0; press < most; press += 1) {
    await page.keyboard.press('Tab')
    const focused = await page.evaluate<string>(NAME_OF_FOCUSED)
    if (focused === name) return
    passed.push(focused)
  }
  throw new Error(`Tab does not reach '${name}'; it passed ${passed.join(', ')}`)
}

/** The focused field, by its path in the body. */
export function focusedField(page: Page): Promise<string | null> {
  return page.evaluate<string | null>(PATH_OF_FOCUSED)
}
