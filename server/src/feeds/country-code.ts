import { createRequire } from 'node:module'
import { countryAlias, plainCountryName } from '@despatch/domain/text/country-aliases'
import countries from 'i18n-iso-countries/index.js'

/** Longer names are not looked up, because normalising takes time in proportion to the length. */
const MAX_NAME_LENGTH = 100

/** Languages whose country names are known. English comes first and wins where a name means two countries. */
const LANGUAGES =
  'en de fr es it nl pl pt sv da nb fi cs ga cy hu ro sk el bg hr sl et lv lt is mt tr ru uk ja zh ko ar he'.split(' ')

/**
 * Finds the ISO code (two capitals) of a country from its code (two or three letters) or a name in any known language,
 * in any case, with or without accents: 'United Kingdom (UK)', 'Éire', 'Deutschland'.
 */
export function countryCode(text: string): string | undefined {
  const trimmed = text.trim()
  if (trimmed.length > MAX_NAME_LENGTH) return undefined
  const code = codeOf(trimmed)
  if (code !== undefined) return code
  // Some shops write 'Name (CODE)'; others write 'Korea, Republic of'.
  const [, name = '', bracketed = ''] = /^(.+?)\s*\(([^()]+)\)$/.exec(trimmed) ?? []
  const named = name === '' ? undefined : codeOf(name)
  if (named !== undefined && named === codeOf(bracketed)) return named
  const [, last = '', first = ''] = /^([^,]+),\s*([^,]+)$/.exec(trimmed) ?? []
  return last === '' ? undefined : codeOf(`${first} ${last}`)
}

/** Northern Ireland written with full stops. Without them, NI is Nicaragua. */
const NORTHERN_IRELAND = /^n\.\s?i\.?$/i

function codeOf(text: string): string | undefined {
  if (NORTHERN_IRELAND.test(text)) return 'GB'
  const capitals = text.replaceAll('.', '').toUpperCase()
  if (/^[A-Z]{2,3}$/.test(capitals) && countries.isValid(capitals))
    return capitals.length === 3 ? countries.alpha3ToAlpha2(capitals) : capitals
  return countryAlias(text) ?? codesByName().get(plainCountryName(text))
}

let names: ReadonlyMap<string, string> | undefined

/** Country codes by normalised name, built on first use. A name that means two countries in two languages is left out. */
function codesByName(): ReadonlyMap<string, string> {
  if (names) return names
  const requireJson = createRequire(import.meta.url)
  const found = new Map<string, string>()
  const unclear = new Set<string>()
  const english = new Set<string>()
  for (const language of LANGUAGES) {
    countries.registerLocale(requireJson(`i18n-iso-countries/langs/${language}.json`))
    for (const [code, spellings] of Object.entries(countries.getNames(language, { select: 'all' })))
      for (const name of spellings.map(plainCountryName)) {
        if (language === 'en') english.add(name)
        if ((found.get(name) ?? code) !== code && !english.has(name)) unclear.add(name)
        if (!found.has(name)) found.set(name, code)
      }
  }
  for (const name of unclear) found.delete(name)
  names = found
  return found
}
