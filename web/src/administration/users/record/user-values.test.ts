import { expect, test } from 'vitest'
import { conflictsOf } from '../../../kit/form/conflict.ts'
import { blankUser, mergedUser, shownUser } from './user-values.ts'

const base = { ...blankUser(['ACME']), username: 'ada', first_name: 'Ada', role: '1', version: 3 }
const mine = { ...base, first_name: 'Augusta', email: 'ada@example.com' }
const theirs = { ...base, first_name: 'Adah', lock: true, client: ['ACME', 'BIRCH'], version: 4 }

test('fields that both changed differ from those that only the other changed', () => {
  const shown = [base, mine, theirs].map((values) => shownUser(values, []))
  const [of, here, there] = shown
  const fields = here && there ? conflictsOf({ base: of, mine: here, theirs: there }) : []
  expect(fields.map(({ title, mine: own, theirs: other, isBoth }) => [title, own, other, isBoth])).toEqual([
    ['First name', 'Augusta', 'Adah', true],
    ['Clients', 'ACME', 'ACME, BIRCH', false],
    ['Locked', 'No', 'Yes', false],
  ])
})

test('selected fields take the other’s values and version', () => {
  expect(mergedUser(mine, theirs, new Set(['client', 'lock']))).toEqual({
    ...mine,
    client: ['ACME', 'BIRCH'],
    lock: true,
    version: 4,
  })
})
