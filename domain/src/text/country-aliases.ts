import { plainLetters } from './plain-letters.ts'

/** Normalises a country's name: lower case, without accents, points and a leading 'the'. */
export function plainCountryName(name: string): string {
  return plainLetters(name)
    .replaceAll('.', '')
    .replaceAll('&', ' and ')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .replace(/^the /, '')
}

/** Names that shops and marketplaces write and that are in no list of names, normalised, by ISO code. */
const WRITTEN: Readonly<Record<string, string>> = {
  AE: 'emirates | u a e | vereinigte emirate',
  BA: 'bosnia | bosnia herzegovina',
  BN: 'brunei darussalam',
  CD: 'congo kinshasa | dr congo | drc | democratic republic of congo | congo democratic republic of the',
  CG: 'congo brazzaville | republic of congo',
  CZ: 'czechia',
  GB: `uk | england | scotland | wales | northern ireland | britain | great britain and northern ireland | u k | g b |
    united kingdom of great britain and northern ireland | england and wales | inghilterra | angleterre | inglaterra |
    grossbritannien | anglia | bfpo | schottland | ecosse | cymru | alba`,
  GR: 'el | hellas',
  HK: 'hong kong sar china | hong kong sar | hongkong china',
  IE: 'republic of ireland | southern ireland | eire | roi | irish republic | rep of ireland | ireland republic of',
  IM: 'man | mann',
  KR: 'korea | republic of korea | korea republic of',
  LA: 'lao',
  MK: 'macedonia | republic of north macedonia',
  MO: 'macau sar china | macao sar china',
  NL: 'holland | niederlande holland',
  PS: 'palestinian territories | palestinian territory',
  RU: 'russian fed',
  SK: 'slovak republic',
  TR: 'turkiye republic of',
  TT: 'trinidad',
  US: 'america | u s a | u s | united states of america usa | etats unis d amerique',
  VA: 'vatican',
  VN: 'viet nam',
}
const CODES = new Map(
  Object.entries(WRITTEN).flatMap(([code, names]) => names.split('|').map((name) => [plainCountryName(name), code])),
)

/** The ISO code of a country by an alias; undefined for other texts. */
export const countryAlias = (text: string): string | undefined => CODES.get(plainCountryName(text))
