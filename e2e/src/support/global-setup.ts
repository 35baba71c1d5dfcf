import type { TestProject } from 'vitest/node'
import { launchBrowserServer } from './browser.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the browser that all test files share, each with its own windows. */
    browser: string
  }
}

/** Starts one browser for all files, and closes it after them. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const browser = await launchBrowserServer()
  project.provide('browser', browser.wsEndpoint())
  return () => browser.close()
}
