/** Splits the names of a header that is written over several lines, with bars between them. */
export const splitNames = (text: string): readonly string[] =>
  text
    .split(/\s*[|\n]\s*/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
