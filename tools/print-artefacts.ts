// Rewrites the files that follow from the code: the description of the interface, the permission matrix, the edition of the
// database's functions and triggers.
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
