import type { Page } from 'playwright-core'

/** Pastes a text into what has the focus, as if it had been copied: from a spreadsheet, from a list. */
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
