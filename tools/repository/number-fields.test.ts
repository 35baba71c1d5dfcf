import { Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'
import { isTest, type Source, sources } from './sources.ts'

const FIELDS = 'web/src/kit/form/typed/number-fields.tsx'
/** Digits that are no number, matrix cells, which parse like the fields do, and page sizes from a list. */
const OTHERS: ReadonlySet<string> = new Set([
  'web/src/sign-in/two-factor/code-field.tsx',
  'web/src/routing/prices/matrix/matrix-row.tsx',
  'web/src/kit/list/table-foot.tsx',
])

/** What a file uses instead of the shared number fields. */
function ownNumbers({ path, program, imports }: Source): string[] {
  const found: string[] = []
  new Visitor({
    JSXIdentifier({ name }) {
      if (name === 'NumberInput') found.push(`${path} has a NumberInput`)
    },
    JSXAttribute({ name, value }) {
      if (name.type !== 'JSXIdentifier' || value?.type !== 'Literal') return
      const attribute = `${name.name}="${String(value.value)}"`
      if (/^(?:inputMode="(?:numeric|decimal)"|type="number")$/.test(attribute)) found.push(`${path} has ${attribute}`)
    },
    CallExpression({ callee, arguments: [argument] }) {
      if (callee.type !== 'Identifier' || !/^(?:Number|parseFloat|parseInt)$/.test(callee.name)) return
      if (
        argument?.type === 'MemberExpression' &&
        argument.property.type === 'Identifier' &&
        argument.property.name === 'value'
      )
        found.push(`${path} makes a number of what is typed`)
    },
  }).visit(program)
  const isReader = imports.some((imported) => imported.endsWith('/money/typed-number'))
  if (isReader && !path.startsWith('web/src/kit/form/typed/') && !path.endsWith('/typed-price.ts'))
    found.push(`${path} reads what is typed by itself`)
  return found
}

test('every number is entered in CountField, FigureField or MoneyField', () => {
  const inWeb = sources.filter(
    (source) => source.path.startsWith('web/src/') && source.path !== FIELDS && !OTHERS.has(source.path),
  )
  expect(inWeb.filter((source) => !isTest(source)).flatMap(ownNumbers)).toEqual([])
})
