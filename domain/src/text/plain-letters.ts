/** Letters that do not come apart into a plain one and its accent. */
const PLAIN: Readonly<Record<string, string>> = { ł: 'l', ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', đ: 'd' }

/** A text in small letters without accents: 'Größe' is grosse, 'Łódź' lodz. */
export const plainLetters = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[łßøæœđ]/g, (letter) => PLAIN[letter] ?? '')
