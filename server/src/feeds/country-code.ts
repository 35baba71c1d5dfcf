import { createRequire } from 'node:module'
import { countryAlias, plainCountryName } from '@despatch/domain/text/country-aliases'
import countries from 'i18n-iso-countries/index.js'

/** The longest name that is looked for among all: looking takes the longer the longer it is. */
const LONGEST_NAME = 100

/** The languages whose names are known: English, which goes before the others, then those of Europe and of larger markets. */
const LANGUAGES =
  'en de fr es it nl pl pt sv da nb fi cs ga cy hu ro sk el bg hr sl et lv lt is mt tr ru uk ja zh ko ar he'.split(' ')

/**
 * The ISO code (two capitals) of a country by its code, two letters or three, or a name that people write, in whatever case, with
 * accents or without: 'United Kingdom (UK)', 'Éire', 'Deutschland'; else undefined.
 */
export function countryCode(text: string): string | undefined {
  const trimmed = text.trim()
  if (trimmed.length > LONGEST_NAME) return undefined
  const code = ofOne(trimmed)
  if (code !== undefined) return code
  // Some shops write the code behind the name; others put first what the names of lists have last.
  const [, name = '', bracketed = ''] = /^(.+?)\s*\(([^()]+)\)$/.exec(trimmed) ?? []
  const named = name === '' ? undefined : ofOne(name)
  if (named !== undefined && named === ofOne(bracketed)) return named
  const [, last = '', first = ''] = /^([^,]+),\s*([^,]+)$/.exec(trimmed) ?? []
  return last === '' ? undefined : ofOne(`${first} ${last}`)
}

/** Northern Ireland, as people write it with points; without these it is the code of Nicaragua. */
const NORTHERN_IRELAND = /^n\.\s?i\.?$/i

function ofOne(text: string): string | undefined {
  if (NORTHERN_IRELAND.test(text)) return 'GB'
  const capitals = text.replaceAll('.', '').toUpperCase()
  if (/^[A-Z]{2,3}$/.test(capitals) && countries.isValid(capitals))
    return capitals.length === 3 ? countries.alpha3ToAlpha2(capitals) : capitals
  return countryAlias(text) ?? namesInAll().get(plainCountryName(text))
}

let names: ReadonlyMap<string, string> | undefined

/** The code of each name that is known; a name that two languages have for two countries is none. Made when first asked for. */
function namesInAll(): ReadonlyMap<string, string> {
  if (names) return names
  const read = createRequire(import.meta.url)
  const found = new Map<string, string>()
  const unclear = new Set<string>()
  const english = new Set<string>()
  for (const language of LANGUAGES) {
    countries.registerLocale(read(`i18n-iso-countries/langs/${language}.json`))
    for (const [code, written] of Object.entries(countries.getNames(language, { select: 'all' })))
      for (const name of written.map(plainCountryName)) {
        if (language === 'en') english.add(name)
        if ((found.get(name) ?? code) !== code && !english.has(name)) unclear.add(name)
        if (!found.has(name)) found.set(name, code)
      }
  }
  for (const name of unclear) found.delete(name)
  names = found
  return found
}
