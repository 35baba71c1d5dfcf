import { createRequire } from 'node:module'
import countries from 'i18n-iso-countries/index.js'

countries.registerLocale(createRequire(import.meta.url)('i18n-iso-countries/langs/en.json'))

/** The longest name that is looked for among all: looking takes the longer the longer it is. */
const LONGEST_NAME = 100

/** The ISO code (two capitals) of a country by its code, two letters or three, or its English name; else undefined. */
export function countryCode(text: string): string | undefined {
  if (text.length > LONGEST_NAME) return undefined
  const capitals = text.toUpperCase()
  if (countries.isValid(capitals)) return capitals.length === 3 ? countries.alpha3ToAlpha2(capitals) : capitals
  return countries.getAlpha2Code(text, 'en')
}
