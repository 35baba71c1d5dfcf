import { buffer } from 'node:stream/consumers'
import type { Download } from 'playwright-core'

/** The content of a finished download. The browser may run elsewhere, so there is no local path. */
export async function contentOf(download: Download): Promise<Buffer> {
  return buffer(await download.createReadStream())
}
