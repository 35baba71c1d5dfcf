import { buffer } from 'node:stream/consumers'
import type { Download } from 'playwright-core'

/** What was downloaded, once all of it is there. It lies where the browser runs, so it has no path here. */
export async function contentOf(download: Download): Promise<Buffer> {
  return buffer(await download.createReadStream())
}
