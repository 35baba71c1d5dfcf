import { Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'
import { isTest, type Source, sources } from './sources.ts'

const FIELDS = 'web/src/kit/form/typed/number-fields.tsx'
/** Digits that are no number, the cells of a matrix, which read what is typed as the fields do, and page sizes that are chosen. */
const OTHERS: ReadonlySet<string> = new Set([
  'web/src/sign-in/two-factor/code-field.tsx',
  'web/src/routing/prices/matrix/matrix-row.tsx',
  'web/src/kit/list/table-foot.tsx',
])

/** What in a file makes an input for numbers, or a number of what is typed, by itself. */
function ownNumbers({ path, program, imports }: Source): string[] {
  const found: string[] = []
  new Visitor({
    JSXIdentifier({ name }) {
      if (name === 'NumberInput') found.push(`${path} has a NumberInput`)
    },
    JSXAttribute({ name, value }) {
      if (name.type !== 'JSXIdentifier' || value?.type !== 'Literal') return
      const said = `${name.name}="${String(value.value)}"`
      if (/^(?:inputMode="(?:numeric|decimal)"|type="number")$/.test(said)) found.push(`${path} has ${said}`)
    },
    CallExpression({ callee, arguments: [given] }) {
      if (callee.type !== 'Identifier' || !/^(?:Number|parseFloat|parseInt)$/.test(callee.name)) return
      if (given?.type === 'MemberExpression' && given.property.type === 'Identifier' && given.property.name === 'value')
        found.push(`${path} makes a number of what is typed`)
    },
  }).visit(program)
  const isReader = imports.some((imported) => imported.endsWith('/money/typed-number'))
  if (isReader && !path.startsWith('web/src/kit/form/typed/') && !path.endsWith('/typed-price.ts'))
    found.push(`${path} reads what is typed by itself`)
  return found
}

test('every number is typed in CountField, FigureField or MoneyField', () => {
  const inWeb = sources.filter(
    (source) => source.path.startsWith('web/src/') && source.path !== FIELDS && !OTHERS.has(source.path),
  )
  expect(inWeb.filter((source) => !isTest(source)).flatMap(ownNumbers)).toEqual([])
})
