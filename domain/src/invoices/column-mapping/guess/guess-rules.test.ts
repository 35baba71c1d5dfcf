import { expect, test } from 'vitest'
import { firstOf, known, numbered, readAll } from '../../../testing/invoice-files.ts'
import { checkLayout } from '../check-layout.ts'
import type { Layout } from '../layout.ts'
import { recognise } from '../recognise.ts'
import { guessLayout } from './guess-layout.ts'

type ExpectedReading = {
  text: string
  headerRow?: number
  net: number
  categories?: string[]
  weight?: number
  day?: string
  currency?: string
  isMinor?: boolean
  stated?: string
}

/** Files that names alone would get wrong, one for each rule. */
const FILES: Record<string, ExpectedReading> = {
  'a waybill whose name holds the word for freight, and a long number that is no amount': {
    text: `Rechnungsnummer;Währung;Luftfrachtbrief;Versanddatum;Fakturiertes Gewicht (kg);Kundenreferenz;Frachtpreis;Zuschlag Randgebiet;Nettobetrag;MwSt;Bruttobetrag
MUCR0001;EUR;1234567890;03.11.26;2,5;AC-104512;1.024,60;24,00;1.048,60;199,23;1.247,83
MUCR0001;EUR;1234567891;04.11.26;1,0;AC-104513;18,40;0,00;18,40;3,50;21,90`,
    net: 10_670_000,
    categories: ['base', 'other'],
    weight: 2500,
    day: '2026-11-03',
    currency: 'EUR',
  },
  'units in a column of their own, beside the weights': {
    text: `Invoice Number,Express or Ground Tracking ID,Transportation Charge,Net Charge,Shipment Date,Rated Weight Amount,Units,Original Customer Reference,Recipient State,Recipient Country/Territory,Charge Description,Charge Amount,Charge Description,Charge Amount
7-1,794612345600,30.00,33.55,20261103,3,L,AC-104512,NY,US,Fuel Surcharge,4.55,Discount,-1.00
7-1,794612345601,28.00,29.55,20261104,3,L,AC-104513,CA,US,Fuel Surcharge,4.05,Discount,-2.50`,
    net: 631_000,
    categories: ['base', 'fuel', 'discount'],
    weight: 1361,
    day: '2026-11-03',
  },
  'a price a piece beside what the pieces come to, and tax called an amount': {
    text: `Rechnungsnummer;Sendungsnr.;Einlieferungsdatum;Gewicht in g;Menge;Einzelpreis;Entgelt netto;USt-Betrag;Entgelt brutto;Kundenreferenz
DP-66;RR123456789DE;03.11.2026;450;2;3,70;7,40;1,41;8,81;AC-104512
DP-66;RR123456790DE;04.11.2026;980;1;5,20;5,20;0,99;6,19;AC-104513`,
    net: 126_000,
    categories: ['base'],
    weight: 450,
  },
  'a date without a name that is the same throughout, and kilos with another sign than amounts': {
    text: `Factura;Fecha;Albarán;Salida;Kilos;Referencia;Portes;Combustible;Importe;IVA;Total
E26/1;20/11/2026;0001234567890123;03/11/2026;1.250;AC-104512;5,80;0,46;6,26;1,31;7,57
E26/1;20/11/2026;0001234567890124;04/11/2026;0.900;AC-104513;4,80;0,38;5,18;1,09;6,27`,
    net: 114_400,
    weight: 1250,
    day: '2026-11-03',
  },
  'headings that repeat over each of their columns, in pence': {
    headerRow: 1,
    text: `Invoice;Invoice;Parcel;Parcel;Parcel;Parcel;Charges;Charges;Charges
Number;Date;Barcode;Despatched;Weight (g);Reference;Carriage (p);Fuel (p);Total (p)
EV-88123;2026-11-22;H00A1B2C3D4E5F60;2026-11-03;450;AC-104512;265;21;286
EV-88123;2026-11-22;H00A1B2C3D4E5F61;2026-11-04;980;AC-104513;285;23;308`,
    net: 59_400,
    isMinor: true,
    weight: 450,
  },
  'a header on each page, credits in brackets, and totals behind a label': {
    text: `Invoice;Consignment;Parcel;Date;Customer Ref;Freight;Fuel;Total Ex VAT;VAT;Total
IE55;2345678901;15502345678901;03-NOV-26;AC-104512;6.10;0.61;6.71;1.54;8.25
Invoice;Consignment;Parcel;Date;Customer Ref;Freight;Fuel;Total Ex VAT;VAT;Total
IE55;2345678902;15502345678902;04-NOV-26;AC-104513;(6.10);(0.61);(6.71);(1.54);(8.25)
;;;;Totals;0.00;0.00;0.00;0.00;0.00`,
    net: 0,
    stated: 'adds up',
    day: '2026-11-03',
  },
  'totals above the header, the order’s number beside a tracking number, and pounds': {
    headerRow: 2,
    text: `Invoice No;CP-118812;;;;;;
Total excl. VAT;£12.34;;VAT;£2.47;;;
Tracking number;Order number;Date;Weight (g);Base price;Fuel;Oversize;Total net
W1000000000012345;AC-104512;03/11/2026;450;£4.90;£0.59;£0.00;£5.49
W1000000000012346;AC-104513;04/11/2026;2500;£5.45;£0.65;£0.75;£6.85`,
    net: 123_400,
    stated: 'adds up',
    currency: 'GBP',
  },
  'several rows of a parcel, with what each charge comes from': {
    text: `Invoice Number;Tracking Number;Transaction Date;Package Reference 1;Charge Description;Basis Value;Incentive Amount;Net Charge;Duty Amount
U-1;1ZA1B2C36800000001;2026-11-03;AC-104512;Freight;10.00;2.00;8.00;
U-1;1ZA1B2C36800000001;2026-11-03;AC-104512;Fuel Surcharge;1.50;0.50;1.00;
U-1;1ZA1B2C36800000002;2026-11-04;AC-104513;Freight;6.00;2.00;4.00;`,
    net: 130_000,
    categories: ['base', 'fuel'],
  },
}

test.each(Object.entries(FILES))('%s: the guess reads it correctly', (_what, told) => {
  const { text, headerRow = 0, net, categories, weight, day, currency, isMinor = false, stated } = told
  const rows = numbered(text.split('\n').map((line) => line.split(line.includes(';') ? ';' : ',')))
  expect(recognise(firstOf(rows), [])).toMatchObject({ isKnown: false, headerRow })
  const { layout } = guessLayout(firstOf(rows), { headerRow, carrier: 'A carrier' })
  expect(checkLayout(layout)).toEqual([])
  expect(layout.amounts.isMinor ?? false).toBe(isMinor)
  const saved = JSON.parse(JSON.stringify(layout)) as Layout
  const { details, invoices, refused } = readAll(rows, { file: known(rows, [saved]) })
  expect(refused).toEqual([])
  expect(new Set(details.flatMap(({ detail }) => detail.references))).toEqual(new Set(['AC-104512', 'AC-104513']))
  expect(invoices[0]?.proof).toMatchObject({ net, ownTotals: { wrong: 0 } })
  const [first] = details
  const [parcel] = first?.detail.parcels ?? []
  if (categories) expect(parcel?.charges.map(({ category }) => category)).toEqual(categories)
  if (weight !== undefined) expect(parcel?.billedWeight).toBe(weight)
  if (day !== undefined) expect(first?.detail.shipmentDay).toBe(day)
  if (currency !== undefined) expect(invoices[0]?.billed.currency).toBe(currency)
  if (stated !== undefined) expect(invoices[0]?.proof.verdict).toBe(stated)
})

const guessed = (text: string) => {
  const rows = numbered(text.split('\n').map((line) => line.split(',')))
  return guessLayout(firstOf(rows), { headerRow: 0, carrier: 'Evri' }).layout.fields
}

test('the origin of a parcel is not its destination', () => {
  const fields = guessed(`Invoice,Barcode,Date,Sender Country,Base
E-1,H0012345678901,03/11/2026,GB,2.65
E-1,H0012345678902,03/11/2026,GB,2.65
E-1,H0012345678903,04/11/2026,IE,2.65`)
  expect(fields).not.toHaveProperty('country')
})

test("a number that differs in each row is not the invoice's", () => {
  const fields = guessed(`Document Number,Invoice,Date,Barcode,Base
D-1,E-1,03/11/2026,H0012345678901,2.65
D-2,E-1,03/11/2026,H0012345678902,2.65
D-3,E-1,04/11/2026,H0012345678903,2.65`)
  expect(fields.invoiceNumber).toEqual({ names: ['Invoice'] })
  expect(
    guessed(`Bill Number,Date,Barcode,Base
D-1,03/11/2026,H0012345678901,2.65
D-2,03/11/2026,H0012345678902,2.65
D-3,04/11/2026,H0012345678903,2.65`),
  ).not.toHaveProperty('invoiceNumber')
})
