import { expect, test } from 'vitest'
import { firstOf, known, numbered, readAll } from '../../testing/invoice-files.ts'
import { guessLayout } from './guess-layout.ts'

/** Files as carriers of other countries send them: what is above the header, the header, two rows, and a row of totals. */
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
}

test.each(Object.entries(FILES))('%s: it is read by the guess, and comes to its own totals', (_carrier, file) => {
  const rows = numbered(file.text.split('\n').map((line) => line.split(';')))
  const { columns, layout } = guessLayout(firstOf(rows), { headerRow: file.headerRow, carrier: 'A carrier' })
  expect(columns.flatMap(({ field, name }) => (field === null && name !== '' ? [name] : []))).toEqual(file.unread)
  const { details, invoices, refused } = readAll(rows, { file: known(rows, [layout]) })
  expect(refused).toEqual([])
  expect(details.map(({ detail }) => detail.references)).toEqual([['AC-104512'], ['AC-104513']])
  expect(invoices[0]?.proof).toMatchObject({ net: file.net, ownTotals: { wrong: 0 } })
  expect(invoices[0]?.proof.ownTotals.checked).toBeGreaterThan(0)
})
