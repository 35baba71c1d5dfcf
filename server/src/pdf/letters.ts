/** Of a flag of a region, what follows the black flag: 'gbeng' in letters that are not seen. */
const TAGS = String.raw`[\u{e0020}-\u{e007e}]+\u{e007f}`
/** One emoji with what dresses it: a skin, a key's cap, a region. What is a sign of text too is one where it is told so. */
const ELEMENT = [
  String.raw`\p{RI}{2}`,
  String.raw`[0-9#*]\ufe0f?\u20e3`,
  String.raw`\p{Emoji_Modifier_Base}\ufe0f?\p{EMod}`,
  String.raw`\p{ExtPict}(?:\ufe0f|(?=\u200d\p{ExtPict}))`,
  String.raw`\p{Emoji_Presentation}(?:\ufe0f|${TAGS})?(?!\ufe0e)`,
].join('|')
/** As Unicode's technical standard 51 has them (1.4.9), without asking which of them are in use. */
const EMOJI = `(?:${ELEMENT})(?:\\u200d(?:${ELEMENT}|\\p{ExtPict}))*`

const MAYBE_EMOJI = /[\ufe0f\u20e3\p{Emoji_Presentation}\p{EMod}]|\u200d\p{ExtPict}/u
const LETTER = new RegExp(`${EMOJI}|.`, 'gsu')
// Without an end: where it had to be there, each link of a chain that is no emoji would be tried in two ways.
const FIRST_EMOJI = new RegExp(`^${EMOJI}`, 'u')
const ALL_EMOJI = new RegExp(EMOJI, 'gu')
const RIGHT_TO_LEFT_WORD = new RegExp(`${EMOJI}|(?:(?!${EMOJI})[\\p{L}\\p{M}\\p{N}\\p{Cf}])+|.`, 'gsu')

/** Says how the letters beside it look, or nothing; is never seen itself. */
const UNSEEN = /^\p{Default_Ignorable_Code_Point}$/u
const SKIN = /^\p{EMod}$/u

/** The characters of a text, an emoji that is composed of many as one: a family, a flag, a hand of a certain skin. */
export const lettersOf = (text: string): Iterable<string> =>
  MAYBE_EMOJI.test(text) ? (text.match(LETTER) ?? []) : text

/** Whether a letter of {@link lettersOf} is an emoji, to be seen as a picture. */
export const isEmoji = (letter: string): boolean => MAYBE_EMOJI.test(letter) && FIRST_EMOJI.exec(letter)?.[0] === letter

/** What is seen of a letter that no font has whole: of a family its members, each in no skin; of what only joins, nothing. */
export function seenOf(letter: string): readonly string[] {
  const seen = Array.from(letter).filter((part) => !UNSEEN.test(part))
  return seen.length > 1 ? seen.filter((part) => !SKIN.test(part)) : seen
}

/** The words of a text that is read from right to left, where what joins no letters is a word of its own. */
export const rightToLeftWords = (text: string): readonly string[] => text.match(RIGHT_TO_LEFT_WORD) ?? []

/** A text, as long as it was, with signs of no direction for its emoji: whichever way the text is read, these go along. */
export const withoutEmoji = (text: string): string =>
  MAYBE_EMOJI.test(text) ? text.replaceAll(ALL_EMOJI, (emoji) => '\u2605'.repeat(emoji.length)) : text
