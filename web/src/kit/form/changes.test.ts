import { expect, test } from 'vitest'
import { restoreDraft } from './changes.ts'

const base = { pieces: 4, until: '2099-01-01', note: '' }

test.each([
  ['nobody else changed it', {}, { pieces: 6 }, { pieces: 6 }, []],
  [
    'what others changed in other fields stands',
    { until: '2099-02-01' },
    { pieces: 6 },
    { pieces: 6, until: '2099-02-01' },
    [],
  ],
  [
    'what both changed is named, and is what one typed',
    { pieces: 9, note: 'x' },
    { pieces: 6 },
    { pieces: 6, note: 'x' },
    ['pieces'],
  ],
  ['both changed it to the same', { pieces: 6 }, { pieces: 6 }, { pieces: 6 }, []],
  ['a field that has another type by now', { pieces: 'many' }, { pieces: 6 }, { pieces: 'many' }, []],
])('a draft of a record without versions: %s', (_what, theirs, typed, restored, alsoChanged) => {
  expect(restoreDraft({ ...base, ...theirs }, { base, values: { ...base, ...typed } })).toEqual({
    values: { ...base, ...restored },
    alsoChanged,
  })
})

test('a draft of a record that has another version by now is restored whole: saving it says what others did', () => {
  const of = { ...base, version: 1 }
  const kept = { base: of, values: { ...of, pieces: 6 } }
  expect(restoreDraft({ ...of, until: '2099-02-01', version: 2 }, kept)).toEqual({
    values: kept.values,
    alsoChanged: [],
  })
  expect(restoreDraft(of, kept).values).toEqual(kept.values)
})
