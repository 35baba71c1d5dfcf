/** ISO codes of countries without postcodes, or where nobody writes them (Universal Postal Union). */
const WITHOUT_POSTCODES = new Set(
  `AE AG AO AW BF BI BJ BO BQ BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GQ GY HK JM KI KM KN KP LC ML MO MR
  MW NR NU PA QA RW SB SC SL SO SR SS ST SX SY TD TG TK TL TO TT TV UG VU YE ZW`.split(/\s+/),
)
/** Countries with postcodes that deliver without them too: Ireland with its Eircode. */
const OPTIONAL_POSTCODES = new Set(['IE'])

/** Whether deliveries in a country (ISO code) need a postcode. */
export const needsPostcode = (country: string): boolean =>
  !WITHOUT_POSTCODES.has(country) && !OPTIONAL_POSTCODES.has(country)

/** Whether a country (ISO code) has postcodes. */
export const hasPostcodes = (country: string): boolean => !WITHOUT_POSTCODES.has(country)

/** Typed where a form insists on a postcode and there is none. */
const NONE = /^(?:[\s.\-\u2010-\u2015/]*|n\/?a|none|nil|null|no postcode|no post code|0{2,})$/i

/** Whether a text means 'no postcode': '', '-', 'N/A', '00000'. */
export const isNoPostcode = (text: string): boolean => NONE.test(text.trim())
