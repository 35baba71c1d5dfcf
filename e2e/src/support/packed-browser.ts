import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const require = createRequire(import.meta.url)
const run = promisify(execFile)

/** Within the package, so that npm takes it away with the version that it was unpacked from. */
const PLACE = join(dirname(require.resolve('@sparticuz/chromium')), 'unpacked')

/** The package unpacks into the folder for temporary files. */
const UNPACK = `import packed from '@sparticuz/chromium'; await packed.executablePath()`
/** With this it unpacks the libraries too that a bare machine lacks. */
const BARE = { AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' }

/** Whether the package has a browser for this machine. */
export const isPackedForHere = process.platform === 'linux' && process.arch === 'x64'

/**
 * The Chromium that comes from npm, unpacked the first time: the program, and the environment in which it finds its
 * libraries and its fonts, which are the same on every machine. Nothing is there by halves: what was unpacked is put in its
 * place whole, so that neither a run that was ended nor one beside it leaves a browser that does not start.
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
    // In a process of its own: the package changes the environment of the one that it runs in.
    await run(process.execPath, ['--input-type=module', '--eval', UNPACK], {
      cwd: import.meta.dirname,
      env: { ...process.env, ...BARE, TMPDIR: folder },
    })
    await writeFile(join(folder, 'fonts.conf'), FONTS)
    await rename(folder, PLACE)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    // Another run was first.
    if (!existsSync(PLACE)) throw new Error(`Chromium could not be unpacked into ${PLACE}`, { cause: error })
  }
}

/** Its own fonts, and none of the machine's: what fits in a line fits everywhere. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`
