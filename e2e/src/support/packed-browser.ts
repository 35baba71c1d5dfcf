import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const require = createRequire(import.meta.url)
const run = promisify(execFile)

/** Within the package, so that npm deletes it with the version that it was unpacked from. */
const PLACE = join(dirname(require.resolve('@sparticuz/chromium')), 'unpacked')

/** The package unpacks into the folder for temporary files. */
const UNPACK = `import packed from '@sparticuz/chromium'; await packed.executablePath()`
/** Makes it also unpack libraries that a minimal machine lacks. */
const BARE = { AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' }

/** Whether the package has a browser for this machine. */
export const isPackedForHere = process.platform === 'linux' && process.arch === 'x64'

/**
 * The Chromium from npm, unpacked on first use: the program, and an environment with its own libraries and fonts, which
 * are the same on every machine. It is unpacked elsewhere and moved into place as a whole, so that interrupted or
 * parallel runs leave no broken browser.
 */
export async function packedBrowser(): Promise<{ executablePath: string; env: NodeJS.ProcessEnv }> {
  if (!existsSync(PLACE)) await unpack()
  return {
    executablePath: join(PLACE, 'chromium'),
    env: {
      ...process.env,
      LD_LIBRARY_PATH: [join(PLACE, 'al2023', 'lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':'),
      FONTCONFIG_FILE: join(PLACE, 'fonts.conf'),
    },
  }
}

async function unpack(): Promise<void> {
  const folder = await mkdtemp(`${PLACE}-`)
  try {
    // In a process of its own, because the package changes the environment of its process.
    await run(process.execPath, ['--input-type=module', '--eval', UNPACK], {
      cwd: import.meta.dirname,
      env: { ...process.env, ...BARE, TMPDIR: folder },
    })
    await writeFile(join(folder, 'fonts.conf'), FONTS)
    await rename(folder, PLACE)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    // A parallel run was first.
    if (!existsSync(PLACE)) throw new Error(`Chromium could not be unpacked into ${PLACE}`, { cause: error })
  }
}

/** Only its own fonts, so that text has the same width everywhere. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`
