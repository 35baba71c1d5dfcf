import { join } from 'node:path'
import { root } from './sources.ts'

/** The fields of a screen that these tests use. */
type Screen = { path: string; title: string }

// Imported by a computed path, because the browser's types need their own configuration.
const table = join(root, 'web/src/shell/screens.ts')

/** The browser's table of screens. */
export const { SCREENS } = (await import(table)) as { SCREENS: Screen[] }
