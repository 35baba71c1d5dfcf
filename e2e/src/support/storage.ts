import type { Page } from 'playwright-core'

/** What local storage keeps, by key. */
export async function kept(page: Page): Promise<Record<string, string>> {
  return page.evaluate<Record<string, string>>('({ ...localStorage })')
}
