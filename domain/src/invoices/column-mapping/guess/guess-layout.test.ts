import { describe, expect, test } from 'vitest'
import { DPD_UK_PREAMBLE, DPD_UK_ROWS, dpdEnglishRow } from '../../../testing/carrier-rows.ts'
import { firstOf, known, numbered, readAll } from '../../../testing/invoice-files.ts'
import { checkLayout } from '../check-layout.ts'
import { DPD_ENGLISH } from '../dpd-mainland.ts'
import { DPD_UK } from '../dpd-uk.ts'
import { guessLayout } from './guess-layout.ts'
import type { Layout } from '../layout.ts'

const cellsOf = (text: string): string[][] =>
  text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(';'))

const ROWS = ['F1;31/03/2026;S1;IT1234567890123;05/03/2026;Express;FR;75001;1;2,5;8,10;1,20;3,00;12,30;2,46;14,76']

const HEADERS = {
  English:
    'Invoice number;Invoice date;Shipment number;Tracking number;Shipment date;Service;Country;Postcode;Pieces;Weight (kg);Freight;Fuel surcharge;Remote area surcharge;Net total;VAT;Gross amount',
  German:
    'Rechnungsnummer;Rechnungsdatum;Sendungsnummer;Paketnummer;Versanddatum;Dienst;Zielland;PLZ;Anzahl Pakete;Gewicht (kg);Fracht;Treibstoffzuschlag;Inselzuschlag;Gesamt netto;MwSt;Bruttobetrag',
  Dutch:
    'Factuurnummer;Factuurdatum;Zendingnummer;Pakketnummer;Verzenddatum;Dienst;Land;Postcode;Aantal colli;Gewicht (kg);Vracht;Brandstoftoeslag;Eilandtoeslag;Totaal excl. btw;BTW;Totaal incl. btw',
  French:
    "Numéro de facture;Date de facture;Numéro d'expédition;Numéro de colis;Date d'expédition;Prestation;Pays;Code postal;Nombre de colis;Poids (kg);Fret;Surtaxe carburant;Supplément zone éloignée;Total HT;TVA;Total TTC",
  Spanish:
    'Número de factura;Fecha de factura;Número de envío;Número de seguimiento;Fecha de envío;Servicio;País;Código postal;Bultos;Peso (kg);Flete;Recargo combustible;Recargo zona remota;Base imponible;IVA;Total con IVA',
  Italian:
    'Numero fattura;Data fattura;Numero spedizione;Numero collo;Data spedizione;Servizio;Paese;CAP;Numero colli;Peso tassabile (kg);Nolo;Supplemento carburante;Supplemento isole;Imponibile;IVA;Totale lordo',
  Polish:
    'Numer faktury;Data faktury;Numer przesyłki;Numer paczki;Data nadania;Usługa;Kraj;Kod pocztowy;Liczba paczek;Waga (kg);Fracht;Dopłata paliwowa;Dopłata odległość;Razem netto;Podatek;Razem brutto',
}

const FIELDS = [
  'invoiceNumber',
  'invoiceDay',
  'consignmentNumber',
  'trackingNumber',
  'shipmentDay',
  'service',
  'country',
  'postcode',
  'pieces',
  'billedWeight',
  'charge',
  'charge',
  'charge',
  'rowNet',
  'rowTax',
  'rowGross',
]

describe.each(Object.entries(HEADERS))('a header in %s', (_language, header) => {
  const file = cellsOf([header, ...ROWS].join('\n'))

  test('is understood', () => {
    const { columns } = guessLayout(firstOf(numbered(file)), { headerRow: 0, carrier: 'GLS' })
    expect(columns.map(({ name, field }) => `${name}: ${field}`)).toEqual(
      file[0]?.map((name, place) => `${name}: ${FIELDS[place]}`),
    )
    expect(columns.flatMap(({ category }) => category ?? [])).toEqual(['base', 'fuel', 'remote area'])
  })

  test('makes a layout that reads its file and recognises the next one', () => {
    const rows = numbered(file)
    const { layout } = guessLayout(firstOf(rows), { headerRow: 0, carrier: 'GLS' })
    expect(checkLayout(layout)).toEqual([])
    const saved = JSON.parse(JSON.stringify(layout)) as Layout
    const { invoices, refused } = readAll(rows, { file: known(rows, [saved]) })
    expect(refused).toEqual([])
    expect(invoices[0]?.proof).toMatchObject({ net: 123_000, tax: 24_600, ownTotals: { checked: 2, wrong: 0 } })
  })
})

test('without telling names, the content of columns is used', () => {
  const rows = numbered(
    cellsOf('Nr A;B;C;D;E\nF1;IT1234567890123;05/03/2026;FR;EUR\nF1;IT1234567890124;06/03/2026;DE;EUR'),
  )
  const { columns } = guessLayout(firstOf(rows), { headerRow: 0, carrier: 'X' })
  expect(columns.map(({ field, by }) => [field, by])).toEqual([
    [null, null],
    ['trackingNumber', 'content'],
    ['shipmentDay', 'content'],
    ['country', 'content'],
    ['currency', 'content'],
  ])
})

test('the guess for a known file is close to its layout', () => {
  const rows = numbered([[...(DPD_ENGLISH.header ?? [])], dpdEnglishRow({})])
  const { layout } = guessLayout(firstOf(rows), { headerRow: 0, carrier: 'DPD' })
  expect(readAll(rows, { file: known(rows, [layout]) }).invoices[0]?.proof).toMatchObject({
    net: 98_000,
    ownTotals: { wrong: 0 },
  })
  expect(layout.weightUnit).toBe('g')
})

test('a header below a preamble is found', () => {
  const rows = numbered([...DPD_UK_PREAMBLE, [...(DPD_UK.header ?? [])], ...DPD_UK_ROWS])
  const { columns } = guessLayout(firstOf(rows), { headerRow: 4, carrier: 'DPD' })
  expect(columns.find(({ name }) => name === 'Parcel No')?.field).toBe('trackingNumber')
})

describe('an incomplete layout', () => {
  const lacking = (more: Partial<Layout>) => checkLayout({ ...DPD_ENGLISH, ...more })
  const { invoiceNumber: _number, ...withoutNumber } = DPD_ENGLISH.fields
  const { trackingNumber: _tracking, consignmentNumber: _consignment, ...withoutParcel } = DPD_ENGLISH.fields
  const { height: _height, ...withoutHeight } = DPD_ENGLISH.fields
  const { weightUnit: _unit, ...withoutUnit } = DPD_ENGLISH

  test.each([
    ['a title', { title: ' ' }, /a layout title/],
    ['an invoice number', { fields: withoutNumber }, /invoice number/],
    ['a parcel', { fields: withoutParcel }, /tracking, consignment or order number/],
    ['charges', { charges: [] }, /columns with the charges/],
    ['one side', { fields: withoutHeight }, /length, width and height/],
    [
      'a charge twice',
      { charges: [...(DPD_ENGLISH.charges ?? []), ...(DPD_ENGLISH.charges ?? []).slice(0, 1)] },
      /code BASE/,
    ],
    [
      'a charge that it contains',
      { charges: [{ column: { names: ['x'] }, code: 'X', text: 'X', category: 'base', contains: ['NO'] }] },
      /NO, but no column/,
    ],
    ['names', { fields: { ...DPD_ENGLISH.fields, dueDay: { position: 3 } } }, /by name/],
    [
      'a column of its own',
      { fields: { ...DPD_ENGLISH.fields, dueDay: { names: ['Invoice date'] } } },
      /Invoice date and Due date use the same column/,
    ],
    ['a header', { header: ['a', 'b'] }, /fewer than three/],
    ['a charge for each row', { row: 'charge' }, /each row is a charge/],
  ] satisfies [string, Partial<Layout>, RegExp][])('%s is named as missing', (_what, more, words) => {
    expect(lacking(more).join(' ')).toMatch(words)
  })

  test('a unit is named as missing', () => {
    expect(checkLayout(withoutUnit).join(' ')).toMatch(/weight unit/)
  })
})
