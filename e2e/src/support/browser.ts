import { existsSync } from 'node:fs'
import { type Browser, type BrowserServer, chromium, type LaunchOptions } from 'playwright-core'
import { isPackedForHere, packedBrowser } from './packed-browser.ts'

/** Where Debian and its like keep Chromium, and macOS Chrome. */
const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const FLAGS = [
  '--disable-gpu',
  // Without a screen of the desktop's to talk to: a twentieth less work.
  '--ozone-platform=headless',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // The pages of a window share a process, which has compiled the portal and is warm: half of the work of a load.
  '--process-per-site',
]

/**
 * A real Chromium without a window: the one that comes from npm, else the machine's own. What is installed is made for
 * people, with all around the page that nobody sees here: the same pages take it two thirds more of the processor.
 */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch(await howToLaunch())
}

/** The same for several processes of this machine, who connect to it. */
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
