import { isNoPostcode, needsPostcode } from './country-postcodes.ts'
import { crownDependency } from './crown-dependencies.ts'
import { POSTCODE_AREAS } from './postcode-areas.ts'

/** Girobank's postcode has none of the usual forms. */
const GIRO = 'GIR 0AA'
const LOOKS_LIKE = 'A UK postcode looks like SW1A 1AA'

/** The forces abroad have a BFPO number in place of a postcode. */
const FORCES = /^BFPO(\d{1,4})$/
const MISSING = 'Enter a postcode'

/**
 * Normalises a postcode for storage: '' for a text that means 'none' ('-'), undefined for an invalid one. Postcodes of
 * the United Kingdom and the Crown dependencies are validated and formatted as 'SW1A 1AA', whatever the separators,
 * correcting a letter O or I that can only be a digit. Those of other countries are upper-cased and trimmed.
 */
export function normalPostcode(country: string, text: string): string | undefined {
  if (isNoPostcode(text)) return ''
  const crown = crownDependency(country)
  if (country !== 'GB' && !crown) return text.trim().replace(/\s+/g, ' ').toUpperCase()
  const typed = withoutSeparators(text)
  const forces = FORCES.exec(typed)?.[1]
  if (forces !== undefined && !crown) return `BFPO ${Number(forces)}`
  const [only, ...others] = candidatesOf(typed)
  if (only === undefined || others.length > 0) return undefined
  return crown && areaOf(only) !== crown.area ? undefined : only
}

/**
 * Why the postcode of an address is invalid, with a suggestion, in words for its field; undefined if it is valid. A
 * missing postcode is refused if the country needs one, unless `mayLack`.
 */
export function postcodeProblem(country: string, text: string, { mayLack = false } = {}): string | undefined {
  const normal = normalPostcode(country, text)
  if (normal === '') return mayLack || !needsPostcode(country) ? undefined : MISSING
  return normal === undefined ? malformed(country, text) : undefined
}

/** The format of a country whose postcodes are validated; undefined for others. */
export function postcodeRule(country: string): string | undefined {
  const crown = crownDependency(country)
  if (crown) return `A postcode of ${crown.name} looks like ${crown.example}`
  return country === 'GB' ? LOOKS_LIKE : undefined
}

function malformed(country: string, text: string): string {
  if (country !== 'GB') return postcodeRule(country) ?? MISSING
  const typed = withoutSeparators(text)
  const suggestions = [...new Set([...candidatesOf(typed), ...nearMisses(typed)])].slice(0, 3)
  const why = explainInvalid(typed)
  return suggestions.length === 0 ? why : `${why}. Did you mean ${suggestions.join(' or ')}?`
}

/** Removes separators and trailing characters. */
function withoutSeparators(text: string): string {
  return text.toUpperCase().replaceAll(/[\s.,;:_'"()/\u2010-\u2015-]/g, '')
}

const FORM = /^([A-Z]{1,2})(\d|[1-9]\d|\d[ABCDEFGHJKPSTUVWXYMNR])(\d)([A-Z]{2})$/
/** Letters that never occur in the second half, because they look like others. */
const NEVER_LAST = /[CIKMOV]/g

/** The text as a postcode; undefined if it is not exactly one. */
function exact(typed: string): string | undefined {
  if (typed === 'GIR0AA') return GIRO
  const [, area = '', district = '', sector = '', unit = ''] = FORM.exec(typed) ?? []
  return POSTCODE_AREAS.has(area) && unit.search(NEVER_LAST) === -1 ? `${area}${district} ${sector}${unit}` : undefined
}

const areaOf = (postcode: string) => /^[A-Z]+/.exec(postcode)?.[0]

/** Letters and digits that are mistaken for each other. */
const TYPED_FOR: Readonly<Record<string, readonly string[]>> = {
  O: ['0'],
  '0': ['O'],
  I: ['1'],
  L: ['1'],
  '1': ['I', 'L'],
}

/** The postcodes that a text may mean: itself, else those with the fewest look-alike characters exchanged. */
function candidatesOf(typed: string): string[] {
  const unchanged = exact(typed)
  if (unchanged !== undefined) return [unchanged]
  if (typed.length < 5 || typed.length > 7) return []
  let texts = [{ text: '', exchanged: 0 }]
  for (const character of typed)
    texts = texts.flatMap(({ text, exchanged }) => [
      { text: text + character, exchanged },
      ...(TYPED_FOR[character] ?? []).map((each) => ({ text: text + each, exchanged: exchanged + 1 })),
    ])
  const found = texts.flatMap(({ text, exchanged }) => {
    const postcode = exact(text)
    return postcode === undefined ? [] : { postcode, exchanged }
  })
  const fewest = Math.min(...found.map(({ exchanged }) => exchanged))
  return [...new Set(found.flatMap(({ postcode, exchanged }) => (exchanged === fewest ? postcode : [])))]
}

/** Letters meant by those that never occur last. */
const MEANT_LAST: Readonly<Record<string, string>> = { C: 'G', I: 'J', K: 'X', M: 'N', O: 'Q', V: 'U' }

/** Postcodes that differ by two neighbours exchanged, or by a last letter that looks like another. */
function nearMisses(typed: string): string[] {
  if (typed.length < 5 || typed.length > 7) return []
  const exchanged = Array.from(
    { length: typed.length - 1 },
    (_, at) => typed.slice(0, at) + (typed[at + 1] ?? '') + (typed[at] ?? '') + typed.slice(at + 2),
  )
  const [start, end] = [typed.slice(0, -2), typed.slice(-2)]
  const mended = start + end.replaceAll(NEVER_LAST, (letter) => MEANT_LAST[letter] ?? letter)
  return [mended, ...exchanged].flatMap((text) => exact(text) ?? [])
}

function explainInvalid(typed: string): string {
  const [, area = '', district, sector, unit = ''] = FORM.exec(typed) ?? []
  if (area === '') return LOOKS_LIKE
  const postcode = `${area}${district} ${sector}${unit}`
  if (!POSTCODE_AREAS.has(area)) return `${postcode} isn’t a UK postcode. There is no area ${area}`
  return `${postcode} isn’t a UK postcode. Its last two letters can’t be C, I, K, M, O or V`
}
