import type { Page } from 'playwright-core'

/** Pastes a text into the focused element, as if it had been copied elsewhere. */
export const pasteText = (page: Page, text: string) =>
  page.evaluate(
    `(() => {
      const data = new DataTransfer()
      data.setData('text/plain', ${JSON.stringify(text)})
      document.activeElement.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    })()`,
  )
