/**
 * Public holidays that a client's calendar can use, as governments publish them: one set per nation of the United
 * Kingdom, and one per other country (by ISO code) for its nationwide holidays.
 */
const NATIONS = { 'GB-ENG': 'England and Wales', 'GB-SCT': 'Scotland', 'GB-NIR': 'Northern Ireland' } as const

const COUNTRIES =
  'AD AE AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FO FR GA GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU IC ID IE IL IM IN IR IS IT JE JM JP KE KM KN KR KY KZ LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MK ML MQ MR MS MT MU MW MX MY MZ NA NC NE NF NG NI NL NO NZ PA PE PF PH PK PL PM PR PT PY RE RO RS RU RW SA SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SZ TC TD TG TH TN TO TR TT TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF XK YT ZA ZM ZW'

/** The codes of the sets, those of the United Kingdom first. */
export const HOLIDAY_SETS: readonly string[] = [...Object.keys(NATIONS), ...COUNTRIES.split(' ')]

const names = new Intl.DisplayNames('en-GB', { type: 'region' })

/** The title of a set: 'Scotland', 'Ireland'. Returns the code of an unknown set. */
export function holidaySetTitle(code: string): string {
  if (Object.hasOwn(NATIONS, code)) return NATIONS[code as keyof typeof NATIONS]
  return HOLIDAY_SETS.includes(code) ? (names.of(code) ?? code) : code
}

const SCOTTISH_AREAS = new Set('AB DD DG EH FK G HS IV KA KW KY ML PA PH TD ZE'.split(' '))

/** The set of a place: in the United Kingdom by the postcode's nation; '' for a country without a set. */
export function holidaySetAt(country: string, postCode: string): string {
  if (country !== 'GB') return HOLIDAY_SETS.includes(country) ? country : ''
  const area = /^[A-Z]{1,2}/.exec(postCode.trim().toUpperCase())?.[0] ?? ''
  if (area === 'BT') return 'GB-NIR'
  return SCOTTISH_AREAS.has(area) ? 'GB-SCT' : 'GB-ENG'
}
