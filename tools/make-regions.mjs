// Prints the SQL of the product's UK regions: postcode areas with their outcodes. It made schema/28-regions.sql; later changes
// are migrations. `node tools/make-regions.mjs OUTCODES.csv` reads a file with the columns postcode (the outcode) and
// uk_region, from Gibbs/uk-postcodes (CC0). Areas are named after Royal Mail's post towns.
import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'

const NAMES = `AB Aberdeen,AL St Albans,B Birmingham,BA Bath,BB Blackburn,BD Bradford,BH Bournemouth,BL Bolton,
BN Brighton,BR Bromley,BS Bristol,BT Belfast,CA Carlisle,CB Cambridge,CF Cardiff,CH Chester,CM Chelmsford,CO Colchester,
CR Croydon,CT Canterbury,CV Coventry,CW Crewe,DA Dartford,DD Dundee,DE Derby,DG Dumfries,DH Durham,DL Darlington,
DN Doncaster,DT Dorchester,DY Dudley,E London E,EC London EC,EH Edinburgh,EN Enfield,EX Exeter,FK Falkirk,FY Blackpool,
G Glasgow,GL Gloucester,GU Guildford,GY Guernsey,HA Harrow,HD Huddersfield,HG Harrogate,HP Hemel Hempstead,HR Hereford,
HS Outer Hebrides,HU Hull,HX Halifax,IG Ilford,IM Isle of Man,IP Ipswich,IV Inverness,JE Jersey,KA Kilmarnock,
KT Kingston upon Thames,KW Kirkwall,KY Kirkcaldy,L Liverpool,LA Lancaster,LD Llandrindod Wells,LE Leicester,LL Llandudno,
LN Lincoln,LS Leeds,LU Luton,M Manchester,ME Rochester,MK Milton Keynes,ML Motherwell,N London N,NE Newcastle upon Tyne,
NG Nottingham,NN Northampton,NP Newport,NR Norwich,NW London NW,OL Oldham,OX Oxford,PA Paisley,PE Peterborough,PH Perth,
PL Plymouth,PO Portsmouth,PR Preston,RG Reading,RH Redhill,RM Romford,S Sheffield,SA Swansea,SE London SE,SG Stevenage,
SK Stockport,SL Slough,SM Sutton,SN Swindon,SO Southampton,SP Salisbury,SR Sunderland,SS Southend-on-Sea,
ST Stoke-on-Trent,SW London SW,SY Shrewsbury,TA Taunton,TD Galashiels,TF Telford,TN Tonbridge,TQ Torquay,TR Truro,
TS Cleveland,TW Twickenham,UB Southall,W London W,WA Warrington,WC London WC,WD Watford,WF Wakefield,WN Wigan,
WR Worcester,WS Walsall,WV Wolverhampton,YO York,ZE Lerwick`
  .replaceAll('\n', '')
  .split(',')
  .map((text) => [text.slice(0, text.indexOf(' ')), text.slice(text.indexOf(' ') + 1)])

const [file] = process.argv.slice(2)
if (!file) throw new Error('Name the file of outcodes')
const rows = parse(readFileSync(file), { columns: true, bom: true })
const areaOf = (outcode) => /^[A-Z]{1,2}(?=\d)/.exec(outcode)?.[0]
const outcodes = new Map()
for (const { postcode, uk_region: part } of rows) {
  const area = areaOf(postcode)
  if (!area) throw new Error(`'${postcode}' is no outcode`)
  outcodes.set(postcode, { area, part })
}
const unknown = [...outcodes.values()].filter(({ area }) => !NAMES.some(([code]) => code === area))
if (unknown.length > 0)
  throw new Error(`Areas without a name: ${[...new Set(unknown.map(({ area }) => area))].join(', ')}`)

/** The part of the country with most of an area's outcodes. */
function partOf(area) {
  const counts = new Map()
  for (const { area: one, part } of outcodes.values()) if (one === area) counts.set(part, (counts.get(part) ?? 0) + 1)
  return [...counts].toSorted(([one, many], [other, more]) => more - many || (one < other ? -1 : 1))[0]?.[0] ?? ''
}

const quoted = (text) => `'${text.replaceAll("'", "''")}'`
const areas = NAMES.map(
  ([code, name], index) => `  (${index + 1}, ${quoted(code)}, ${quoted(name)}, ${quoted(partOf(code))})`,
)
const byArea = NAMES.map(([code], index) => {
  const own = [...outcodes].filter(([, { area }]) => area === code).map(([outcode]) => outcode)
  return own.length > 0 ? `  (${index + 1}, '${own.toSorted().join(' ')}')` : ''
}).filter(Boolean)

console.log(`-- The regions of the United Kingdom: its postcode areas, and the outcodes of each. Printed by tools/make-regions.mjs.
-- Source of the outcodes and parts: Gibbs/uk-postcodes (CC0).

create table regions (
  region_id int primary key,
  code text collate "C" not null unique,
  name text not null,
  -- Where most of it lies.
  part text not null
);
create table outcodes (
  outcode text collate "C" primary key,
  region_id int not null references regions
);

insert into regions (region_id, code, name, part) values
${areas.join(',\n')};

insert into outcodes (outcode, region_id)
select unnest(string_to_array(list, ' ')), region_id from (values
${byArea.join(',\n')}
) as areas (region_id, list);

grant select on regions, outcodes to despatch_app;`)
