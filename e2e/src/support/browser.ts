import { existsSync } from 'node:fs'
import { type Browser, type BrowserServer, chromium, type LaunchOptions } from 'playwright-core'

/** Where Debian and its like keep Chromium. */
const INSTALLED = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

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

/** A real Chromium without a window: the machine's own, else the one that comes from npm. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch(await howToLaunch())
}

/** The same for several processes of this machine, who connect to it. */
export async function launchBrowserServer(): Promise<BrowserServer> {
  return chromium.launchServer({ ...(await howToLaunch()), host: '127.0.0.1' })
}

async function howToLaunch(): Promise<LaunchOptions> {
  const isRoot = process.getuid?.() === 0
  return {
    executablePath: INSTALLED.find((path) => existsSync(path)) ?? (await fromNpm()),
    headless: true,
    // Chromium's sandbox refuses to run as root.
    args: isRoot ? [...FLAGS, '--no-sandbox'] : FLAGS,
  }
}

async function fromNpm(): Promise<string> {
  // With this the package unpacks the libraries that a bare machine lacks, and finds them.
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs22.x'
  const { default: packed } = await import('@sparticuz/chromium')
  return packed.executablePath()
}
