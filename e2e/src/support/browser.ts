import { existsSync } from 'node:fs'
import { type Browser, type BrowserServer, chromium, type LaunchOptions } from 'playwright-core'
import { isPackedForHere, packedBrowser } from './packed-browser.ts'

/** Where Debian and others install Chromium, and macOS Chrome. */
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const FLAGS = [
  '--disable-gpu',
  // Without a connection to a desktop: saves a twentieth of the work.
  '--ozone-platform=headless',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // The pages of a window share a process, which has compiled the portal: saves half of the work of a load.
  '--process-per-site',
]

/**
 * Starts a headless Chromium: the one from npm, else the installed one. Installed browsers have features around the
 * page that take two thirds more processor time for the same pages.
 */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch(await howToLaunch())
}

/** The same as a server, to which several processes of this machine connect. */
export async function launchBrowserServer(): Promise<BrowserServer> {
  return chromium.launchServer({ ...(await howToLaunch()), host: '127.0.0.1' })
}

async function howToLaunch(): Promise<LaunchOptions> {
  return { ...(isPackedForHere ? await packedBrowser() : installedBrowser()), headless: true, args: FLAGS }
}

function installedBrowser(): { executablePath: string } {
  const executablePath = INSTALLED.find((path) => existsSync(path))
  if (!executablePath)
    throw new Error(`There is no Chromium for the tests: install it as one of ${INSTALLED.join(', ')}`)
  return { executablePath }
}
