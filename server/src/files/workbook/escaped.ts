const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Characters that XML cannot hold: control characters and lone surrogates. */
const UNPRINTABLE = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu
/** Characters to escape or leave out; most texts have none. */
// oxlint-disable-next-line no-control-regex -- these are what XML cannot hold
const IS_SPECIAL = /[&<>"\u0000-\u0008\u000B\u000C\u000E-\u001F\uD800-\uDFFF\uFFFE\uFFFF]/
/** Escapes a text for XML, leaving out characters that XML cannot hold. */
export const escaped = (text: string) =>
  IS_SPECIAL.test(text)
    ? text.replaceAll(UNPRINTABLE, '').replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
    : text
