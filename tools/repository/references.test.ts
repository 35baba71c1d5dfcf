import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { filesBeneath, PACKAGES, root, sources, textOf } from './sources.ts'

/** Every file of the repository, from the root. */
const files = filesBeneath('.')
const documents = files.filter((path) => path.endsWith('.md'))
/** The changelog is history: it may name deleted files. */
const CHANGELOG = 'CHANGELOG.md'

const FOLDERS = [...PACKAGES, 'docs', 'tools', '.ci']
const isFromRoot = (path: string) => FOLDERS.some((folder) => path.startsWith(`${folder}/`))
const isFileName = (path: string) => /^[\w.-][\w./-]*\.(?:tsx?|m?js|sql|css|md|json)$/.test(path)
const isRelative = (path: string) => /^\.\.?\//.test(path)
/** Built files and patterns are not files of the repository. */
const isNoFile = (path: string) => /[*<>…$]|(?:^|\/)(?:dist|node_modules)(?:\/|$)/.test(path)
/** Names of files that other tools write, or placeholders for any file. */
const NAMES_OF_OTHERS = ['FILE.json']

/** Resolves a path in a document, without './' and '..'. */
const fromDocument = (document: string, path: string) => join(document, '..', path)
const exists = (path: string) => existsSync(join(root, path))

/** The paths that braces stand for: 'a/{b,c}.ts' is 'a/b.ts' and 'a/c.ts'. */
function expandBraces(path: string): string[] {
  const [, before = '', options, after = ''] = /^([^{]*)\{([^{}]*)\}(.*)$/.exec(path) ?? []
  if (options === undefined) return [path]
  return options.split(',').flatMap((option) => expandBraces(before + option.trim() + after))
}

const FENCED = /^```[^\n]*\n[^]*?^```/gm
const CODE = /`[^`\n]+`/g

/** The words in a document's code spans and code blocks, without punctuation. */
function wordsOfCode(text: string): string[] {
  const blocks = text.match(FENCED) ?? []
  const spans = text.replaceAll(FENCED, '').match(CODE) ?? []
  return [...blocks, ...spans].flatMap((code) =>
    code
      .replaceAll('`', '')
      .split(/[\s"'|()]+/)
      .map((word) => word.replace(/[,;:.]+$/, '')),
  )
}

/**
 * Whether a path in a document exists: as a file, as a folder, or as a file without its ending. A path that does not
 * begin at the root may be the end of a file's path.
 */
function isFound(document: string, path: string): boolean {
  if (isRelative(path)) return exists(fromDocument(document, path))
  if (isFromRoot(path)) return exists(path) || files.some((file) => file.startsWith(`${path}.`))
  return exists(path) || files.some((file) => file.endsWith(`/${path}`))
}

type Link = { path: string; anchor: string | undefined }

/** The links of a document to files, or to its own headings (`path` is empty). */
function linksOf(document: string): Link[] {
  const text = textOf(document).replaceAll(FENCED, '').replaceAll(CODE, '')
  return [...text.matchAll(/\]\((?<target>[^()\s]+)\)/g)].flatMap(({ groups }) => {
    const target = groups?.['target'] ?? ''
    if (/^[a-z]+:/.test(target)) return []
    const [path = '', anchor] = target.split('#')
    return { path, anchor }
  })
}

/** The anchors of a document's headings, as GitHub makes them. */
function anchorsOf(document: string): Set<string> {
  const headings = textOf(document)
    .replaceAll(FENCED, '')
    .matchAll(/^#+ +(?<title>.+)$/gm)
  const anchors = new Set<string>()
  for (const { groups } of headings) {
    const anchor = (groups?.['title'] ?? '')
      .toLowerCase()
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-')
    let unique = anchor
    for (let count = 1; anchors.has(unique); count++) unique = `${anchor}-${count}`
    anchors.add(unique)
  }
  return anchors
}

const isRecord = (path: string) => /^docs\/decisions\/\d{4}$/.test(path)

/** Whether a path of docs in a comment exists. A decision may be named by its number. */
function isDocumented(path: string): boolean {
  return isRecord(path) ? files.some((file) => file.startsWith(`${path}-`)) : exists(path)
}

/** The paths of docs that a comment names. */
const docsIn = (comment: string): string[] => comment.match(/(?<![\w/.-])docs\/[\w./-]*[\w-]/g) ?? []

/** Comments of SQL files, except of the schema and of migrations, whose text cannot change because their hash is stored. */
const sqlComments = files
  .filter((path) => path.endsWith('.sql') && !/\/(?:schema|migrations)\//.test(path))
  .map((path) => ({ path, comments: textOf(path).match(/--.*$/gm) ?? [] }))

describe('documents', () => {
  test('each link leads to a file, and to a heading where it names one', () => {
    const links = documents.flatMap((document) => linksOf(document).map((link) => ({ document, ...link })))
    expect(links.length).toBeGreaterThan(50)
    const wrong = links.filter(({ document, path, anchor }) => {
      const target = path === '' ? document : fromDocument(document, path)
      if (!exists(target)) return true
      return anchor !== undefined && target.endsWith('.md') && !anchorsOf(target).has(anchor)
    })
    expect(wrong.map(({ document, path, anchor }) => `${document}: ${path}${anchor ? `#${anchor}` : ''}`)).toEqual([])
  })

  test('each path in code names a file or folder', () => {
    const named = documents
      .filter((document) => document !== CHANGELOG)
      .flatMap((document) =>
        wordsOfCode(textOf(document))
          .flatMap(expandBraces)
          .filter((word) => isFromRoot(word) || isFileName(word))
          .filter((word) => !isNoFile(word) && !NAMES_OF_OTHERS.includes(word))
          .map((path) => ({ document, path })),
      )
    expect(named.length).toBeGreaterThan(50)
    const wrong = named.filter(({ document, path }) => !isFound(document, path))
    expect(wrong.map(({ document, path }) => `${document}: ${path}`)).toEqual([])
  })
})

test('each document that a comment names exists', () => {
  const comments = [
    ...sources.map(({ path, comments }) => ({ path, comments: comments.map(({ value }) => value) })),
    ...sqlComments,
  ]
  const named = comments.flatMap(({ path, comments }) =>
    comments.flatMap(docsIn).map((document) => ({ path, document })),
  )
  expect(named.length).toBeGreaterThan(5)
  const wrong = named.filter(({ document }) => !isDocumented(document))
  expect(wrong.map(({ path, document }) => `${path}: ${document}`)).toEqual([])
})
