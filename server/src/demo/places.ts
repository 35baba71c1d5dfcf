import type { Random } from './seeded-random.ts'

/** An address of the operator's address reference, in Great Britain. */
export type DemoAddress = {
  postcode: string
  address_line_1: string
  address_line_2: string
  address_line_3: string
  address_line_4: string
}

/** Town, county, postcode districts. */
export const towns: readonly (readonly [town: string, county: string, districts: string])[] = [
  ['London', '', 'E8 N1 N16 NW3 SE1 SE15 SE22 SW4 SW11 SW19 W4 W12'],
  ['Birmingham', 'West Midlands', 'B13 B14 B17 B29'],
  ['Manchester', 'Greater Manchester', 'M14 M20 M21 M33'],
  ['Leeds', 'West Yorkshire', 'LS6 LS8 LS16 LS17'],
  ['Sheffield', 'South Yorkshire', 'S7 S10 S11'],
  ['Liverpool', 'Merseyside', 'L15 L17 L18'],
  ['Bristol', '', 'BS3 BS6 BS7 BS8'],
  ['Newcastle upon Tyne', 'Tyne and Wear', 'NE2 NE3 NE7'],
  ['Nottingham', 'Nottinghamshire', 'NG2 NG5 NG7'],
  ['Leicester', 'Leicestershire', 'LE2 LE3'],
  ['Southampton', 'Hampshire', 'SO15 SO17'],
  ['Portsmouth', 'Hampshire', 'PO4 PO6'],
  ['Brighton', 'East Sussex', 'BN1 BN2'],
  ['Oxford', 'Oxfordshire', 'OX2 OX4'],
  ['Cambridge', 'Cambridgeshire', 'CB1 CB4'],
  ['Norwich', 'Norfolk', 'NR2 NR4'],
  ['Ipswich', 'Suffolk', 'IP1 IP4'],
  ['Exeter', 'Devon', 'EX2 EX4'],
  ['Plymouth', 'Devon', 'PL3 PL4'],
  ['Truro', 'Cornwall', 'TR1'],
  ['Bath', 'Somerset', 'BA1 BA2'],
  ['Taunton', 'Somerset', 'TA1'],
  ['Gloucester', 'Gloucestershire', 'GL1 GL2'],
  ['Cheltenham', 'Gloucestershire', 'GL50 GL52'],
  ['Worcester', 'Worcestershire', 'WR2 WR5'],
  ['Shrewsbury', 'Shropshire', 'SY1 SY3'],
  ['Stoke-on-Trent', 'Staffordshire', 'ST4 ST6'],
  ['Derby', 'Derbyshire', 'DE1 DE22'],
  ['Lincoln', 'Lincolnshire', 'LN1 LN2'],
  ['York', 'North Yorkshire', 'YO10 YO24 YO31'],
  ['Harrogate', 'North Yorkshire', 'HG1 HG2'],
  ['Hull', 'East Yorkshire', 'HU5 HU6'],
  ['Middlesbrough', 'North Yorkshire', 'TS4 TS5'],
  ['Durham', 'County Durham', 'DH1'],
  ['Carlisle', 'Cumbria', 'CA1 CA3'],
  ['Kendal', 'Cumbria', 'LA9'],
  ['Preston', 'Lancashire', 'PR1 PR2'],
  ['Chester', 'Cheshire', 'CH1 CH2'],
  ['Stockport', 'Greater Manchester', 'SK4 SK7'],
  ['Bolton', 'Greater Manchester', 'BL1 BL3'],
  ['Coventry', 'West Midlands', 'CV3 CV5'],
  ['Northampton', 'Northamptonshire', 'NN1 NN3'],
  ['Milton Keynes', 'Buckinghamshire', 'MK6 MK9'],
  ['Luton', 'Bedfordshire', 'LU2 LU3'],
  ['St Albans', 'Hertfordshire', 'AL1 AL3'],
  ['Reading', 'Berkshire', 'RG1 RG4'],
  ['Guildford', 'Surrey', 'GU1 GU2'],
  ['Croydon', 'Surrey', 'CR0 CR2'],
  ['Maidstone', 'Kent', 'ME14 ME15'],
  ['Canterbury', 'Kent', 'CT1 CT2'],
  ['Chelmsford', 'Essex', 'CM1 CM2'],
  ['Colchester', 'Essex', 'CO2 CO4'],
  ['Bournemouth', 'Dorset', 'BH6 BH8'],
  ['Salisbury', 'Wiltshire', 'SP1 SP2'],
  ['Swindon', 'Wiltshire', 'SN1 SN3'],
  ['Cardiff', 'South Glamorgan', 'CF5 CF14 CF24'],
  ['Swansea', 'West Glamorgan', 'SA1 SA2'],
  ['Aberystwyth', 'Ceredigion', 'SY23'],
  ['Bangor', 'Gwynedd', 'LL57'],
  ['Edinburgh', '', 'EH3 EH6 EH9 EH10'],
  ['Glasgow', '', 'G12 G20 G41 G42'],
  ['Aberdeen', '', 'AB10 AB15'],
  ['Dundee', '', 'DD2 DD5'],
  ['Inverness', '', 'IV2 IV3'],
  ['Lerwick', 'Shetland', 'ZE1'],
  ['Stornoway', 'Isle of Lewis', 'HS1'],
  ['Belfast', 'County Antrim', 'BT5 BT7 BT9'],
  ['Londonderry', 'County Londonderry', 'BT47 BT48'],
]

/** Postcodes that people type when they try out a form. */
export const known: readonly (readonly [postcode: string, town: string, county: string])[] = [
  ['SW1A 1AA', 'London', ''],
  ['SW1A 2AA', 'London', ''],
  ['EC1A 1BB', 'London', ''],
  ['W1A 0AX', 'London', ''],
  ['M1 1AE', 'Manchester', 'Greater Manchester'],
  ['B33 8TH', 'Birmingham', 'West Midlands'],
  ['CR2 6XH', 'South Croydon', 'Surrey'],
  ['LS1 1UR', 'Leeds', 'West Yorkshire'],
  ['EH1 1YZ', 'Edinburgh', ''],
  ['CF10 1EP', 'Cardiff', 'South Glamorgan'],
]

export const streetNames = (
  'Station, Church, Victoria, Orchard, Mill, Park, Albert, Chapel, Meadow, Queens, Kings, Windsor, Manor, Highfield, ' +
  'Grange, Springfield, Alexandra, Richmond, Beech, Willow, Lime, Hawthorn, Ashfield, Priory, Canal, Castle, Bridge'
).split(', ')
export const streetKinds = 'Road, Street, Lane, Avenue, Close, Terrace, Gardens, Drive, Crescent, Place'.split(', ')
const houseNames = 'Rose, Ivy, Elm, Harbour, Quarry, Wren, Holly, Laurel, Foundry, Weavers'.split(', ')
const houseKinds = 'Cottage, House, Lodge, Court, Mews'.split(', ')

// Royal Mail uses only these letters in the second half of a postcode.
export const inwardLetters = 'A B D E F G H J L N P Q R S T U W X Y Z'.split(' ')

/** Makes the address reference: some twenty addresses per postcode, in one fictional street each. */
export function makeAddresses(random: Random): DemoAddress[] {
  const drawn = towns.flatMap(([town, county, districts]) =>
    districts.split(' ').map((district) => [`${district} ${inward(random)}`, town, county] as const),
  )
  return [...known, ...drawn].flatMap(([postcode, town, county]) => {
    const street = `${random.of(streetNames)} ${random.of(streetKinds)}`
    const first = random.whole(1, 60)
    return Array.from({ length: random.whole(15, 26) }, (_, index) => ({
      postcode,
      ...houseOn(`${first + index * 2} ${street}`, random),
      address_line_3: town,
      address_line_4: county,
    }))
  })
}

function houseOn(house: string, random: Random): { address_line_1: string; address_line_2: string } {
  if (random.happens(0.14))
    return { address_line_1: `Flat ${random.whole(1, 9)}, ${random.of(houseNames)} Court`, address_line_2: house }
  if (random.happens(0.06))
    return { address_line_1: `${random.of(houseNames)} ${random.of(houseKinds)}`, address_line_2: house }
  return { address_line_1: house, address_line_2: '' }
}

function inward(random: Random): string {
  return `${random.whole(1, 9)}${random.of(inwardLetters)}${random.of(inwardLetters)}`
}
