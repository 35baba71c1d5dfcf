import type { Page } from 'playwright-core'

/** Records what a page copies, from its next load on: windows of the browser share the real clipboard. */
export async function noteCopies(page: Page): Promise<void> {
  await page.addInitScript(`{
    const write = navigator.clipboard.writeText.bind(navigator.clipboard)
    navigator.clipboard.writeText = (text) => write(text).then(() => { window.copied = text })
  }`)
}

/** The text that a page copied last. */
export function copied(page: Page): Promise<unknown> {
  return page.evaluate('window.copied')
}
