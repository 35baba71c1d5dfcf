import { firstNames, lastNames } from '@despatch/server/demo/customers'
import { inwardLetters, known, streetKinds, streetNames, towns } from '@despatch/server/demo/places'
import pg from 'pg'

/** A number from 0 up to, not including, 1, from a customer's hash. */
const part = (divisor: number) => `((hc / ${divisor} % 10007)::float8 / 10007)`
/** Draws from a list. Earlier entries are drawn more often, and a higher power strengthens that. */
const skewedOf = (names: string, count: number, divisor: number, power: number) =>
  `${names}[1 + floor(${count} * ${part(divisor)} ^ ${power})::int]`
const oneOf = (names: string, count: number, divisor: number) => `${names}[(1 + hc / ${divisor} % ${count})::int]`
const arrayOf = (texts: readonly string[]) => `string_to_array(${pg.escapeLiteral(texts.join('|'))}, '|')`

const beginnings =
  'Ash Barn Black Brad Broad Brook Burn Carl Chad Clay Clif Craw Cros Dal Den East Elling Fair Farn Garth Grim Hard Hart Haw Hazel Hol Horn Kirk Lang Lin Lock Mars Mid Mor Nor Nut Old Park Pen Rad Red Rip Rock Rush Sal Sed Shel Stan Staun Sut Swin Thorn Tor Under Wal West Whit Win Wood Wool'.split(
    ' ',
  )
const endings =
  'bury by combe cott den don field ford gate grove ham hurst ington land ley low man mere more over ridge shaw ton well wick'.split(
    ' ',
  )
/** Rarer surnames, for four in five people. */
const surnames = endings.flatMap((end, at) =>
  beginnings.map((begin, index) => `${begin}${endings[(at + index) % endings.length] ?? end}`),
)

const districts = towns.flatMap(([town, county, of]) =>
  of.split(' ').map((district) => [district, town, county] as const),
)
const places = [...districts, ...known]
const ABROAD: readonly (readonly [string, string, string])[] = [
  ['IE', 'Dublin', 'D02 X2'],
  ['IE', 'Cork', 'T12 W8'],
  ['FR', 'Lyon', '690'],
  ['DE', 'Hamburg', '203'],
  ['NL', 'Utrecht', '35'],
  ['ES', 'Valencia', '460'],
]

/** The row `lists` of names and places to draw from. Places are districts, followed by postcodes that many customers share. */
export const LISTS = `lists as materialized (
  select ${arrayOf(firstNames)} as firsts, ${arrayOf(lastNames)} as lasts, ${arrayOf(surnames)} as surnames,
    ${arrayOf(streetNames)} as streets, ${arrayOf(streetKinds)} as street_kinds, ${arrayOf(inwardLetters)} as letters,
    array_agg(place order by at) as codes, array_agg(town order by at) as towns, array_agg(county order by at) as counties,
    array_agg(coalesce(part, '') order by at) as parts,
    ${arrayOf(ABROAD.map(([country]) => country))} as countries, ${arrayOf(ABROAD.map(([, town]) => town))} as towns_abroad,
    ${arrayOf(ABROAD.map(([, , code]) => code))} as codes_abroad
  from unnest(${arrayOf(places.map(([code]) => code))}, ${arrayOf(places.map(([, town]) => town))},
      ${arrayOf(places.map(([, , county]) => county))}) with ordinality as p (place, town, county, at)
    left join regions r on r.code = substring(place from '^[A-Z]+')
)`

/** Index of a customer's place: one customer in a hundred has a shared postcode. */
export const PLACE = `(case when hc / 137 % 100 = 0 then ${districts.length} + 1 + hc / 139 % ${known.length}
  else 1 + hc % ${districts.length} end)::int`

/** A customer's data by its hash `hc`: one in fifty lives abroad, one in ten gave no email, one in four no phone. */
export const PERSON = `
  ${skewedOf('firsts', firstNames.length, 97, 1.3)} as first_name,
  case when hc / 101 % 5 = 0 then ${skewedOf('lasts', lastNames.length, 103, 1.5)}
    else ${skewedOf('surnames', surnames.length, 107, 2)} end as last_name,
  case when hc / 109 % 10 > 0 then 'customer' || hc % 1000000007 || '@example.com' else '' end as email,
  case when hc / 113 % 4 > 0 then '07700 9' || lpad((hc / 127 % 100000)::text, 5, '0') else '' end as phone,
  case when hc / 131 % 10 < 3 then 'C' || hc % 10000019 else '' end as account,
  1 + hc / 149 % 120 || ' ' || ${oneOf('streets', streetNames.length, 151)} || ' ' || ${oneOf('street_kinds', streetKinds.length, 157)} as street,
  case when is_abroad then ${oneOf('towns_abroad', ABROAD.length, 163)} else towns[${PLACE}] end as town,
  case when is_abroad then '' else counties[${PLACE}] end as county,
  case when is_abroad then ${oneOf('countries', ABROAD.length, 163)} else 'GB' end as country,
  case when is_abroad then ${oneOf('codes_abroad', ABROAD.length, 163)} || lpad((hc / 167 % 100)::text, 2, '0')
    when hc / 137 % 100 = 0 then codes[${PLACE}]
    else codes[${PLACE}] || ' ' || 1 + hc / 173 % 9 || ${oneOf('letters', inwardLetters.length, 179)} || ${oneOf('letters', inwardLetters.length, 181)}
  end as post_code`
