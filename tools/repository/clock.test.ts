import { Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'
import { isTest, sources } from './sources.ts'

const CLOCK = 'web/src/kit/browser/clock.ts'

test('screens use the server’s clock, not the computer’s', () => {
  const wrong = sources.flatMap((source) => {
    const { path, program } = source
    if (!path.startsWith('web/src/') || path === CLOCK || isTest(source)) return []
    const found: string[] = []
    new Visitor({
      NewExpression({ callee, arguments: parameters }) {
        if (callee.type === 'Identifier' && callee.name === 'Date' && parameters.length === 0) found.push(path)
      },
    }).visit(program)
    return found
  })
  expect(wrong).toEqual([])
})
