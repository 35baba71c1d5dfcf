import { expect, test } from 'vitest'
import { firstOf, known, numbered, readAll } from '../../../testing/invoice-files.ts'
import { guessLayout } from './guess-layout.ts'

/** Files of carriers in other countries: what is above the header, the header, two rows, and a row of totals. */
const FILES: Record<string, { text: string; headerRow: number; net: number; unread: string[] }> = {
  'GLS Germany, with a row of totals': {
    headerRow: 0,
    net: 234_000,
    unread: ['Empf. Name', 'USt. %'],
    text: `Rechnungsnr.;Rechnungsdatum;Kundennr.;Paketnummer;Versanddatum;Produkt;Empf. Name;Empf. PLZ;Gewicht kg;Ihre Referenz;Frachtpreis;Dieselzuschlag;Inselzuschlag;Netto EUR;USt. %;USt. EUR;Brutto EUR
DE25-883120;16.11.2026;2760118;50410027300000;03.11.2026;BusinessParcel;Müller;20095;1,50;AC-104512;4,65;0,42;12,50;17,57;19;3,34;20,91
DE25-883120;16.11.2026;2760118;50410027300017;04.11.2026;BusinessParcel;Schmitz;50667;1,87;AC-104513;5,38;0,45;0,00;5,83;19;1,11;6,94
Summe;;;;;;;;;;;;;23,40;;;`,
  },
  'Colissimo, with its invoice above the header and two charges of no common name': {
    headerRow: 3,
    net: 178_600,
    unread: [],
    text: `La Poste Colissimo
N° de facture :;FC26-1107731
Date de facture :;14/11/2026
N° de colis;Date de prise en charge;Produit;Code postal destinataire;Pays;Poids (kg);Référence client;Tarif de base HT;Supplément carburant HT;Contribution sûreté HT;Option signature HT;Montant HT;TVA;Montant TTC
6A10000000000;03/11/2026;Colissimo Access;75001;FR;0,600;AC-104512;7,02;0,80;0,13;0,90;8,85;1,77;10,62
6A10000000019;04/11/2026;Colissimo Access;69003;FR;0,810;AC-104513;7,99;0,89;0,13;0,00;9,01;1,80;10,81`,
  },
  'Colissimo, whose net amount is that before fuel': {
    headerRow: 0,
    net: 203_900,
    unread: [],
    text: `N° facture;Date facture;N° compte;N° colis;Date d'expédition;Code produit;Référence client;Code postal;Pays;Poids (kg);Montant HT;Surcharge carburant;TVA;Montant TTC
FC20261187;15/11/2026;0042871;6A12345678000;02/11/2026;DOS;AC-104512;75001;FR;2,86;7,90;0,95;1,77;10,62
FC20261187;15/11/2026;0042871;6A12345678001;03/11/2026;DOS;AC-104513;75002;FR;0,61;10,30;1,24;2,31;13,85`,
  },
  'Correos, with a discount': {
    headerRow: 0,
    net: 130_000,
    unread: ['Provincia Destino', '% IVA'],
    text: `Nº Factura;Fecha Factura;Nº Cliente;Código Envío;Fecha Admisión;Producto;CP Destino;Provincia Destino;Peso (g);Importe Tarifa;Recargo Combustible;Valores Añadidos;Descuento;Base Imponible;% IVA;Cuota IVA;Importe Total;Referencia Cliente
26/0091827;15/11/2026;81004512;PQ4XBA0710000000M;04/11/2026;Paq Premium;28001;MADRID;450;6,12;0,37;1,20;-0,92;6,77;21,00;1,42;8,19;AC-104512
26/0091827;15/11/2026;81004512;PQ4XBA0710000013M;05/11/2026;Paq Premium;28402;MADRID;630;6,85;0,41;0,00;-1,03;6,23;21,00;1,31;7,54;AC-104513`,
  },
  'Australia Post, with dollar signs and GST': {
    headerRow: 0,
    net: 323_700,
    unread: ['Cubic Weight'],
    text: `Invoice No;Billing Date;Account No;Consignment ID;Article ID;Lodgement Date;Product Description;Delivery Postcode;Destination Country;Cubic Weight;Charged Weight;Base Charge;Fuel Surcharge;Manual Handling;Security Charge;Amount excl GST;GST;Amount incl GST;Customer Reference 1
1013774401;16/11/2026;06004321;2JD1000000;2JD1000000018000;02/11/2026;Parcel Post;2000;AU;0.400;0.600;$10.45;$0.79;$8.00;$0.35;$19.59;$1.96;$21.55;AC-104512
1013774401;16/11/2026;06004321;2JD1000001;2JD1000001018001;03/11/2026;Parcel Post;2037;AU;0.510;0.730;$11.55;$0.88;$0.00;$0.35;$12.78;$1.28;$14.06;AC-104513`,
  },
  'Poste Italiane, whose waybills stand above a row of totals': {
    headerRow: 4,
    net: 10_177_600,
    unread: [],
    text: `Poste Italiane S.p.A.
Fattura n.;PI/2026/5512
Data;20/11/2026
Cliente;SDA-100
Lettera di vettura;Data spedizione;Servizio;CAP destinatario;Nazione;Peso tassabile;Riferimento cliente;Nolo;Supplemento carburante;Contrassegno;Imponibile;IVA;Totale
LV0012345678;04/11/2026;Crono;00184;IT;2,0;AC-104512;6,10;0,55;0,00;6,65;1,46;8,11
LV0012345679;05/11/2026;Crono;20121;IT;4,0;AC-104513;1.007,90;0,71;2,50;1.011,11;2,44;1.013,55
TOTALE;;;;;;;;;;1.017,76;3,90;1.021,66`,
  },
  'a carrier whose days are a spreadsheet’s, with points in weights and commas in amounts': {
    headerRow: 0,
    net: 92_000,
    unread: [],
    text: `Invoice No;Invoice Date;Parcel No;Despatch Date;Weight;Your Ref;Carriage;Remote Area Surcharge;Discount;Net Amount
HR-77;46346;JJD000390007012345;46328;1.2;AC-104512;4,20;1,10;-0,30;5,00
HR-77;46346;JJD000390007012346;46329;0.9;AC-104513;4,20;0,00;0,00;4,20`,
  },
  'Chronopost, with headings above headings, and a total with a tax that nobody states': {
    headerRow: 2,
    net: 195_500,
    unread: ['Total TTC'],
    text: `CHRONOPOST
Facture;Envoi;;;;Montants
N° facture;N° LT;Date;Poids;Référence;Transport;Gazole;Total HT;Total TTC
CH-1;XY123456789FR;03/11/2026;2,5;AC-104512;9,00;1,35;10,35;12,42
CH-1;XY123456790FR;04/11/2026;1,5;AC-104513;8,00;1,20;9,20;11,04
Total;;;;;;;19,55;23,46`,
  },
  'Colissimo, whose headings are words of other columns': {
    headerRow: 1,
    net: 160_400,
    unread: [],
    text: `Facture;Facture;Expédition;Expédition;Expédition;Expédition;Expédition;Expédition;Montants HT (€);Montants HT (€);Montants HT (€);Montants HT (€)
N° facture;Date;N° colis;Date de dépôt;Référence client;Code postal;Pays;Poids (kg);Transport;Surcharge carburant;Zone éloignée;Total HT
F26-118223;16/11/2026;6A20551234567;03/11/2026;AC-104512;75011;FR;0,4;5,20;0,50;0,00;5,70
F26-118223;16/11/2026;6A20551234578;04/11/2026;AC-104513;75011;FR;0,6;5,80;0,54;4,00;10,34`,
  },
  'InPost, in grosze': {
    headerRow: 0,
    net: 262_000,
    unread: ['Gabaryt'],
    text: `Nr faktury;Data wystawienia;Numer przesyłki;Data nadania;Nr referencyjny;Kod pocztowy;Kraj;Usługa;Gabaryt;Waga (g);Kwota netto (gr);Opłata paliwowa (gr);Razem netto (gr);VAT (gr);Waluta
FV/11/2026/88123;2026-11-17;620010010020030001;2026-11-03;AC-104512;00-950;PL;Paczkomat;A;500;1199;96;1295;298;PLN
FV/11/2026/88123;2026-11-17;620010010020030002;2026-11-04;AC-104513;00-950;PL;Paczkomat;A;620;1227;98;1325;305;PLN`,
  },
  'BRT, to places that are hard to reach': {
    headerRow: 0,
    net: 186_000,
    unread: ['Destinatario', 'Località'],
    text: `Numero fattura;Data fattura;Codice cliente;Numero spedizione;Data spedizione;Rif. mittente;Destinatario;Località;CAP;Naz.;Colli;Peso reale kg;Nolo;Supplemento carburante;Località disagiata;Imponibile;IVA;Totale
FT/2026/0012345;15/11/2026;0441287;04412870010233;02/11/2026;AC-104512;Perù S.r.l.;Forlì;47121;IT;1;0,5;6,40;0,77;0,00;7,17;1,58;8,75
FT/2026/0012345;15/11/2026;0441287;04412870010234;03/11/2026;AC-104513;Perù S.r.l.;Forlì;47121;IT;1;0,8;7,00;0,93;3,50;11,43;2,51;13,94`,
  },
  'Evri, in pence, with labels above the header': {
    headerRow: 3,
    net: 59_400,
    unread: [],
    text: `Evri Limited;;;
Invoice No:;E-5501;Invoice Date:;22-Nov-2026
;;;
Client Ref;Barcode;Date;Service;Weight (g);Base (p);Fuel (p);Total (p)
AC-104512;T00A1B2C3D4E5F601;02-Nov-26;Standard;450;265;21;286
AC-104513;T00A1B2C3D4E5F602;03-Nov-26;Standard;980;285;23;308`,
  },
  'Yodel, whose tax point is its invoice date': {
    headerRow: 0,
    net: 68_200,
    unread: ['Fuel %', 'Goods Value', 'VAT Code'],
    text: `Account;Invoice;Tax Point;Parcel Barcode;Collected;Product;Customer Ref;Postcode;Kg;Delivery Charge;Fuel %;Fuel Amount;Congestion;Goods Value;VAT Code;Line Total
Y123;INV0099;20/11/2026;JD0002210123456789;01/11/2026;Home 48;AC-104512;LS1 1UR;2.4;3.15;10;0.32;0.05;25.99;S;3.52
Y123;INV0099;20/11/2026;JD0002210123456790;02/11/2026;Home 48;AC-104513;M1 1AE;1.1;2.95;10;0.30;0.05;12.50;S;3.30
Total excl. VAT;;;;;;;;;;;;;;;6.82`,
  },
}

test.each(Object.entries(FILES))('%s: the guess reads it, and its totals add up', (_carrier, file) => {
  const rows = numbered(file.text.split('\n').map((line) => line.split(';')))
  const { columns, layout } = guessLayout(firstOf(rows), { headerRow: file.headerRow, carrier: 'A carrier' })
  expect(columns.flatMap(({ field, name }) => (field === null && name !== '' ? [name] : []))).toEqual(file.unread)
  const { details, invoices, refused } = readAll(rows, { file: known(rows, [layout]) })
  expect(refused).toEqual([])
  expect(details.map(({ detail }) => detail.references)).toEqual([['AC-104512'], ['AC-104513']])
  expect(invoices[0]?.proof).toMatchObject({ net: file.net, ownTotals: { wrong: 0 } })
  expect(invoices[0]?.proof.ownTotals.checked).toBeGreaterThan(0)
})

test("a date above all parcels is the invoice's", () => {
  const { text, headerRow } = FILES['Poste Italiane, whose waybills stand above a row of totals'] ?? {
    text: '',
    headerRow: 0,
  }
  const rows = numbered(text.split('\n').map((line) => line.split(';')))
  const { layout } = guessLayout(firstOf(rows), { headerRow, carrier: 'A carrier' })
  const { invoices } = readAll(rows, { file: known(rows, [layout]) })
  expect(invoices[0]?.billed).toMatchObject({ number: 'PI/2026/5512', day: '2026-11-20' })
})

test('a name that is clear on its own ignores its heading', () => {
  const { text, headerRow } = FILES['Colissimo, whose headings are words of other columns'] ?? {
    text: '',
    headerRow: 0,
  }
  const rows = numbered(text.split('\n').map((line) => line.split(';')))
  const { columns, layout } = guessLayout(firstOf(rows), { headerRow, carrier: 'A carrier' })
  expect(columns.map(({ field, category }) => category ?? field)).toEqual([
    'invoiceNumber',
    'invoiceDay',
    'trackingNumber',
    'shipmentDay',
    'reference',
    'postcode',
    'country',
    'billedWeight',
    'base',
    'fuel',
    'remote area',
    'rowNet',
  ])
  expect(layout.currency).toBe('EUR')
})
