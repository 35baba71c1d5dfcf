// Rewrites what docs/ keeps of the code: the description of the interface, the permission matrix, what is to come.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { artefacts } from './repository/artefacts.ts'
import { root } from './repository/sources.ts'

for (const [path, print] of Object.entries(artefacts)) {
  const place = join(root, path)
  mkdirSync(dirname(place), { recursive: true })
  writeFileSync(place, await print())
  console.log(path)
}
