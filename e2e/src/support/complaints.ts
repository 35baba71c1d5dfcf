import type { Page } from 'playwright-core'

/** What a page complains of from now on: crashes, errors of its console, and what the content policy refused. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error' || /Content Security Policy/i.test(message.text())) complaints.push(message.text())
  })
  return complaints
}
