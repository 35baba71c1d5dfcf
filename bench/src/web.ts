import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { launchBrowser } from '@despatch/e2e/support/browser'
import type { Server } from './load/processes.ts'
import { table } from './table.ts'

const DIST = join(import.meta.dirname, '../../web/dist')
const AIM = 250
const kilobytes = (bytes: number) => (bytes / 1024).toFixed(1)

/**
 * Measures the compressed bytes that a browser with an empty cache loads until a user can type into the sign-in screen,
 * and the size of each screen's own chunk. Prints the results. Returns the missed aims.
 */
export async function measureWeb(product: Server): Promise<string[]> {
  const { rows, bytes, milliseconds } = await openSignIn(product.url)
  console.log(`\nweb (aim: under ${AIM} kB before the sign-in screen is usable)`)
  console.log(table(['loaded', 'kB on the wire', 'encoding'], rows))
  console.log(`${kilobytes(bytes)} kB in all; usable after ${Math.round(milliseconds)} ms`)
  console.log(`\n${table(['chunk of a screen', 'kB', 'gzip', 'br'], await screens())}`)
  return bytes / 1024 < AIM ? [] : [`web: ${kilobytes(bytes)} kB before the sign-in screen is usable`]
}

async function openSignIn(url: string) {
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    const session = await page.context().newCDPSession(page)
    const loaded = new Map<string, { name: string; encoding: string; bytes: number }>()
    session.on('Network.responseReceived', ({ requestId, response }) => {
      const encoding = response.headers['content-encoding'] ?? ''
      loaded.set(requestId, { name: new URL(response.url).pathname, encoding, bytes: 0 })
    })
    session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const one = loaded.get(requestId)
      if (one) one.bytes = encodedDataLength
    })
    await session.send('Network.enable')
    const began = performance.now()
    await page.goto(url)
    await page.getByLabel('Username').fill('someone')
    const milliseconds = performance.now() - began
    // Files that are still loading at this moment count as well.
    await page.waitForLoadState('networkidle')
    const list = [...loaded.values()].toSorted((one, other) => other.bytes - one.bytes)
    return {
      rows: list.map(({ name, bytes, encoding }) => [name, kilobytes(bytes), encoding]),
      bytes: list.reduce((sum, one) => sum + one.bytes, 0),
      milliseconds,
    }
  } finally {
    await browser.close()
  }
}

async function screens(): Promise<string[][]> {
  const names = (await readdir(join(DIST, 'assets'))).filter((name) => /-screen-[\w-]+\.(?:js|css)$/.test(name))
  return Promise.all(
    names.map(async (name) => {
      const content = await readFile(join(DIST, 'assets', name))
      const [zipped, br] = await Promise.all([promisify(gzip)(content), promisify(brotliCompress)(content)])
      return [name, ...[content.length, zipped.length, br.length].map(kilobytes)]
    }),
  )
}
