import type { ChargeCategory } from '../../routing/terms/charge-category.ts'
import type { ChargeColumn, Column, Layout, LayoutField } from './layout.ts'
import { splitNames } from './split-names.ts'

/*
 * DPD as its companies in the Netherlands and Germany send it: a row for each parcel, semicolons, weights in grams,
 * sizes in centimetres, no currency. Columns of the English and the German file: Trackstar's documentation
 * (carrier-samples/dpd-english.csv and dpd-german.csv; the German one keeps some Dutch names). No Dutch sample is
 * public: its layout has those Dutch names, and translations of the others.
 */

const ENGLISH = splitNames(`
  Sender name 2 | Type | Sender name | Receiver name | Receiver name 2 | Quantity order | Customer number
  Customer name | Sender address | Sender ZIP | Sender city | Sender country | Invoice number
  Invoice date | Parcel number | Shipment number | Destination zone | Commercial destination country
  Service | Shipment date | Base price | Energy surcharge | Toll surcharge | Peak surcharge
  System return surcharge | Oversized/Overweight surcharge | Customs surcharge | Total other surcharges
  System return date | System return description | Oversized/Overweight description | Date of measurement
  Depot of measurement | Weight | Length | Width | Height | Girth | Customer parcel reference 1
  Customer shipment reference 1 | Total amount | VAT percentage | Other surcharges codes
`)

const GERMAN = splitNames(`
  Absender Name 2 | Typ | Absender Name | Empfänger Name | Empfänger Name 2 | Anzahl Auftragspositionen
  Relatienummer | Kundenname | Absender Adresse | Absender PLZ | Absender Stadt | Absender Land | Factuur
  Factuurdatum | Pakketnummer | Sendungsnummer | Zielgebiet | Kommerzielles Zielland | Service
  Versanddatum | Tarief | Fuel surcharge | mautpreis | verzoll_gebuehr | Toeslag | Totaal | COD Toeslag
  Beschreibung Systemrückgabe | Beschreibung Übergröße | Messdatum | Depot Messung | Gewicht | Länge
  Breite | Höhe | Umfang | Kundenpaketreferenz 1 | Kundensendungsreferenz 1 | MwSt Prozentsatz
`)

const DUTCH = splitNames(`
  Afzender naam 2 | Type | Afzender naam | Ontvanger naam | Ontvanger naam 2 | Relatienummer | Klantnaam
  Afzender adres | Afzender postcode | Afzender plaats | Afzender land | Factuur | Factuurdatum | Pakketnummer
  Zendingnummer | Bestemmingszone | Commercieel land van bestemming | Service | Verzenddatum | Tarief
  Energietoeslag | Toltoeslag | Piektoeslag | Retourtoeslag | Overmaat/overgewicht toeslag | Douanetoeslag | Toeslag | Totaal | Gewicht | Lengte
  Breedte | Hoogte | Omtrek | Klant pakketreferentie 1 | Klant zendingreferentie 1 | BTW percentage
`)

type Named = string | readonly string[]

const named = (names: Named, isOptional = false): Column => ({
  names: typeof names === 'string' ? [names] : names,
  ...(isOptional && { isOptional }),
})

const charge = (code: string, names: Named, category: ChargeCategory): ChargeColumn => ({
  column: named(names),
  code,
  text: typeof names === 'string' ? names : (names[0] ?? code),
  category,
})

type MainlandField = Extract<
  LayoutField,
  | 'invoiceNumber'
  | 'account'
  | 'invoiceDay'
  | 'consignmentNumber'
  | 'trackingNumber'
  | 'shipmentDay'
  | 'service'
  | 'country'
  | 'billedWeight'
  | 'length'
  | 'width'
  | 'height'
  | 'rowNet'
>

type MainlandLayout = Pick<Layout, 'code' | 'title' | 'header' | 'charges' | 'references'> & {
  names: Readonly<Record<MainlandField, Named>>
}

const mainland = ({ names, ...rest }: MainlandLayout): Layout => ({
  ...rest,
  version: 1,
  carrier: 'DPD',
  row: 'parcel',
  fields: {
    ...Object.fromEntries(Object.entries(names).map(([field, name]) => [field, named(name)])),
    leg: named('Service'),
  },
  legs: { 'Shop Return': 'return', Return: 'return' },
  amounts: { decimal: 'either' },
  dates: 'either',
  weightUnit: 'g',
  lengthUnit: 'cm',
  currency: null,
  trackingDigits: 14,
})

export const DPD_ENGLISH: Layout = mainland({
  code: 'dpd-mainland-english',
  title: 'DPD on the mainland, English header',
  header: ENGLISH,
  names: {
    invoiceNumber: 'Invoice number',
    account: 'Customer number',
    invoiceDay: 'Invoice date',
    consignmentNumber: 'Shipment number',
    trackingNumber: 'Parcel number',
    shipmentDay: 'Shipment date',
    service: 'Service',
    country: 'Commercial destination country',
    billedWeight: 'Weight',
    length: 'Length',
    width: 'Width',
    height: 'Height',
    rowNet: 'Total amount',
  },
  references: [named('Customer parcel reference 1'), named('Customer shipment reference 1')],
  charges: [
    charge('BASE', 'Base price', 'base'),
    charge('ENERGY', 'Energy surcharge', 'fuel'),
    charge('TOLL', 'Toll surcharge', 'other'),
    charge('PEAK', 'Peak surcharge', 'peak'),
    charge('RETURN', 'System return surcharge', 'return to sender'),
    charge('OVERSIZE', 'Oversized/Overweight surcharge', 'oversize'),
    charge('CUSTOMS', 'Customs surcharge', 'customs'),
    charge('OTHER', 'Total other surcharges', 'other'),
  ],
})

export const DPD_GERMAN: Layout = mainland({
  code: 'dpd-mainland-german',
  title: 'DPD on the mainland, German header',
  header: GERMAN,
  names: {
    invoiceNumber: ['Factuur', 'Rechnungsnummer'],
    account: ['Relatienummer', 'Kundennummer'],
    invoiceDay: ['Factuurdatum', 'Rechnungsdatum'],
    consignmentNumber: 'Sendungsnummer',
    trackingNumber: ['Pakketnummer', 'Paketnummer'],
    shipmentDay: 'Versanddatum',
    service: 'Service',
    country: 'Kommerzielles Zielland',
    billedWeight: 'Gewicht',
    length: 'Länge',
    width: 'Breite',
    height: 'Höhe',
    rowNet: ['Totaal', 'Gesamtbetrag'],
  },
  references: [named('Kundenpaketreferenz 1'), named('Kundensendungsreferenz 1')],
  charges: [
    charge('BASE', ['Tarief', 'Grundpreis'], 'base'),
    charge('ENERGY', ['Fuel surcharge', 'Energiezuschlag'], 'fuel'),
    charge('TOLL', ['mautpreis', 'Mautzuschlag'], 'other'),
    charge('CUSTOMS', ['verzoll_gebuehr', 'Verzollungsgebühr'], 'customs'),
    charge('OTHER', ['Toeslag', 'Zuschlag'], 'other'),
    charge('COD', ['COD Toeslag', 'Nachnahmezuschlag'], 'other'),
  ],
})

export const DPD_DUTCH: Layout = mainland({
  code: 'dpd-mainland-dutch',
  title: 'DPD on the mainland, Dutch header',
  header: DUTCH,
  names: {
    invoiceNumber: ['Factuur', 'Factuurnummer'],
    account: ['Relatienummer', 'Klantnummer'],
    invoiceDay: 'Factuurdatum',
    consignmentNumber: ['Zendingnummer', 'Zendingsnummer'],
    trackingNumber: 'Pakketnummer',
    shipmentDay: 'Verzenddatum',
    service: 'Service',
    country: ['Commercieel land van bestemming', 'Land van bestemming'],
    billedWeight: 'Gewicht',
    length: 'Lengte',
    width: 'Breedte',
    height: 'Hoogte',
    rowNet: ['Totaal', 'Totaalbedrag'],
  },
  references: [named('Klant pakketreferentie 1', true), named('Klant zendingreferentie 1', true)],
  charges: [
    charge('BASE', ['Tarief', 'Basisprijs'], 'base'),
    charge('ENERGY', ['Energietoeslag', 'Brandstoftoeslag', 'Fuel surcharge'], 'fuel'),
    charge('TOLL', 'Toltoeslag', 'other'),
    charge('PEAK', 'Piektoeslag', 'peak'),
    charge('RETURN', 'Retourtoeslag', 'return to sender'),
    charge('OVERSIZE', 'Overmaat/overgewicht toeslag', 'oversize'),
    charge('CUSTOMS', 'Douanetoeslag', 'customs'),
    charge('OTHER', ['Toeslag', 'Overige toeslagen'], 'other'),
  ],
})
