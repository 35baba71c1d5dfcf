import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Visitor } from 'oxc-parser'
import { describe, expect, test } from 'vitest'
import { filesBeneath, isTest, PACKAGES, root, sources, targetOf, textOf } from './sources.ts'

const linesOf = (text: string) => text.split('\n').length - 1

describe('sizes', () => {
  const sized = [...PACKAGES, 'tools']
    .flatMap((folder) => filesBeneath(folder))
    .filter((path) => /\.(?:tsx?|m?js|css|sql)$/.test(path))
    .map((path) => ({ path, lines: linesOf(textOf(path)) }))
  const over = (most: number) => sized.filter(({ lines }) => lines >= most)

  test('a source file stays under 300 lines', () => {
    expect(over(300).filter((file) => !isTest(file))).toEqual([])
  })
  test('a test stays under 500', () => {
    expect(over(500)).toEqual([])
  })
  test('the median of the source files is near 60', () => {
    const lengths = sized
      .filter((file) => !isTest(file))
      .map(({ lines }) => lines)
      .toSorted((one, other) => one - other)
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThan(80)
  })
})

test('every suppression says why on its own line', () => {
  const isSuppression =
    /\b(?:oxlint|eslint)-disable|@ts-(?:expect-error|ignore|nocheck)|(?:oxfmt|prettier|v8) ?-?ignore/
  const wrong = sources.flatMap(({ path, comments }) =>
    comments.flatMap((comment) => {
      if (!isSuppression.test(comment.value)) return []
      const why = comment.value.split(/--|@ts-expect-error/)[1] ?? ''
      const isReasoned = why.trim().split(/\s+/).length >= 3 && !/@ts-(?:ignore|nocheck)/.test(comment.value)
      return isReasoned ? [] : [`${path}: ${comment.value.trim()}`]
    }),
  )
  expect(wrong).toEqual([])
})

test('nothing is any', () => {
  const wrong: string[] = []
  for (const { path, program } of sources)
    new Visitor({
      TSAnyKeyword: () => void wrong.push(path),
    }).visit(program)
  expect(wrong).toEqual([])
})

test('nothing is cast to never', () => {
  const wrong: string[] = []
  for (const { path, program } of sources)
    new Visitor({
      TSAsExpression({ typeAnnotation }) {
        if (typeAnnotation.type === 'TSNeverKeyword') wrong.push(path)
      },
    }).visit(program)
  expect(wrong).toEqual([])
})

test('no test is skipped or alone without a reason', () => {
  const wrong: string[] = []
  for (const { path, program, text } of sources.filter(isTest))
    new Visitor({
      MemberExpression(node) {
        const called = text.slice(node.start, node.end)
        if (/^(?:test|it|describe)\b.*\.(?:only|todo|fails|skip)$/s.test(called)) wrong.push(`${path}: ${called}`)
      },
      CallExpression(node) {
        // The reason in context.skip(when, why) appears in the summary.
        const called = text.slice(node.callee.start, node.callee.end)
        if (!/\.skip$|(?:skipIf|runIf)$/.test(called)) return
        const last = node.arguments.at(-1)
        const isReasoned =
          last?.type === 'TemplateLiteral' ||
          (last?.type === 'Identifier' && node.arguments.length > 1) ||
          (last?.type === 'Literal' && typeof last.value === 'string')
        if (called.endsWith('.skip') && !isReasoned) wrong.push(`${path}: ${text.slice(node.start, node.end)}`)
        if (!called.endsWith('.skip')) wrong.push(`${path}: ${called}: use context.skip(when, why)`)
      },
    }).visit(program)
  expect(wrong).toEqual([])
})

test('nothing is commented out', () => {
  const code =
    /^\s*(?:(?:const|let|import|export|return|await|if|for|expect|function)\b.*[=({]|.*[;{]\s*$|[})\]]+[;,]?\s*$)/
  const wrong = sources.flatMap(({ path, comments }) =>
    comments.filter(({ type, value }) => type === 'Line' && code.test(value)).map(({ value }) => `${path}: //${value}`),
  )
  expect(wrong).toEqual([])
})

test('no file names a path of someone’s machine', () => {
  const wrong = sources.filter(
    ({ text, path }) => /\/(?:Users|root|work)\/[\w.]+\//.test(text) && path !== 'tools/repository/files.test.ts',
  )
  expect(wrong.map(({ path }) => path)).toEqual([])
})

test('every imported file exists, style sheets included', () => {
  // TypeScript accepts every module.css, whether it exists or not.
  const missing = sources.flatMap(({ path, imports }) =>
    imports.flatMap((imported) => {
      const target = targetOf(path, imported)?.replace(/\?.*$/, '')
      return target && !existsSync(join(root, target)) ? [`${path}: ${imported}`] : []
    }),
  )
  expect(missing).toEqual([])
})
