/**
 * Invented files of carriers without a layout of ours, modelled on what such carriers send: a header, a row, and for
 * each column how it must be read; '' if it is not read.
 */
export type CousinFile = {
  readonly carrier: string
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly means: readonly string[]
}

const cousin = (carrier: string, columns: string): CousinFile => {
  const parts = columns
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((part) => part.trim()))
  return {
    carrier,
    header: parts.map(([name = '']) => name),
    rows: [0, 1].map((row) => parts.map(([, first = '', , second = first]) => (row === 0 ? first : second))),
    means: parts.map(([, , means = '']) => means),
  }
}

/**
 * One line per column: its name, the cell of the first row, its meaning, and the cell of the second row if that
 * differs.
 */
export const COUSINS: readonly CousinFile[] = [
  cousin(
    'Evri',
    `Invoice No | EV26112 | invoiceNumber
    Invoice Date | 16/11/2026 | invoiceDay
    Client Account | 77120 | account
    Parcel Barcode | H001234567890123 | trackingNumber | H001234567890124
    Your Ref | AC-104512 | reference | AC-104513
    Collection Date | 11/11/2026 | shipmentDay
    Product | Standard | service
    Destination Postcode | LS1 4AP | postcode
    Chargeable Weight (kg) | 1.250 | billedWeight
    Carriage | 2.68 | charge base
    Fuel Surcharge | 0.09 | charge fuel
    Out of Area Surcharge | 0.00 | charge remote area
    Total excl. VAT | 2.77 | rowNet`,
  ),
  cousin(
    'Yodel',
    `Inv No | YD-20031 | invoiceNumber
    Inv Date | 14/11/2026 | invoiceDay
    Barcode | JD0002212345678901 | trackingNumber | JD0002212345678902
    Cust Ref | AC-104512 | reference | AC-104513
    Ship Dt | 05/11/2026 | shipmentDay
    Product | Xpect 48 | service
    Kg | 0.40 | billedWeight
    Postcode | LS1 4AP | postcode
    Carriage | 2.40 | charge base
    Fuel | 0.19 | charge fuel
    Sundries | 0.05 | charge other
    VAT | 0.53 | rowTax
    Net | 2.64 | rowNet
    Total | 3.17 | rowGross`,
  ),
  cousin(
    'DPD Depot',
    `Rechnungsnummer | 268403052 | invoiceNumber
    Rechnungsdatum | 31.03.2026 | invoiceDay
    Paketnummer | 79184603396001 | trackingNumber | 79184603396002
    Auftragsreferenz | AC-104512 | reference | AC-104513
    Versanddatum | 05.03.2026 | shipmentDay
    Grundpreis | 8,62 | charge base
    Energiezuschlag | 0,35 | charge fuel
    Rückläuferzuschlag | 0,10 | charge return to sender
    Summe sonstige Zuschläge | 0,72 | charge other
    Gesamtbetrag | 9,79 | rowNet`,
  ),
  cousin(
    'Hermes',
    `Rechnungs-Nr. | 4711001 | invoiceNumber
    Rechnungsdatum | 16.11.2026 | invoiceDay
    Kundennummer | 330118 | account
    Sendungs-ID | 14290900123456 | trackingNumber | 14290900123457
    Auftragsreferenz | AC-104512 | reference | AC-104513
    Versanddatum | 11.11.2026 | shipmentDay
    Produkt | HSI Paket S | service
    Ziel-PLZ | 20095 | postcode
    Zielland | DE | country
    Gewicht kg | 1,25 | billedWeight
    Grundpreis | 3,10 | charge base
    Energiezuschlag | 0,12 | charge fuel
    Peakzuschlag | 0,00 | charge peak
    Sperrgutzuschlag | 0,00 | charge oversize
    Nettobetrag | 3,22 | rowNet
    MwSt-Satz | 19 |
    MwSt-Betrag | 0,61 | rowTax
    Bruttobetrag | 3,83 | rowGross`,
  ),
  cousin(
    'GLS',
    `Rechnung | 88120045 | invoiceNumber
    Rechnungsdatum | 16.11.2026 | invoiceDay
    Kunden-Nr. | 2760118 | account
    Paket-Nr. | 50112345678 | trackingNumber | 50112345679
    Ihre Referenz | AC-104512 | reference | AC-104513
    Leistungsdatum | 11.11.2026 | shipmentDay
    Produktbezeichnung | BusinessParcel | service
    Empfänger Name | Muster GmbH |
    Empfänger PLZ | 20095 | postcode
    Empfänger Ort | Hamburg |
    Land | DE | country
    Gewicht | 1,25 | billedWeight
    Grundentgelt | 4,35 | charge base
    Dieselzuschlag | 0,22 | charge fuel
    Maut | 0,08 | charge other
    Inselzuschlag | 0,00 | charge remote area
    Summe netto | 4,65 | rowNet
    Währung | EUR | currency`,
  ),
  cousin(
    'GLS Netherlands',
    `Factuurnr | 126004512 | invoiceNumber
    Factuurdatum | 16-11-2026 | invoiceDay
    Klantnr | 528400 | account
    Pakketnummer | 50112345678 | trackingNumber | 50112345679
    Uw referentie | AC-104512 | reference | AC-104513
    Verzenddatum | 11-11-2026 | shipmentDay
    Dienst | EuroBusinessParcel | service
    Naam ontvanger | Jansen |
    Postcode ontvanger | 1012 AB | postcode
    Land | NL | country
    Gewicht (kg) | 1,25 | billedWeight
    Basistarief | 4,90 | charge base
    Brandstoftoeslag | 0,63 | charge fuel
    Toltoeslag | 0,39 | charge other
    Totaal excl. BTW | 5,92 | rowNet`,
  ),
  cousin(
    'PostNL',
    `Factuurnummer | 60011245 | invoiceNumber
    Factuurdatum | 16-11-2026 | invoiceDay
    Debiteurnummer | 10245871 | account
    Barcode | 3SABCD0123456 | trackingNumber | 3SABCD0123457
    Uw kenmerk | AC-104512 | reference | AC-104513
    Datum aanlevering | 11-11-2026 | shipmentDay
    Productomschrijving | Standaard pakket | service
    Land | NL | country
    Postcode | 1012 AB | postcode
    Gewicht (gram) | 1250 | billedWeight
    Aantal | 1 | pieces
    Tarief | 4,15 | charge base
    Brandstoftoeslag | 0,21 | charge fuel
    Toeslag buitengebied | 0,00 | charge remote area
    Bedrag excl. BTW | 4,36 | rowNet
    BTW % | 21 |
    BTW bedrag | 0,92 | rowTax`,
  ),
  cousin(
    'DHL Parcel',
    `Rechnungsnummer | 7744120 | invoiceNumber
    Rechnungsdatum | 16.11.2026 | invoiceDay
    Abrechnungsnummer | 50112345670101 | account
    Sendungsnummer | 00340434161094000001 | trackingNumber | 00340434161094000002
    Referenznummer | AC-104512 | reference | AC-104513
    Einlieferungsdatum | 11.11.2026 | shipmentDay
    Produkt | DHL Paket | service
    Empfängerland | DE | country
    Empfänger-PLZ | 20095 | postcode
    Gewicht in kg | 1,25 | billedWeight
    Nettopreis | 4,10 | charge base
    Energiezuschlag | 0,05 | charge fuel
    Mautzuschlag | 0,19 | charge other
    Gesamtsumme netto | 4,34 | rowNet`,
  ),
  cousin(
    'DHL Freight',
    `Invoice Number | DF-55012 | invoiceNumber
    Invoice Date | 2026-11-16 | invoiceDay
    Customer Account | 905512 | account
    Waybill Number | 7012345678 | trackingNumber | 7012345679
    Customer Reference | AC-104512 | reference | AC-104513
    Pickup Date | 2026-11-11 | shipmentDay
    Product Name | Euroconnect | service
    Destination Country | FR | country
    Destination Postal Code | 75001 | postcode
    Pieces | 2 | pieces
    Chargeable Weight | 84.00 | billedWeight
    Freight Charges | 112.40 | charge base
    Fuel Surcharge | 16.30 | charge fuel
    Toll | 4.10 | charge other
    Other Charges | 0.00 | charge other
    Net Amount | 132.80 | rowNet
    VAT Amount | 26.56 | rowTax
    Total Amount | 159.36 | rowGross`,
  ),
  cousin(
    'Yodel',
    `Invoice Number | YD20451 | invoiceNumber
    Invoice Date | 16/11/2026 | invoiceDay
    Account Number | 8841 | account
    Consignment No | JD0002250012345 | consignmentNumber | JD0002250012346
    Parcel ID | JD0002250012345001 | trackingNumber | JD0002250012346001
    Order Ref | AC-104512 | reference | AC-104513
    Despatch Date | 11/11/2026 | shipmentDay
    Service Description | Xpect 48 | service
    Delivery Postcode | LS1 4AP | postcode
    No of Parcels | 1 | pieces
    Weight | 1.25 | billedWeight
    Base Rate | 3.05 | charge base
    Fuel Surcharge | 0.11 | charge fuel
    Non-Conveyable Fee | 0.00 | charge oversize
    Remote Area Charge | 0.00 | charge remote area
    Net Value | 3.16 | rowNet
    VAT | 0.63 | rowTax
    Gross | 3.79 | rowGross`,
  ),
  cousin(
    'Colissimo',
    `Numéro facture | 26110045 | invoiceNumber
    Date facture | 16/11/2026 | invoiceDay
    Compte client | 812450 | account
    N° colis | 6A12345678901 | trackingNumber | 6A12345678902
    Référence expéditeur | AC-104512 | reference | AC-104513
    Date dépôt | 11/11/2026 | shipmentDay
    Produit | DOM | service
    Code postal destinataire | 75001 | postcode
    Pays destinataire | FR | country
    Poids (g) | 1250 | billedWeight
    Prix unitaire HT | 5,20 | charge base
    Surcharge carburant | 0,31 | charge fuel
    Supplément hors norme | 0,00 | charge oversize
    Montant HT | 5,51 | rowNet`,
  ),
  cousin(
    'FedEx',
    `Invoice Number | 8-123-45678 | invoiceNumber
    Invoice Date | 20261116 | invoiceDay
    Bill to Account Number | 1234-5678-9 | account
    Express or Ground Tracking ID | 771234567890 | trackingNumber | 771234567891
    Original Customer Reference | AC-104512 | reference | AC-104513
    Shipment Date | 20261111 | shipmentDay
    Service Type | International Priority | service
    Recipient Zip Code | 10001 | postcode
    Recipient Country | US | country
    Rated Weight Amount | 3.0 | billedWeight
    Number of Pieces | 1 | pieces
    Transportation Charge Amount | 41.20 | charge base
    Fuel Surcharge | 7.40 | charge fuel
    Residential Delivery | 0.00 | charge other
    Net Charge Amount | 48.60 | rowNet`,
  ),
  cousin(
    'DPD Germany',
    `Rechnungsnummer | 26110087 | invoiceNumber
    Rechnungsdatum | 16.11.2026 | invoiceDay
    Kundennummer | 2100045 | account
    Paketscheinnummer | 01595012345678 | trackingNumber | 01595012345679
    Kundenreferenz | AC-104512 | reference | AC-104513
    Versanddatum | 11.11.2026 | shipmentDay
    Produkt | DPD CLASSIC | service
    Empfängerland | AT | country
    Empfänger PLZ | 1010 | postcode
    Gewicht (kg) | 1,25 | billedWeight
    Grundpreis | 6,10 | charge base
    Kraftstoffzuschlag | 0,31 | charge fuel
    Mautzuschlag | 0,12 | charge other
    Saisonzuschlag | 0,00 | charge peak
    Gesamtpreis netto | 6,53 | rowNet`,
  ),
]
