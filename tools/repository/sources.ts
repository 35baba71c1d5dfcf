import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { type Comment, parseSync, type Program, Visitor } from 'oxc-parser'

/** The root of the repository. */
export const root = join(import.meta.dirname, '../..')

export const PACKAGES = ['domain', 'contract', 'server', 'web', 'e2e', 'bench'] as const
export type Package = (typeof PACKAGES)[number]

const NOT_OURS = new Set(['node_modules', 'dist', 'data', '.git', '.cache', '.vite'])

/** The paths of all files in a folder and below, from the root. */
export function filesBeneath(folder: string): string[] {
  const place = join(root, folder)
  if (!existsSync(place)) return []
  return readdirSync(place, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_OURS.has(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBeneath(path) : [path]
  })
}

/** The text of a file, by its path from the root. */
export function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

export type Source = { path: string; text: string; program: Program; comments: Comment[]; imports: string[] }

/** Every source file, parsed. The syntax tree is built on first use, because it takes three times as long as the rest. */
export const sources: Source[] = [...PACKAGES, 'tools']
  .flatMap((folder) => filesBeneath(folder))
  .filter((path) => /\.(?:ts|tsx|mjs|js)$/.test(path))
  .map((path) => {
    const text = textOf(path)
    const parsed = parseSync(path, text)
    const { comments, module } = parsed
    const imports = [
      ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
      ...module.staticExports.flatMap(({ entries }) =>
        entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
      ),
      ...module.dynamicImports.map(({ moduleRequest }) =>
        text.slice(moduleRequest.start, moduleRequest.end).replaceAll(/^['"`]|['"`]$/g, ''),
      ),
      ...(text.includes('import(') ? importedTypes(parsed.program) : []),
    ]
    return {
      path,
      text,
      comments,
      imports,
      get program() {
        return parsed.program
      },
    }
  })

/** Imports in the place of a type: `import('./x.ts').Thing`. */
function importedTypes(program: Program): string[] {
  const found: string[] = []
  new Visitor({
    TSImportType({ source }) {
      if (typeof source.value === 'string') found.push(source.value)
    },
  }).visit(program)
  return found
}

export const isTest = ({ path }: { path: string }) => /\.test\.tsx?$/.test(path)

/** The package of a path from the root. */
export function packageOf(path: string): Package | undefined {
  return PACKAGES.find((name) => path.startsWith(`${name}/`))
}

/** The room of a source file: its folder below src ('orders/amend'), or undefined for a file directly in src. */
export function roomOf(path: string): string | undefined {
  return /^\w+\/src\/(.+)\/[^/]+$/.exec(path)?.[1]
}

/** The file that an import resolves to, from the root ('domain/src/money/money.ts'); undefined for a library. */
export function targetOf(from: string, imported: string): string | undefined {
  if (imported.startsWith('.')) return relative(root, join(root, from, '..', imported))
  const ours = /^@despatch\/(\w+)\/(.+)$/.exec(imported)
  return ours ? `${ours[1]}/src/${ours[2]}.ts` : undefined
}
