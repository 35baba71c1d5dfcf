import type { Page } from 'playwright-core'

/** Collects crashes, console errors and violations of the content security policy of a page, from now on. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' || /Content Security Policy/i.test(message.text())) complaints.push(message.text())
  })
  return complaints
}
