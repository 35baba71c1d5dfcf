type Label = { readonly number: string; readonly link: string }

/** The labels of a CSV file: a number in each row, and a link after it. A row of titles is none. */
export function readLabels(text: string): Label[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\n|\r/)
    .map((row) => row.split(/[,;\t]/).map((cell) => cell.trim().replaceAll(/^"|"$/g, '').trim()))
    .flatMap(([number = '', ...others], at): Label[] => {
      if (number === '' || (at === 0 && !/\d/.test(number))) return []
      return [{ number, link: others.find((cell) => /^https?:\/\//.test(cell)) ?? '' }]
    })
}
