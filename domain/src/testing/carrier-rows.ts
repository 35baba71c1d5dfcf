import { DHL_EXPRESS } from '../invoices/column-mapping/dhl-express.ts'
import { DPD_DUTCH, DPD_ENGLISH, DPD_GERMAN } from '../invoices/column-mapping/dpd-mainland.ts'
import { DPD_UK } from '../invoices/column-mapping/dpd-uk.ts'
import { FEDEX_UK } from '../invoices/column-mapping/fedex-uk.ts'
import { ROYAL_MAIL } from '../invoices/column-mapping/royal-mail.ts'
import { UPS_COLUMNS } from '../invoices/column-mapping/ups-columns.ts'
import { rowOf } from '../invoices/testing/printing/row-of.ts'

/** Invented rows in carriers' formats. */
type Values = Readonly<Record<string, string | readonly string[]>>

const headerOf = ({ header }: { header: readonly string[] | null }): readonly string[] => header ?? []

export const upsRow = (values: Values): string[] =>
  rowOf(UPS_COLUMNS, {
    Version: '2.1',
    'Account Number': '0000A1B2C3',
    'Account Country': 'GB',
    'Invoice Date': '2026-03-31',
    'Invoice Number': '000001',
    'Invoice Currency Code': 'GBP',
    'Invoice Amount': '29.00',
    'Transaction Date': '2026-03-24',
    'Lead Shipment Number': '1ZAAAAAA6800000001',
    'Package Quantity': '1',
    'Tracking Number': '1ZAAAAAA6800000001',
    'Entered Weight': '2.0',
    'Entered Weight Unit of Measure': 'K',
    'Billed Weight': '2.5',
    'Billed Weight Unit of Measure': 'K',
    'Charge Category Code': 'SHP',
    'Transaction Currency Code': 'GBP',
    'Sender Country': 'GB',
    'Receiver Postal': '75001',
    'Receiver Country': 'FR',
    'Shipment Date': '2026-03-24',
    ...values,
  })

const upsCharge = (kind: string, code: string, text: string, net: string, more: Values = {}): string[] =>
  upsRow({
    'Charge Classification Code': kind,
    'Charge Description Code': code,
    'Charge Description': text,
    'Net Amount': net,
    ...more,
  })

const SECOND = { 'Lead Shipment Number': '1ZAAAAAA6800000002', 'Tracking Number': '1ZAAAAAA6800000002' }

/** 29.00, including 4.00 tax. */
export const UPS_ROWS: string[][] = [
  upsCharge('FRT', '011', 'TB Standard', '12.00'),
  upsCharge('FSC', '01', 'Fuel Surcharge', '3.00'),
  upsCharge('TAX', '01', 'VAT', '4.00'),
  upsCharge('FRT', '011', 'TB Standard', '8.50', SECOND),
  upsCharge('ACC', 'RES', 'Residential Surcharge', '1.50', SECOND),
]

const dhlRow = (values: Values): string[] =>
  rowOf(headerOf(DHL_EXPRESS), {
    'Invoice Number': 'LHR1',
    'Invoice Date': '20260331',
    'Billing Account': '190000001',
    ...values,
  })

export const dhlInvoice = (values: Values): string[] =>
  dhlRow({ 'Line Type': 'I', 'Invoice Type': 'Invoice', 'Due Date': '20260430', ...values })

export const dhlShipment = (values: Values): string[] =>
  dhlRow({
    'Line Type': 'S',
    'Shipment Number': '1000000001',
    'Shipment Date': '20260303',
    'Product Name': 'EXPRESS WORLDWIDE nondoc',
    Pieces: '2',
    'Dest Country Code': 'DE',
    'Receivers Postcode': '80331',
    'Weight (kg)': '4.5',
    Currency: 'GBP',
    'Total amount (excl. VAT)': '27.00',
    'Total amount (incl. VAT)': '32.40',
    'Total Tax': '5.40',
    'Weight Charge': '20.00',
    'Total Extra Charges (XC)': '7.00',
    'XC1 Code': 'FF',
    'XC1 Name': 'FUEL SURCHARGE',
    'XC1 Charge': '4.00',
    'XC1 Discount': '0.00',
    'XC2 Code': 'OO',
    'XC2 Name': 'REMOTE AREA DELIVERY',
    'XC2 Charge': '3.50',
    'XC2 Discount': '0.50',
    ...values,
  })

/** 27.00 and 10.00, with an invoice fee of 2.00. */
export const DHL_ROWS: string[][] = [
  dhlInvoice({
    'Total amount (excl. VAT)': '39.00',
    'Total Tax': '7.40',
    'Total amount (incl. VAT)': '46.40',
    'Invoice Fee': '2.00',
  }),
  dhlShipment({}),
  dhlShipment({
    'Shipment Number': '1000000002',
    'Total amount (excl. VAT)': '10.00',
    'Total amount (incl. VAT)': '12.00',
    'Total Tax': '2.00',
    'Weight Charge': '10.00',
    'Total Extra Charges (XC)': '0.00',
    'XC1 Code': '',
    'XC1 Name': '',
    'XC1 Charge': '',
    'XC2 Code': '',
    'XC2 Name': '',
    'XC2 Charge': '',
    'XC2 Discount': '',
  }),
]

export const dpdUkRow = (values: Values): string[] =>
  rowOf(headerOf(DPD_UK), {
    Date: '11/05/2026',
    Consignment: '3000000001',
    'Parcel No': '15500000000001',
    'Service Description': 'NXTDAY',
    Delivery: 'B1 1AA',
    'Senders Ref': 'A1,A2',
    Weight: '1.5',
    Items: '1',
    Revenue: '3.76',
    Surcharge: 'ASU',
    'Fuel and Energy Charge': '0.14',
    'Carriage Charge': '0.22',
    Cover: '0',
    'Country Code': 'GB',
    ...values,
  })

/** The fuel of both parcels is also in a separate row. */
export const DPD_UK_ROWS: string[][] = [
  dpdUkRow({}),
  dpdUkRow({ Consignment: '3000000002', 'Parcel No': '15500000000002', Date: '28/05/2026' }),
  dpdUkRow({
    Consignment: '',
    'Parcel No': '',
    'Senders Ref': '',
    Items: '',
    'Service Description': '',
    'Product Description': 'FUEL AND ENERGY CHARGE',
    Revenue: '0.28',
    'Fuel and Energy Charge': '',
    'Carriage Charge': '',
  }),
  dpdUkRow({
    Consignment: '',
    'Parcel No': '',
    'Senders Ref': '',
    Items: '',
    'Service Description': '',
    'Product Description': 'DAILY COLLECTION',
    Revenue: '5.00',
    'Fuel and Energy Charge': '',
    'Carriage Charge': '',
  }),
]

export const DPD_UK_PREAMBLE: string[][] = [
  ['Account No', '200001', 'Invoice No', '16000001', '', 'A Shipper'],
  ['Nett Invoice Value', '', '13.24', 'GBP'],
  ['VAT', '', '2.65', 'GBP'],
  ['Gross Invoice Value', '', '15.89', 'GBP'],
]

export const dpdEnglishRow = (values: Values): string[] =>
  rowOf(headerOf(DPD_ENGLISH), {
    'Customer number': '63000001',
    'Invoice number': '26000001',
    'Invoice date': '20260331',
    'Parcel number': '01234567890123',
    'Shipment number': '120001',
    'Commercial destination country': 'GB',
    Service: 'Classic',
    'Shipment date': '20260305',
    'Base price': '8.62',
    'Energy surcharge': '0.35',
    'Toll surcharge': '0.11',
    'Total other surcharges': '0.72',
    Weight: '700',
    Length: '40',
    Width: '26',
    Height: '29',
    'Customer parcel reference 1': 'ORD-1',
    'Total amount': '9.80',
    'VAT percentage': '21',
    ...values,
  })

export const dpdGermanRow = (values: Values): string[] =>
  rowOf(headerOf(DPD_GERMAN), {
    Relatienummer: '21000001',
    Factuur: '45000001',
    Factuurdatum: '20260331',
    Pakketnummer: '86000000000001',
    Sendungsnummer: '614001',
    'Kommerzielles Zielland': 'AT',
    Service: 'Shop Return',
    Versanddatum: '11.03.2026',
    Tarief: '1.006,32',
    'Fuel surcharge': '0,43',
    mautpreis: '0,30',
    verzoll_gebuehr: '8,82',
    Toeslag: '0,00',
    Totaal: '1.015,87',
    Gewicht: '1300',
    ...values,
  })

export const dpdDutchRow = (values: Values): string[] =>
  rowOf(headerOf(DPD_DUTCH), {
    Relatienummer: '21000001',
    Factuur: '45000002',
    Factuurdatum: '31-03-2026',
    Pakketnummer: '05000000000001',
    Zendingnummer: '614002',
    'Commercieel land van bestemming': 'NL',
    Service: 'Classic',
    Verzenddatum: '28-03-2026',
    Tarief: '4,90',
    Energietoeslag: '0,63',
    Toltoeslag: '0,39',
    Totaal: '5,92',
    Gewicht: '1300',
    ...values,
  })

export const royalMailRow = (values: Values): string[] =>
  rowOf(headerOf(ROYAL_MAIL), {
    'Confirmation Date': ['13.03.2026', '13.03.2026'],
    'Sales Order No.': 'SO-1',
    'Invoice Number': '1900000001',
    'Invoice Date': '31.03.2026',
    'Account Number': '2600000001',
    'Destination Country Code': 'GB',
    'Product Code': 'TPN',
    'Class of Mail': 'Tracked 24',
    Volume: '10',
    'Item Weight': '0.500',
    Surcharge: '0.00',
    'Net Value': '30.00',
    'Tax Amount': '6.00',
    'Gross Value': '36.00',
    'Green Surcharge': '0.50',
    'Peak Surcharge': '1.00',
    ...values,
  })

export const fedexRow = (values: Values): string[] =>
  rowOf(headerOf(FEDEX_UK), {
    'Bill to Account Number': '190000002',
    'FedEx Invoice Number': '260000001',
    'Invoice Date': '31-Mar-2026',
    'Due Date': '14-Apr-2026',
    'Bill to Currency': 'GBP',
    'Original Amount Due': '57.34',
    'Air Waybill Number': '936000000001',
    'Ship Date (formatted)': '3/24/2026',
    Service: 'FedEx International Priority',
    Pieces: '1',
    'Rated Weight Amount': '24.1',
    'Rated Weight Units': 'KG',
    'Recipient Address Country/Territory': 'DE',
    'Air Waybill Total Amount': '57.34',
    'Air Waybill Charge Label': ['Fuel Surcharge', 'Transportation Charge', 'Duty and Tax Forwarding Charge'],
    'Air Waybill Charge Amount': ['8.09', '35.26', '13.99'],
    ...values,
  })

export const ROYAL_MAIL_FIRST_HEADER: string[] = [
  'Sales Order',
  '',
  '',
  '',
  '',
  'Invoice',
  '',
  '',
  '',
  '',
  'Destination',
  '',
  '',
  'Product',
]
