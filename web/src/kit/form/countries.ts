import { countryAlias } from '@despatch/domain/text/country-aliases'
import { compareNames } from '@despatch/domain/text/compare-names'

/** The two-letter codes of ISO 3166-1. */
const CODES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC ' +
  'CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD ' +
  'GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH ' +
  'KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW ' +
  'MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC ' +
  'SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY ' +
  'UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'

const names = new Intl.DisplayNames('en-GB', { type: 'region' })

/** The English name of a country, else its code. */
export function countryName(code: string): string {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}

let choices: { value: string; label: string }[] | undefined

/** Options for a Select of countries: the United Kingdom first, then by name. Created on first use. */
export function countryChoices(): { value: string; label: string }[] {
  choices ??= CODES.split(' ')
    .map((value) => ({ value, label: countryName(value) }))
    .sort((a, b) => Number(b.value === 'GB') - Number(a.value === 'GB') || compareNames(a.label, b.label))
  return choices
}

/** The countries that a text may mean, the likeliest first: by code, name, beginning of the name, then part of the name. */
export function countryMatches(text: string): { value: string; label: string }[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return []
  const alias = countryAlias(text)
  const rank = ({ value, label }: { value: string; label: string }) => {
    if (wanted === value.toLowerCase() || alias === value) return 0
    const name = label.toLowerCase()
    return name === wanted ? 1 : name.startsWith(wanted) ? 2 : name.includes(wanted) ? 3 : 4
  }
  return countryChoices()
    .filter((choice) => rank(choice) < 4)
    .sort((a, b) => rank(a) - rank(b))
}
