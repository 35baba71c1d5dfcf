import { join } from 'node:path'
import { root } from './sources.ts'

/** What is told here of a screen of the browser's table of screens. */
type Screen = { path: string; title: string }

// By a path that is made here: the types of the browser's code need its own configuration.
const table = join(root, 'web/src/shell/screens.ts')

/** The browser's table of screens. */
export const { SCREENS } = (await import(table)) as { SCREENS: Screen[] }
