// Rewrites the files that are derived from the code: the API description, the permission matrix, and the edition of the
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
