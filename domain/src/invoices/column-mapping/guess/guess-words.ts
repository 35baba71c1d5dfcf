import type { LayoutField } from '../layout.ts'
import { splitNames } from '../split-names.ts'

/** Fields of a layout, and the shipper's references, which may have several columns. */
export type GuessedField = LayoutField | 'reference'

/**
 * Names of columns in English, German, Dutch, French, Spanish, Italian and Polish. An exact name counts most, then
 * the longest one contained, so that 'shipment date' is not just 'date'.
 */
export const FIELD_WORDS: Readonly<Partial<Record<GuessedField, readonly string[]>>> = {
  invoiceNumber: splitNames(`
    invoice number | invoice no | invoice | invoice # | inv no | inv number | inv | bill number | bill no | document number | rechnungsnummer | rechnungsnr | rechnung
    rechnungs nr | belegnummer | factuurnummer | factuurnr | factuur | numéro de facture | n° facture | no facture | facture
    número de factura | nº factura | factura | numero fattura | n. fattura | fattura | numer faktury | nr faktury
    faktura
    | rg nr | rg nummer | facture n° | n° de facture | n facture | fattura n | fattura nr | rechnung nr | nr rechnung | faktura nr | fakturanummer | fakturanr | číslo faktury | fatura nº | fatura
  `),
  account: splitNames(`
    account number | account no | account | customer number | customer no | client account | payer | kundennummer | kundennr
    kunden nr | abrechnungsnummer | klantnr |
    klantnummer | relatienummer | debiteurnummer | numéro de compte | numéro client | code client | compte
    número de cliente | número de cuenta | cuenta | codice cliente | numero cliente | conto | numer klienta
    nr klienta | numer konta | nº cliente | n° cliente | número cliente | n° de compte | n° compte | compte client | n° client | account code | bill to account | customer id | client id | customer code
    | rekeningnummer | bill to account number | account nr | kdnr | kd nr | código cliente
  `),
  invoiceDay: splitNames(`
    invoice date | tax point | tax point date | tax date | inv date | inv dt | bill date | billing date | document date | rechnungsdatum | belegdatum | factuurdatum | date de facture | date facture
    fecha de factura | fecha factura | data fattura | data faktury | data wystawienia
    | rg datum | datum rechnung | data da fatura | fakturadatum | fakturadato | datum vystavení
  `),
  dueDay: splitNames(`
    due date | payment due | fälligkeit | fälligkeitsdatum | zahlbar bis | vervaldatum | date d'échéance | échéance
    fecha de vencimiento | vencimiento | data scadenza | scadenza | termin płatności
  `),
  currency: splitNames(`
    currency | currency code | währung | valuta | munteenheid | devise | monnaie | moneda | divisa | waluta
  `),
  consignmentNumber: splitNames(`
    consignment number | consignment no | consignment | shipment number | shipment no | shipment id | sales order
    order number | sendungsnummer | sendungsnr | auftragsnummer | zendingnummer | zendingsnummer
    numéro d'expédition | expédition | número de envío | número de expedición | expedición | numero spedizione
    spedizione | numer przesyłki | nr przesyłki | numer zlecenia
    | consignment note | albarán | nº albarán | frachtbrief | frachtbriefnummer | connote | con note
  `),
  trackingNumber: splitNames(`
    tracking number | tracking no | tracking id | parcel id | parcel barcode | sendungs id | paket nr | tracking | parcel number | parcel no | barcode | waybill | air waybill number
    awb | paketnummer | paketnr | paketscheinnummer | pakketnummer | barcodenummer | numéro de colis
    numéro de suivi | n° colis | colis | número de seguimiento | número de bulto | seguimiento | numero collo
    numero di tracking | tracciatura | lettera di vettura | ldv | tracking ref | tracking reference | item barcode | n° lt | numer paczki | nr paczki | list przewozowy | numer listu
    | luftfrachtbrief | luftfrachtbriefnummer | awb nr | lta | numéro lta | n° lta | paketschein nr | numer listu przewozowego | trackingnummer | sendungsverfolgungsnummer | shipment tracking number | tracking code | kollinummer | packet id | lettre de voiture | numéro de récépissé | récépissé
  `),
  shipmentDay: splitNames(`
    shipment date | ship date | ship dt | date shipped | collected | date collected | sent date | shipping date | despatch date | dispatch date | collection date | pickup date | date
    versanddatum | sendungsdatum | abholdatum | datum | verzenddatum | date d'expédition | date d'enlèvement
    date expédition | fecha de envío | fecha envío | fecha | data spedizione | data di spedizione | data
    data nadania | data wysyłki | date de prise en charge | lodgement date | manifest date | fecha admisión | fecha de admisión | datum aanname | datum aanlevering | einlieferungsdatum | leistungsdatum
    | mailing date | acceptance date | ophaaldatum | fecha albarán | date remise | date de remise | aufgabedatum | abgangsdatum | posting date | transaction date | date envoi | date de dépôt | date dépôt | data ritiro | data odbioru
  `),
  service: splitNames(`
    service | service name | service description | service type | product | product name | dienst | serviceart
    produkt | produktbezeichnung | productomschrijving | versandart | dienst omschrijving | prestation | produit | servicio | producto | servizio | prodotto
    usługa | rodzaj usługi
  `),
  country: splitNames(`
    country | country code | destination country | receiver country | recipient country | zielland | empfängerland
    land | land van bestemming | bestemmingsland | pays | pays destinataire | pays de destination | país
    país de destino | país destino | paese | nazione | paese destinatario | kraj | kraj odbiorcy | kraj doręczenia
    | recipient country territory
  `),
  postcode: splitNames(`
    postcode | post code | postal code | zip | zip code | delivery postcode | receiver postcode | recipient postcode
    plz | postleitzahl | empfänger plz | postcode ontvanger | code postal | code postal destinataire | código postal
    código postal destino | cap | cap destinatario | kod pocztowy | kod pocztowy odbiorcy | cp destino | cp destinatario | c.p. destino | cp destinataire
    | recipient zip code | postcode destinataire | kod pocztowy odbiorcy
  `),
  pieces: splitNames(`
    pieces | items | number of parcels | quantity | qty | parcels | packages | stück | anzahl | anzahl pakete
    packstücke | aantal | aantal colli | colli | nombre de colis | nb colis | quantité | bultos | número de bultos
    cantidad | numero colli | quantità | liczba paczek | ilość | liczba sztuk
    | menge | no of items | number of items | nº bultos | stückzahl
  `),
  billedWeight: splitNames(`
    billed weight | charged weight | chargeable weight | invoiced weight | rated weight | weight | weight (kg) | kg
    kgs | wt | wgt |    abgerechnetes gewicht | frachtpflichtiges gewicht | gewicht | gewicht (kg) | gefactureerd gewicht
    poids facturé | poids taxé | poids | poids (kg) | peso facturado | peso tasable | peso | peso (kg)
    peso fatturato | peso tassabile | waga rozliczeniowa | waga fakturowana | waga | waga (kg)
    | abrechnungsgewicht | fakturiertes gewicht | berechnetes gewicht | frachtgewicht | taxgewicht | rated weight amount | poids taxable | kilos | kilo | peso kg
  `),
  declaredWeight: splitNames(`
    declared weight | actual weight | entered weight | customer weight | tatsächliches gewicht | angegebenes gewicht
    opgegeven gewicht | werkelijk gewicht | poids déclaré | poids réel | peso declarado | peso real
    peso dichiarato | peso reale | waga deklarowana | waga rzeczywista
    | actual weight amount
  `),
  weightUnit: splitNames(`
    weight unit | unit of weight | weight uom | gewichtseinheit | gewichtseenheid | unité de poids | unidad de peso
    unità di peso | jednostka wagi
    | eenheid gewicht | rated weight units | weight units | unità peso | unidad peso
  `),
  length: splitNames(`
    length | länge | lengte | longueur | largo | longitud | lunghezza | długość
  `),
  width: splitNames(`
    width | breite | breedte | largeur | ancho | anchura | larghezza | szerokość
  `),
  height: splitNames(`
    height | höhe | hoogte | hauteur | alto | altura | altezza | wysokość
  `),
  chargeCode: splitNames(`
    charge code | surcharge code | fee code | gebührencode | zuschlagscode | toeslagcode | code frais
    code de frais | código de cargo | codice addebito | kod opłaty
  `),
  chargeText: splitNames(`
    charge description | charge type | charge | fee description | gebührenart | leistungsart | bezeichnung
    kostensoort | omschrijving | type de frais | libellé | désignation | concepto | descripción | descrizione
    voce di costo | opis | rodzaj opłaty
  `),
  chargeNet: splitNames(`
    net amount | net charge | net charge amount | amount | charge amount | charge value | nettobetrag | betrag | bedrag | nettobedrag | montant ht | montant
    importe | importe neto | importo | importo netto | kwota | kwota netto
  `),
  rowNet: splitNames(`
    total net | net total | total amount | total excl. vat | total (excl. vat) | net value | total | gesamt netto
    gesamtbetrag netto | gesamtsumme netto | gesamtpreis netto | nettosumme | summe netto | gesamtbetrag | summe | totaal excl. btw | totaalbedrag | totaal | total ht
    total hors taxe | total sin iva | base imponible | totale netto | totale imponibile | imponibile | totale
    razem netto | wartość netto | suma netto | razem | netto eur | nettobetrag | amount excl gst | amount excl. gst | total excl gst | montant net
    | entgelt netto | amount ex vat | total ex vat | betrag exkl mwst | total net
  `),
  rowTax: splitNames(`
    vat | vat amount | tax | tax amount | total tax | mwst | mwst betrag | mehrwertsteuer | ust | btw | btw bedrag
    tva | montant tva | iva | importe iva | importo iva | vat kwota | kwota vat | podatek | gst | gst amount | ust eur | cuota iva
    | steuerbetrag | vat value | ust betrag | tax value | montant tva | moms | importo iva
  `),
  rowGross: splitNames(`
    gross | gross total | gross amount | gross value | total incl. vat | total (incl. vat) | total gross | bruttobetrag
    gesamt brutto | summe brutto | totaal incl. btw | total ttc | total con iva | totale lordo | totale ivato | razem brutto
    wartość brutto | suma brutto | brutto eur | amount incl gst | amount incl. gst | total incl gst | montant ttc
    | entgelt brutto | betrag inkl mwst | total inc vat | amount inc vat
  `),
  leg: splitNames(`
    movement type | direction | retoure | sens
  `),
  reference: splitNames(`
    ref | your ref | our ref | order ref | customer ref | shipper ref | sender ref | cust ref | po number
    reference | reference 1 | reference 2 | customer reference | shipper reference | your reference
    order reference | customer order number | customer order no | referenz | referenznummer | auftragsreferenz
    bestellnummer | ihr zeichen | uw kenmerk | kenmerk | ordernummer | référence expéditeur | référence commande
    kundenreferenz | ihre referenz | referentie
    klantreferentie | uw referentie | référence | référence client | votre référence | referencia
    referencia cliente | riferimento | riferimento cliente | vostro riferimento | referencje | numer referencyjny
    | referentienummer | nr referencyjny | sender reference | rif | rif mittente | riferimento mittente | réf | réf client | réf expéditeur | absenderreferenz | shipment reference | reference notes line | order number | order no | bestell nr | auftragsnummer kunde | nº referencia | pedido
  `),
}

/** Words for the sender, whose columns are not read except for references. */
export const SENDER_WORDS: readonly string[] = splitNames(`
    sender | shipper name | from | origin | absender | afzender | expéditeur | remitente | mittente | nadawca
    nadawcy
  `)

/** Names that contain a word of a field, but are not read. */
export const UNREAD_WORDS: readonly string[] = splitNames(`
    percentage | percent | % | prozentsatz | satz | rate | zone | type
  `)

/** Words for taxes. */
export const TAX_WORDS: readonly string[] = splitNames(`
    vat | tax | gst | mwst | mehrwertsteuer | ust | umsatzsteuer | btw | tva | iva | moms | podatek | dph
  `)

/** Words for amounts without tax. */
export const NET_WORDS: readonly string[] = splitNames(`
    net | excl | exc | ex | excluding | before | netto | exkl | ohne | ht | hors | sin | senza | base | imponible
    imponibile | neto | bez
  `)

/** Words for amounts with tax. */
export const GROSS_WORDS: readonly string[] = splitNames(`
    gross | incl | inc | including | with | brutto | inkl | ttc | con | lordo | ivato | bruto
  `)

/** Words for surcharges. */
export const CHARGE_WORDS: readonly string[] = splitNames(`
    surcharge | charge | fee | price | cost | toll | maut | residential | entgelt | zuschlag | gebühr | preis | kosten | toeslag | prijs | tarief | tarif
    zuschläge | gebühren | supplément | surtaxe | frais | prix | taxe | recargo | suplemento | cargo | precio | tarifa | supplemento
    addebito | prezzo | tariffa | costo | dopłata | opłata | cena | koszt
  `)
