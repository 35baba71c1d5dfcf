import type { DemoAddress } from './places.ts'
import type { Random } from './seeded-random.ts'

/** A customer with a delivery address. */
export type DemoCustomer = {
  account: string
  firstName: string
  lastName: string
  email: string
  phone: string
  country: string
  lines: readonly [string, string, string, string]
  postcode: string
}

export const firstNames = (
  'Olivia, Amelia, Isla, Ava, Freya, Priya, Aisha, Grace, Eleanor, Harriet, Megan, Sian, Niamh, Fiona, Zoe, Chloe, ' +
  'Yasmin, Mei, Sofia, Ruth, Margaret, Dorothy, Oliver, George, Arthur, Noah, Muhammad, Leo, Harry, Oscar, Archie, ' +
  'Rhys, Callum, Hamish, Declan, Arjun, Imran, Kwame, Tomasz, Daniel, Peter, Graham, Alan, Stephen, Dylan, Ewan'
).split(', ')
export const lastNames = (
  'Smith, Jones, Taylor, Brown, Williams, Wilson, Johnson, Davies, Patel, Robinson, Wright, Thompson, Evans, Walker, ' +
  "White, Roberts, Green, Hall, Wood, Harris, Khan, Lewis, Clarke, Jackson, Hughes, Edwards, Hill, Moore, O'Brien, " +
  'Singh, Ahmed, MacDonald, Campbell, Stewart, Murphy, Kelly, Byrne, Nowak, Okafor, Mensah, Chen, Begum, Shah, ' +
  'Price, Griffiths, Pritchard, Bennett, Chapman, Ellis, Foster, Gibson, Holmes, Kaur, Marsh, Osborne, Parkin, Quinn'
).split(', ')

/** Country, street, town, postcode pattern (each # a digit), and a fictional phone number with its dialling code. */
const abroad: readonly (readonly [string, string, string, string, string])[] = [
  ['IE', 'Harcourt Street', 'Dublin', 'D02 X2##', '+353 1 555 0###'],
  ['IE', 'Patrick Street', 'Cork', 'T12 W8##', '+353 21 555 0##'],
  ['JE', 'Havre des Pas', 'St Helier', 'JE2 4UH', '+44 7700 900###'],
  ['FR', 'Rue des Lilas', 'Lyon', '6900#', '+33 1 99 00 ## ##'],
  ['DE', 'Lindenweg', 'Hamburg', '203##', '+49 40 66969 ###'],
  ['NL', 'Kerkstraat', 'Utrecht', '35## AB', '+31 20 555 0###'],
  ['ES', 'Calle Mayor', 'Valencia', '460##', '+34 900 00 0###'],
]

/** Makes customers; one in twenty-five lives abroad. Their email addresses and phone numbers reach nobody. */
export function makeCustomers(random: Random, addresses: readonly DemoAddress[], count: number): DemoCustomer[] {
  return Array.from({ length: count }, (_, index) => {
    const firstName = random.of(firstNames)
    const lastName = random.of(lastNames)
    const mailbox = `${firstName}.${lastName}${random.whole(1, 999)}`.toLowerCase().replaceAll("'", '')
    return {
      account: random.happens(0.3) ? `C${String(10_000 + index)}` : '',
      firstName,
      lastName,
      email: `${mailbox}@example.${random.happens(0.7) ? 'com' : 'org'}`,
      ...(random.happens(0.04) ? livingAbroad(random) : livingAt(random.of(addresses), random)),
    }
  })
}

type Home = Pick<DemoCustomer, 'phone' | 'country' | 'lines' | 'postcode'>

function livingAt(address: DemoAddress, random: Random): Home {
  return {
    // Ofcom reserves these numbers for drama.
    phone: random.happens(0.75) ? digits('07700 900###', random) : '',
    country: 'GB',
    lines: [address.address_line_1, address.address_line_2, address.address_line_3, address.address_line_4],
    postcode: address.postcode,
  }
}

function livingAbroad(random: Random): Home {
  const [country, street, town, postcode, phone] = random.of(abroad)
  return {
    phone: digits(phone, random),
    country,
    lines: [`${random.whole(1, 120)} ${street}`, '', town, ''],
    postcode: digits(postcode, random),
  }
}

function digits(pattern: string, random: Random): string {
  return pattern.replaceAll('#', () => String(random.whole(0, 9)))
}
