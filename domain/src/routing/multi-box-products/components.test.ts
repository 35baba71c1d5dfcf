import { expect, test } from 'vitest'
import { componentProblems } from './components.ts'

const stateOf = (code: string) => (code === 'NONE' ? 'unknown' : code === 'BED' ? 'has-components' : 'plain')
const problems = (codes: string[], isComponent = false) =>
  componentProblems(
    'SOFA',
    codes.map((Code) => ({ Code })),
    { stateOf, isComponent },
  ).map(({ path, message }) => `${path}: ${message}`)

test.each([
  [['LEG', 'SEAT'], []],
  [['LEG', 'SOFA'], ['components.1.Code: SOFA cannot be a box of itself']],
  [['LEG', 'SEAT', 'LEG'], ['components.2.Code: LEG is listed twice. Enter its boxes in one line']],
  [['NONE'], ['components.0.Code: SKU NONE doesn’t exist. Choose one from the list']],
  [['BED'], ['components.0.Code: BED comes in several boxes. Add those boxes instead']],
])('boxes %j: %j', (codes, said) => {
  expect(problems(codes)).toEqual(said)
})

test('a box of another product cannot have boxes', () => {
  expect(problems(['LEG'], true)).toEqual([
    'components.0.Code: SOFA is itself a box of another product, so it can have no boxes of its own',
  ])
  expect(problems([], true)).toEqual([])
})
