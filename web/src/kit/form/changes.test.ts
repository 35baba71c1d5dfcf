import { expect, test } from 'vitest'
import { draftOf, restoreDraft, typedSince } from './changes.ts'

const base = { pieces: 4, until: '2099-01-01', note: '' }

test.each([
  ['no one else changed it', {}, { pieces: 6 }, { pieces: 6 }, []],
  ['others changed other fields', { until: '2099-02-01' }, { pieces: 6 }, { pieces: 6, until: '2099-02-01' }, []],
  ['both changed a field', { pieces: 9, note: 'x' }, { pieces: 6 }, { pieces: 6, note: 'x' }, ['pieces']],
  ['both changed it to the same', { pieces: 6 }, { pieces: 6 }, { pieces: 6 }, []],
  ['a field that has become a list', { pieces: ['many'] }, { pieces: 6 }, { pieces: ['many'] }, []],
  ['a text that is refused as a number', {}, { pieces: '1.5' }, { pieces: '1.5' }, []],
])('a draft of a record without versions: %s', (_what, theirs, typed, restored, alsoChanged) => {
  expect(restoreDraft({ ...base, ...theirs }, { base, values: { ...base, ...typed } })).toEqual({
    values: { ...base, ...restored },
    alsoChanged,
  })
})

test('a draft of an older version is restored whole', () => {
  const of = { ...base, version: 1 }
  const stored = { base: of, values: { ...of, pieces: 6 } }
  expect(restoreDraft({ ...of, until: '2099-02-01', version: 2 }, stored)).toEqual({
    values: stored.values,
    alsoChanged: [],
  })
  expect(restoreDraft(of, stored).values).toEqual(stored.values)
})

test.each([
  ['a choice in an empty field', { parent: null }, { parent: 'FIT' }, { parent: 'FIT' }],
  ['a number in an empty field', { weight: null }, { weight: 2.5 }, { weight: 2.5 }],
  ['a number that was undefined', { weekday: undefined }, { weekday: 2 }, { weekday: 2 }],
  ['a choice that was cleared', { parent: 'FIT' }, { parent: null }, { parent: null }],
  ['a typed number that cannot be parsed', { pieces: 1 }, { pieces: '1.5' }, { pieces: '1.5' }],
  ['a list in place of a text', { tags: '' }, { tags: ['a'] }, { tags: '' }],
  ['nothing in place of a list', { tags: ['a'] }, { tags: null }, { tags: ['a'] }],
  ['a field that the form no longer has', { note: '' }, { remark: 'x' }, { note: '' }],
])('a draft of this or an older form: %s', (_what, initial: Record<string, unknown>, draft, restored) => {
  expect(draftOf(initial, draft)).toEqual(restored)
})

test.each([[1], [2]])('a field that was emptied as undefined stays empty, at version %i', (version) => {
  const of = { version: 1, weekday: 0 }
  const stored = JSON.parse(JSON.stringify({ base: of, values: { version: 1, weekday: undefined } }))
  expect(restoreDraft({ ...of, version }, stored).values).toEqual({ version: 1, weekday: undefined })
})

test('of a map, only entries typed after it was sent remain', () => {
  const sent = { name: 'Ada', chosen: { '1': 2, '2': 1 } }
  expect(typedSince(sent, { name: 'Ada', chosen: { '1': 2, '2': 3, '4': 1 } }, { name: '', chosen: {} })).toEqual({
    chosen: { '2': 3, '4': 1 },
  })
})

test('fields that were sent and are no longer stored do not remain', () => {
  expect(typedSince({ note: 'Agreed', reason: 'Late' }, {}, { note: '', reason: '' })).toEqual({})
})

test('a saved map keeps its other entries, except those removed since', () => {
  const saved = {
    rights: { orders: { read: true, hold: true }, stock: { read: true } },
    days: { closed: [1], free: [2] },
  }
  const now = { rights: { orders: { read: true, hold: false }, stock: { read: true } }, days: { closed: [1, 3] } }
  expect(typedSince(saved, now, saved)).toEqual(now)
})
