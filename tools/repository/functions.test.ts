import { type Function as FunctionNode, type ArrowFunctionExpression, type Node, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'
import { isTest, type Source, sources } from './sources.ts'

const MAX_LINES = 60
const MAX_COMPONENT_LINES = 120

/** Files with functions that are still longer. */
const STILL_LONGER: readonly string[] = [
  'domain/src/routing/allocation/changes.ts',
  'domain/src/routing/rule-book/compile-book.ts',
  'server/src/administration/clients/create-client.ts',
  'server/src/administration/roles/update-role.ts',
  'server/src/build-app.ts',
  'server/src/contract-walk/world-routing.ts',
  'server/src/database/database.ts',
  'server/src/database/embedded/supervise.ts',
  'server/src/database/fair-slots.ts',
  'server/src/database/watch-connections.ts',
  'server/src/deliveries/parcels/one-parcel.ts',
  'server/src/demo/carrier-services.ts',
  'server/src/feeds/deliveries/decide-despatches.ts',
  'server/src/feeds/rows/row-hold.ts',
  'server/src/feeds/webhooks/settle-delivery.ts',
  'server/src/jobs/jobs.ts',
  'server/src/main.ts',
  'server/src/orders/amend/amendment.ts',
  'server/src/orders/amend/undo-amendment.ts',
  'server/src/orders/create/create-order.ts',
  'server/src/pdf/lay-out.ts',
  'server/src/routing/rule-book/publish.ts',
  'server/src/testing/commanded-orders.ts',
  'server/src/testing/hostile-files.ts',
  'server/src/testing/people.ts',
  'server/src/testing/test-portal.ts',
]

type AnyFunction = FunctionNode | ArrowFunctionExpression
type Sized = { path: string; line: number; name: string; lines: number; isComponent: boolean }

test(`a function has at most ${MAX_LINES} lines, a component ${MAX_COMPONENT_LINES}`, () => {
  const sized = sources
    .filter((source) => !isTest(source) && !source.path.startsWith('e2e/') && !STILL_LONGER.includes(source.path))
    .flatMap(functionsOf)
  expect(sized.length).toBeGreaterThan(5000)
  const long = sized.filter(({ lines, isComponent }) => lines > (isComponent ? MAX_COMPONENT_LINES : MAX_LINES))
  expect(long.map(({ path, line, name, lines }) => `${path}:${line} ${name} has ${lines} lines`)).toEqual([])
})

/** Every function of a file with its lines; a component is what returns JSX, hidden in a hook or not. */
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
