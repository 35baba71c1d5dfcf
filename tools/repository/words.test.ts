import { Visitor } from 'oxc-parser'
import { describe, expect, test } from 'vitest'
import { filesBeneath, sources, textOf } from './sources.ts'

/** Words and phrases that hide who does what. Each has advice on what to write. */
const WORDS: readonly (readonly [pattern: RegExp, advice: string])[] = [
  [/\bwho(?:so)?ever\b/i, 'name the person, or write "any user"'],
  [/\b(?:anyone|anybody|someone|somebody) who\b/i, 'name the person: "a user who", "a transaction that"'],
  [/\b(?:somebody|anybody|everybody)\b/i, 'name the person'],
  [/\bsomeone of\b/i, 'write "a user of"'],
  [/\bwhat(?:ever)? (?:became|becomes|has become|is gone|comes|came) of\b/i, 'write "the result of", "the outcome of"'],
  [/\b(?:became|is gone|are gone) of\b/i, 'write "the result of", "was deleted"'],
  [/\banew\b/i, 'write "again"'],
  [/\btold(?! (?:apart|to)\b)/i, 'say who reports what: "the server notifies", "unless set", "shown by"'],
  // A customer may keep goods, and a file may be kept small or kept open.
  [
    /(?<!\b(?:or are|must be|can be) )\bkept\b(?! (?:lines|small|short|here|open|alive|apart|until|while|as copied)|-alive)/i,
    'write "stored", "cached", "saved" or "remembered"',
  ],
  [
    /(?<!\b(?:each|none|all|one|some|most|both|half|many|part|first|last|third|quarter|fifth|tenth)|,) of which\b(?! (?:one|two|three|four|\d|at least|at most|the))/i,
    'begin with the subject: not "rows of which nothing is owed" but "rows that owe nothing"',
  ],
  [/\bas (?:it|they|this|these) stands?\b/i, 'write "unchanged", "as they are"'],
  [
    /\bstands? (?:in(?! for)|at|there|so|beneath|behind|under|over|open|once)\b/i,
    'write "is in", "is shown", "is below"',
  ],
  [/\bwhat (?:still )?stands\b/i, 'name the thing'],
  [
    /\b(?:what|all that) [^.:;]{1,40} (?:comes?|came) to\b|\b(?:comes|came) to (?:be|pass|\d)/i,
    'write "the total of", "the result of"',
  ],
  [/\b(?:is|are|was|were|been|not) said\b/i, 'say who says it: "the screen shows", "the server reports"'],
  [/\bby (?:itself|themselves|oneself)\b/i, 'write "separately", "alone" or "automatically"'],
  [/\bwhat there (?:is|are|was|were)\b/i, 'name the thing: "receipts written by an earlier attempt"'],
  [/\b(?:that|which|who) (?:is|are|was|were) there\b/i, 'write "existing", "present"'],
  [/\b(?:is|are|was|were) there (?:already|before|still|first|again)\b/i, 'write "already exists"'],
  [/\b(?:to|by|for) nobody else\b|\bnobody else is\b/i, 'write "only the ..."'],
  [/\bmade good\b|\bheld to be\b|\bgoes by what\b|\bgo by what\b/i, 'write "repaired", "depends on"'],
  [
    /\b(?:at most|up to|after|from|of|in|for|over|with|every|among|to) so (?:many|much)\b(?! [\w ]+\bthat\b)/i,
    'write "this many", or the name of the number',
  ],
  [/[.;:] (?:Gives|gives)\b(?! up\b)|^Gives (?:what|how|whether|which|undefined)\b/, 'write "Returns"'],
  [/\bbut for\b/i, 'write "except"'],
]

/** Words that do not name a thing of the trade. `Known` may qualify a noun. */
const NAMELESS = ['Given', 'Asked', 'Kept', 'Told', 'Which', 'Found', 'Made', 'Said', 'Wanted']

/** Types whose names are plain English although they contain such a word. */
const PLAIN_TYPES: Readonly<Record<string, string>> = {
  NothingFoundProps: 'the panel says that nothing was found',
  FoundAddress: 'an address that a search found',
}

/** Files of a landed schema are compared by hash, so their comments cannot change. */
const FROZEN = ['server/src/database/schema/']
const isReady = (path: string) => !FROZEN.some((place) => path.startsWith(place))

type Remark = { path: string; line: number; text: string }

const lineAt = (text: string, offset: number) => text.slice(0, offset).split('\n').length

/** A comment as running text, without what it quotes from the specification or from code. */
const runningText = (comment: string) =>
  comment
    .replaceAll(/\n[ \t]*(?:\*|--|\/\/)?[ \t]*/g, ' ')
    .replace(/^[*\s-]+/, '')
    .replaceAll(/`[^`]*`/g, '…')
    .replaceAll(/(?<!\w)'(?:[^']|(?<=\w)'(?=\w))+'(?!\w)/g, '…')

const toRemarks = (path: string, pattern: RegExp): Remark[] => {
  const text = textOf(path)
  return [...text.matchAll(pattern)].map(({ index, groups }) => ({
    path,
    line: lineAt(text, index),
    text: runningText(groups?.['comment'] ?? ''),
  }))
}

/** Applied migrations never change, so they are not read. */
const SQL = /^server\/src\/database\/(?:functions|triggers|views|schema)\/.*\.sql$/
const SQL_COMMENT = /--(?<comment>[^\n]*(?:\n[ \t]*--[^\n]*)*)/g
const CSS_COMMENT = /\/\*(?<comment>[^]*?)\*\//g

const remarks: Remark[] = [
  ...sources.flatMap(({ path, text, comments }) =>
    comments.map(({ value, start }) => ({ path, line: lineAt(text, start), text: runningText(value) })),
  ),
  ...filesBeneath('web')
    .filter((path) => path.endsWith('.css'))
    .flatMap((path) => toRemarks(path, CSS_COMMENT)),
  ...filesBeneath('server/src/database')
    .filter((path) => SQL.test(path))
    .flatMap((path) => toRemarks(path, SQL_COMMENT)),
]

const findWords = ({ path, line, text }: Remark): string[] =>
  WORDS.flatMap(([pattern, advice]) => {
    const match = pattern.exec(text)
    return match ? [`${path}:${line} "${match[0].trim()}": ${advice}. ${text}`] : []
  })

type NamedType = { path: string; line: number; name: string }

const types: NamedType[] = sources.flatMap(({ path, text, program }) => {
  const named: NamedType[] = []
  const add = ({ id }: { id: { name: string; start: number } | null }) => {
    if (id) named.push({ path, line: lineAt(text, id.start), name: id.name })
  }
  new Visitor({
    TSTypeAliasDeclaration: add,
    TSInterfaceDeclaration: add,
    ClassDeclaration: add,
  }).visit(program)
  return named
})

function isNameless(name: string): boolean {
  const words = name.match(/[A-Z]+(?![a-z])|[A-Z][a-z\d]*/g) ?? []
  const isBareKnown = words.length === 1 && words[0] === 'Known'
  return isBareKnown || words.some((word) => NAMELESS.includes(word.replace(/s$/, '')))
}

const isPlain = (text: string) => WORDS.every(([pattern]) => !pattern.test(runningText(text)))

describe('plain words', () => {
  test.each([
    'Anyone who holds an invoice asks for nothing of the above.',
    'What became of the command.',
    'Sums are kept, and told by their version whether they hold.',
    'Decided rows of which another cost is expected.',
    'The order as it stands.',
    'Waits for the job; gives how many rows it wrote.',
  ])('the list finds %j', (text) => expect(isPlain(text)).toBe(false))

  test.each([
    'Lock capacity rows last: every order needs them.',
    'Two parcels cannot be told apart.',
    'An order of two pieces, of which one was sent.',
    "domain.md: 'amending allocates anew'.",
    'Gives a role to many users. Gives up after an hour.',
  ])('the list accepts %j', (text) => expect(isPlain(text)).toBe(true))

  test('comments say who does what', () => {
    expect(remarks.length).toBeGreaterThan(5000)
    expect(remarks.filter(({ path }) => isReady(path)).flatMap(findWords)).toEqual([])
  })

  test('types are named after what they are', () => {
    expect(types.length).toBeGreaterThan(1000)
    const wrong = types.filter(
      ({ path, name }) => isReady(path) && !Object.hasOwn(PLAIN_TYPES, name) && isNameless(name),
    )
    expect(wrong.map(({ path, line, name }) => `${path}:${line} ${name}`)).toEqual([])
  })
})
