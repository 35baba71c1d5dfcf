import { type Function as FunctionNode, type ArrowFunctionExpression, type Node, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'
import { isTest, type Source, sources } from './sources.ts'

const MAX_LINES = 60
const MAX_COMPONENT_LINES = 120

type AnyFunction = FunctionNode | ArrowFunctionExpression
type Sized = { path: string; line: number; name: string; lines: number; isComponent: boolean }

test(`a function has at most ${MAX_LINES} lines, a component ${MAX_COMPONENT_LINES}`, () => {
  const sized = sources.filter((source) => !isTest(source) && !source.path.startsWith('e2e/')).flatMap(functionsOf)
  expect(sized.length).toBeGreaterThan(5000)
  const long = sized.filter(({ lines, isComponent }) => lines > (isComponent ? MAX_COMPONENT_LINES : MAX_LINES))
  expect(long.map(({ path, line, name, lines }) => `${path}:${line} ${name} has ${lines} lines`)).toEqual([])
})

/** Every function of a file with its length. A component is a function that returns JSX, even inside a hook. */
function functionsOf({ path, text, program }: Source): Sized[] {
  const found: Sized[] = []
  const open: Sized[] = []
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const enter = (node: AnyFunction) => {
    const line = lineAt(node.start)
    const name = ('id' in node && node.id?.name) || text.slice(node.start, node.end).split('\n', 1)[0]
    const sized = { path, line, name: name ?? '', lines: lineAt(node.end) - line + 1, isComponent: false }
    if (node.type === 'ArrowFunctionExpression' && node.expression) sized.isComponent = isJsx(node.body)
    found.push(sized)
    open.push(sized)
  }
  const leave = () => void open.pop()
  new Visitor({
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': leave,
    FunctionExpression: enter,
    'FunctionExpression:exit': leave,
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': leave,
    ReturnStatement({ argument }) {
      const current = open.at(-1)
      if (current && argument && isJsx(argument)) current.isComponent = true
    },
  }).visit(program)
  return found
}

function isJsx(node: Node): boolean {
  if (node.type === 'ParenthesizedExpression') return isJsx(node.expression)
  if (node.type === 'ConditionalExpression') return isJsx(node.consequent) || isJsx(node.alternate)
  if (node.type === 'LogicalExpression') return isJsx(node.right)
  return node.type === 'JSXElement' || node.type === 'JSXFragment'
}
