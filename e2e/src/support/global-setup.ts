import type { TestProject } from 'vitest/node'
import { launchBrowserServer } from './browser.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the one browser of the run is to be reached: every file has windows of its own in it. */
    browser: string
  }
}

/** One real browser for all files, gone when they end. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const browser = await launchBrowserServer()
  project.provide('browser', browser.wsEndpoint())
  return () => browser.close()
}
