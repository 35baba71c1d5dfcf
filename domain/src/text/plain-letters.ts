/** Letters that Unicode does not decompose into a base letter and an accent. */
const PLAIN: Readonly<Record<string, string>> = { ł: 'l', ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', đ: 'd' }

/** Lower case without accents: 'Größe' is grosse, 'Łódź' lodz. */
export const plainLetters = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[łßøæœđ]/g, (letter) => PLAIN[letter] ?? '')
