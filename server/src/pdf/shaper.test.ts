import { expect, test } from 'vitest'
import { cutFrom, slicesFor } from './font-files.ts'
import { Shaper } from './shaper.ts'

async function shaperOf(word: string): Promise<Shaper> {
  const [slice] = slicesFor(word, word)
  if (!slice) throw new Error('No font has it')
  return new Shaper(await cutFrom(slice, Array.from(word), 'regular'))
}

// How far each glyph takes is what hb-shape of HarfBuzz 6.0.0 says of the whole font: a vowel that is seen before its
// consonant, a conjunct or a sign on both sides would change the row if it were not shaped.
test.each([
  ['Bengali', 'স্ত্রী', [667, 0, 266]],
  ['Bengali, a vowel on both sides', 'কৌশল', [361, 807, 266, 681, 731]],
  ['Devanagari', 'प्रार्थना', [569, 259, 639, 0, 555, 259]],
  ['Devanagari, a vowel before', 'हिन्दी', [259, 531, 309, 531, 259]],
  ['Gujarati', 'કૃષ્ણ', [511, 0, 429, 821]],
  ['Gujarati, a vowel before', 'વિદ્યાર્થી', [265, 577, 606, 265, 625, 265]],
  ['Gurmukhi', 'ਪ੍ਰੀਤ', [593, 0, 259, 542]],
  ['Gurmukhi, a vowel before', 'ਸਿੰਘ', [259, 596, 0, 757]],
  ['Kannada', 'ರಾಷ್ಟ್ರ', [651, 449, 801, 249]],
  ['Kannada, a vowel of parts', 'ಕೋಟಿ', [574, 746, 408, 815]],
  ['Malayalam', 'പ്രാർത്ഥന', [244, 896, 504, 736, 1684, 911]],
  ['Malayalam, vowels on both sides', 'കോഴിക്കോട്', [595, 1038, 504, 654, 228, 595, 1506, 504, 563, 0]],
  ['Odia', 'ପ୍ରାର୍ଥନା', [741, 201, 690, 0, 712, 201]],
  ['Odia, a vowel on both sides', 'କୌଶଳ', [534, 752, 201, 741, 776]],
  ['Sinhala, with a joiner', 'ශ්‍රී', [917, 0]],
  ['Sinhala, a vowel on both sides', 'දේවෝ', [631, 577, 631, 812, 343]],
  ['Tamil', 'ஸ்ரீ', [1514]],
  ['Tamil, a vowel on both sides', 'பௌர்ணமி', [901, 778, 1070, 609, 1648, 858, 262]],
  ['Telugu', 'స్త్రీ', [702, 0]],
  ['Telugu, a vowel above', 'హైదరాబాద్', [1033, 706, 937, 1072, 706]],
  ['Thai, a vowel of parts beneath a tone', 'น้ำ', [613, 0, 0, 406]],
])('%s is shaped as the whole font shapes it', async (_, word, advances) => {
  const glyphs = (await shaperOf(word)).shape(word)
  expect(glyphs.map(({ advance }) => Math.round(advance))).toEqual(advances)
  expect(glyphs.map(({ id }) => id)).not.toContain(0)
})

test.each([
  ['each letter its own', 'தமிழ்', ['த', 'ம', 'ி', 'ழ்']],
  ['a conjunct its letters', 'क्षमा', ['क्ष', 'म', 'ा']],
  ['a vowel before, itself', 'हि', ['ि', 'ह']],
  ['of a vowel on both sides, each side its sign', 'கொ', ['ெ', 'க', 'ா']],
])('what glyphs say: %s', async (_, word, texts) => {
  expect((await shaperOf(word)).shape(word).map(({ text }) => text)).toEqual(texts)
})
