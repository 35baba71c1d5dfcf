import type { Page } from 'playwright-core'

/** The content of local storage, by key. */
export async function localStorageOf(page: Page): Promise<Record<string, string>> {
  return page.evaluate<Record<string, string>>('({ ...localStorage })')
}
