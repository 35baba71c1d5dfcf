import { expect, test } from 'vitest'
import { CompactDocument } from './compact-document.ts'
import { Faces } from './faces.ts'
import { directionOf, TypeSetter } from './type-setter.ts'

/** The runs of a line, from its left, each with the glyphs that it has. */
async function glyphsOf(line: string) {
  const faces = new Faces(new CompactDocument({ autoFirstPage: false, fontLayoutCache: false }))
  faces.want(line, 'regular')
  await faces.open()
  const { runs } = new TypeSetter(faces).set(line, 'regular', directionOf(line))
  const nameOf = (letter: string) => faces.of(letter, 'regular')?.name
  return {
    count: runs.flatMap(({ stretches }) => stretches.flatMap(({ hex }) => hex.match(/.{4}/g) ?? [])).length,
    names: runs.map(({ face }) => face.name),
    nameOf,
  }
}

test.each([
  ['a face', '😀'],
  ['a family', '👨‍👩‍👧‍👦'],
  ['a hand of a skin', '👋🏽'],
  ['two of two skins', '🧑🏻‍🤝‍🧑🏿'],
  ['a profession', '👩🏾‍🚀'],
  ['a flag', '🇮🇳'],
  ["a region's flag", '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ['a flag of a rainbow', '🏳️‍🌈'],
  ['a heart on fire', '❤️‍🔥'],
  ['a key', '1️⃣'],
  ['a sign that is told to be one', '☎️'],
  ['a sign of text', '☎'],
  ['a sign that is told to be text', '☎\ufe0e'],
])('%s is one glyph', async (_, emoji) => {
  expect((await glyphsOf(emoji)).count).toBe(1)
  expect((await glyphsOf(`${emoji}${emoji}`)).count).toBe(2)
})

test('emoji are seen in the order in which the text around them is read', async () => {
  const line = '🎂 שלום 😀🇮🇳 DHL'
  const { names, nameOf } = await glyphsOf(line)
  expect(directionOf(line)).toBe('rtl')
  const pictures = ['🇮🇳', '😀', '🎂'].map(nameOf)
  expect(new Set(pictures).size).toBe(3)
  expect(names.filter((name) => pictures.includes(name))).toEqual(pictures)
})
