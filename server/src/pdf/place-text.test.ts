import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { drawnText } from '../testing/pdf/drawn-text.ts'
import { Fonts } from './fonts.ts'
import { placeText } from './place-text.ts'
import { isolate } from './printed-form.ts'
import { RIGHT_TO_LEFT, Shaper } from './shaper.ts'
import { Sheet } from './sheet.ts'

const DEJAVU = 'dejavu-fonts-ttf/ttf/DejaVuSansCondensed.ttf'
/** At this size a thousandth of an em is a point. */
const STYLE = { weight: 'regular', size: 1000, leading: 1000 } as const

async function place(text: string, room = Infinity) {
  const pdf = new PDFDocument({ margin: 0 })
  const fonts = new Fonts(pdf)
  await fonts.open([text])
  return { pdf, fonts, lines: placeText(text, room, STYLE, fonts) }
}

/** The text on a page from left to right, on one line. */
async function draw(text: string): Promise<string> {
  const { pdf, fonts, lines } = await place(text)
  const bytes: Uint8Array[] = []
  pdf.on('data', (some: Uint8Array) => bytes.push(some))
  const isOver = once(pdf, 'end')
  for (const line of lines) new Sheet(pdf, fonts, false).text(line, 0, 0, { ...STYLE, size: 8 }, '#000000')
  pdf.end()
  await isOver
  return drawnText(Buffer.concat(bytes))
}

/** Right-to-left characters in visual order; brackets are drawn as their mirror images. */
const rtl = (text: string) => Array.from(text).toReversed().join('')

test.each([
  [
    'Arabic, with digits of two kinds and brackets',
    'محمد عبد الله بن ١٢٣ (شركة) 45',
    ['45', rtl('(شركة)'), '١٢٣', rtl('بن'), rtl('الله'), rtl('عبد'), rtl('محمد')],
  ],
  ['Hebrew with digits', 'שלום עולם 12 רחוב', [rtl('רחוב'), '12', rtl('עולם'), rtl('שלום')]],
  ['Persian digits, quotes and brackets', '«بازار» [۱۲]', [']۱۲[', rtl('«بازار»')]],
  ['Urdu', 'مکان نمبر 12، لاہور', [rtl('لاہور'), `${rtl('،')}12`, rtl('نمبر'), rtl('مکان')]],
  ['Latin within Arabic', 'شركة ACME Ltd دبي', [rtl('دبي'), 'ACME', 'Ltd', rtl('شركة')]],
  ['Arabic within Latin', 'DHL السريع (Express) 24', ['DHL', rtl('السريع'), '(Express)', '24']],
  ['emoji between Arabic words of a Latin title', 'Gift: محمد 🎂 علي', ['Gift:', rtl('علي'), '🎂', rtl('محمد')]],
  ['an emoji before Arabic', '🎂 محمد', [rtl('محمد'), '🎂']],
  ['marks of direction', 'שלום\u200f! abc', ['abc', rtl('שלום!')]],
  ['a price that ends in a mark', '12 ₪ (שלום)', [rtl('(שלום)'), '₪', '12']],
  ['an override, which turns nothing', 'abc \u202edef\u202c ghi', ['abc', 'def', 'ghi']],
  ['an embedding that never ends', 'a \u202bb c', ['a', 'b', 'c']],
])('in visual order: %s', async (_, text, words) => {
  expect(await draw(text)).toBe(words.join(' '))
})

test.each(['()', '[]', '«»', '<>'])('brackets are mirrored in right-to-left text: %s', (brackets) => {
  const shaper = new Shaper(readFileSync(fileURLToPath(import.meta.resolve(DEJAVU))))
  const idsOf = (features: string[]) => shaper.layout(brackets, features).glyphs.map(({ id }) => id)
  expect(idsOf([RIGHT_TO_LEFT])).toEqual(idsOf([]))
})

test.each([
  ['Arabic before a number', `${isolate('متجر')}, 12 parcels`, [`${rtl('متجر')},`, '12', 'parcels']],
  ['one that ends the isolate itself', `${isolate('\u2069שלום\u2067')}, return`, [`${rtl('שלום')},`, 'return']],
])('an isolated name does not change the order around it: %s', async (_, text, words) => {
  expect(await draw(text)).toBe(words.join(' '))
})

test.each([
  ['Arabic', 'محمد 45 abc', true],
  ['Hebrew after digits and an emoji', '12 🎂 שלום', true],
  ['Thaana', 'މާލެ', true],
  ['Latin that names an Arabic word', 'DHL السريع', false],
  ['digits alone', '١٢٣', false],
  ['nothing', '', false],
])('the first letter decides the side at which a line begins: %s', async (_, text, isRightToLeft) => {
  const { lines } = await place(text)
  expect(lines.map((line) => line.isRightToLeft)).toEqual([isRightToLeft])
})

// Widths from hb-shape with the complete font: conjuncts or joined letters that fall apart are wider.
test.each([
  ['Arabic with marks', 'مُحَمَّد', 2055],
  ['Urdu', 'لاہور', 1690],
  ['Thaana', 'ދިވެހިރާއްޖެ', 2670],
  ['Devanagari', 'प्रार्थना', 2281],
  ['Devanagari, a vowel before its consonant', 'हिन्दी', 1889],
  ['Bengali', 'স্ত্রী', 933],
  ['Bengali, a vowel on both sides', 'কৌশল', 2846],
  ['Gurmukhi', 'ਪ੍ਰੀਤ', 1394],
  ['Gujarati', 'વિદ્યાર્થી', 2603],
  ['Odia', 'ପ୍ରାର୍ଥନା', 2545],
  ['Tamil', 'பௌர்ணமி', 6126],
  ['Tamil, a word of one glyph', 'ஸ்ரீ', 1514],
  ['Telugu', 'స్త్రీ', 702],
  ['Kannada', 'ರಾಷ್ಟ್ರ', 2150],
  ['Malayalam', 'കോഴിക്കോട്', 6187],
  ['Sinhala, with a joiner', 'ශ්‍රී', 917],
  ['Thai, a vowel beneath a tone', 'น้ำ', 1019],
  ['Lao', 'ວຽງຈັນ', 2757],
  ['Tibetan', 'འབྲུག་རྒྱལ་ཁབ་', 5306],
  ['Myanmar', 'မြန်မာနိုင်ငံ', 4536],
  ['Khmer', 'កម្ពុជា', 2194],
  ['Ethiopic', 'ኢትዮጵያ', 2943],
  ['Georgian capitals', 'ᲗᲑᲘᲚᲘᲡᲘ', 5267],
])('%s is shaped as its font requires', async (_, text, width) => {
  const { lines, fonts } = await place(text)
  expect(Math.abs((lines[0]?.width ?? 0) - width)).toBeLessThan(3)
  expect(lines[0]?.runs).toHaveLength(1)
  expect(fonts.hasReplaced).toBe(false)
})

test.each([
  ['a family', '👨‍👩‍👧'],
  ['a flag', '🇬🇧'],
  ['a flag of tags', '🏴󠁧󠁢󠁥󠁮󠁧󠁿'],
  ['a skin', '👍🏽'],
  ['a heart on fire', '❤️‍🔥'],
])('an emoji sequence is one glyph, and never broken: %s', async (_, emoji) => {
  const [one] = (await place('🎂')).lines
  const { lines } = await place(emoji.repeat(3), 10)
  expect(lines.map(({ text }) => text)).toEqual([emoji, emoji, emoji])
  for (const { width } of lines) expect(width).toBeLessThan((one?.width ?? 0) * 1.3)
})

test.each([
  ['words', 'Hatton Garden 12', 7000, ['Hatton Garden ', '12']],
  ['a word that is longer than a line', 'ab JD000212345 c', 3500, ['ab JD0', '002123', '45 c']],
  ['Arabic words, the first on the first line', 'شارع الملك عبد العزيز', 5500, ['شارع الملك ', 'عبد العزيز']],
  ['Chinese, whose full stop begins no line', '北京市朝阳区。国贸', 6100, ['北京市朝阳', '区。国贸']],
  ['Japanese, whose brackets stay with their words', '丸の内「ヤマト」', 4100, ['丸の内', '「ヤマ', 'ト」']],
  ['Thai, between words', 'กรุงเทพมหานครถนนราชดำเนิน', 9000, ['กรุงเทพมหานครถนน', 'ราชดำเนิน']],
  ['Hindi, never within a conjunct', 'स्त्रीस्त्री', 800, ['स्त्री', 'स्त्री']],
])('lines break between words: %s', async (_, text, room, texts) => {
  const { lines } = await place(text, room)
  expect(lines.map((line) => line.text)).toEqual(texts)
})

test('a soft hyphen is visible only at the end of a line', async () => {
  const text = 'Dampf\u00adboot\u00adfahrt'
  expect(await draw(text)).toBe('Dampfbootfahrt')
  const { lines } = await place(text, 6000)
  expect(lines.map(({ runs }) => runs.map((run) => run.text).join(''))).toEqual(['Dampf\u00adboot-', 'fahrt'])
})

test.each([
  ['a script without a font', 'ᚠᚢ ab', '□□ ab'],
  ['a letter with a mark that no font has', 'a\u{1e136}', 'a□'],
  ['half a character', 'a\ud83d', 'a\ufffd'],
  ['what is never seen', 'a\u200b\u2060\ufeff\ufe0fb', 'ab'],
])('%s', async (_, text, drawn) => {
  expect(await draw(text)).toBe(drawn)
})
