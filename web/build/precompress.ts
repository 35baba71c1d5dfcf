import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const TEXTS = new Set(['.js', '.css', '.html', '.svg', '.json'])
/** Compressing a smaller file saves no network packet. */
const SMALLEST = 1024

/** Writes .br and .gz copies of assets at build time, so that the server need not compress them per request. */
export function precompress(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir)
    },
    async writeBundle() {
      const files = await readdir(folder, { recursive: true, withFileTypes: true })
      await Promise.all(
        files
          .filter((file) => file.isFile() && TEXTS.has(extname(file.name)))
          .map((file) => compressBeside(join(file.parentPath, file.name))),
      )
    },
  }
}

async function compressBeside(path: string): Promise<void> {
  const content = await readFile(path)
  if (content.length < SMALLEST) return
  const [brotli, zipped] = await Promise.all([
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
    promisify(gzip)(content, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, zipped)])
}
