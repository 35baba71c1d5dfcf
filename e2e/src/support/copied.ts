import type { Page } from 'playwright-core'

/** Notes what a page copies once it is loaded: the clipboard itself is one for all windows of the browser. */
export async function noteCopies(page: Page): Promise<void> {
  await page.addInitScript(`{
    const write = navigator.clipboard.writeText.bind(navigator.clipboard)
    navigator.clipboard.writeText = (text) => write(text).then(() => { window.copied = text })
  }`)
}

/** What a page has copied last. */
export function copied(page: Page): Promise<unknown> {
  return page.evaluate('window.copied')
}
