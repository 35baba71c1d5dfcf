import type { BrowserContext, Page } from 'playwright-core'

/** Notes what pages of a context copy: the clipboard itself is one for all windows of the browser. */
export async function noteCopies(context: BrowserContext): Promise<void> {
  await context.addInitScript(`{
    const write = navigator.clipboard.writeText.bind(navigator.clipboard)
    navigator.clipboard.writeText = (text) => write(text).then(() => { window.copied = text })
  }`)
}

/** What a page has copied last. */
export function copied(page: Page): Promise<unknown> {
  return page.evaluate('window.copied')
}
