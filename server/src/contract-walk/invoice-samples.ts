import type { Input } from './calls.ts'
import type { Shop, World } from './world.ts'

const ROWS = { page: 1, limit: 50, desc: false, search: '', status: 'Imported', verdict: 'Matched' } as const
const COMMAND = '0d9b3ad6-6b8e-4a7d-9f3c-2f6f5f2f0002'
const allowance = { money: '0.05', percent: '1' }
const LAYOUT = {
  code: 'walked',
  version: 1,
  carrier: 'Walked',
  title: 'Walked',
  row: 'parcel',
  header: ['Invoice', 'Tracking', 'Base'],
  fields: { invoiceNumber: { names: ['Invoice'] }, trackingNumber: { names: ['Tracking'] } },
  charges: [{ column: { names: ['Base'] }, code: 'BASE', text: 'Base', category: 'base' }],
  amounts: { decimal: '.' },
  dates: 'either',
  currency: 'GBP',
}
const form = (shop: Shop): Input => ({
  by: 'operator',
  query: { creator: shop.client },
  contentType: 'multipart/form-data; boundary=edge',
  body: `--edge\r\nContent-Disposition: form-data; name="file"; filename="${shop.client}.csv"\r\nContent-Type: text/csv\r\n\r\na,b\n1,2\n\r\n--edge--\r\n`,
})

/** Samples of carriers' invoices. The operator makes those calls that are only for the operator. */
export const invoiceSamples: Record<string, (world: World, shop: Shop) => Input> = {
  'invoices.carriers': () => ({}),
  'invoices.summary': (_world, { client, invoices, deliveries }) => ({
    query: {
      page: '1',
      limit: '10',
      sort: 'importedAt',
      desc: 'true',
      search: invoices.number,
      filterFrom: '2026-01-01',
      filterTo: '2026-12-31',
      summaryID: invoices.read,
      carrier: deliveries.carrier,
      status: 'Imported',
      clientCode: client,
    },
  }),
  'invoices.required': (_world, { client, deliveries }) => ({
    query: { carriercode: deliveries.carrier, asOf: '2026-03-31', clientCode: client },
  }),
  'invoices.requiredParcels': (_world, { client, deliveries }) => ({
    query: {
      carriercode: deliveries.carrier,
      asOf: '2026-03-31',
      clientCode: client,
      week: '2026-03-02',
      page: '1',
      limit: '50',
    },
  }),
  'invoices.details': (_world, { client, invoices }) => ({
    body: { summaryID: invoices.read, clientCode: client, ...ROWS, sort: 'line', detailsID: invoices.row },
  }),
  'invoices.parcels': (_world, { client, invoices }) => ({
    body: {
      summaryID: invoices.read,
      clientCode: client,
      ...ROWS,
      sort: 'trackingNumber',
      detailsID: invoices.row,
      parcelID: invoices.row,
    },
  }),
  'invoices.detailsExport': (_world, { client, invoices }) => ({
    body: { summaryID: invoices.read, page: 1, items: 1000, clientCode: client },
  }),
  'invoices.proof': (_world, { invoices }) => ({ by: 'operator', query: { summaryID: invoices.read } }),
  'invoices.why': (_world, { invoices }) => ({ query: { parcelID: invoices.row } }),
  'invoices.decideSummary': (_world, { invoices }) => ({
    params: { id: 'Rejected' },
    body: { summaryID: invoices.decided, reason: 'not ours' },
  }),
  'invoices.decideDetails': (_world, { invoices }) => ({
    params: { value: 'Rejected' },
    body: { detailsID: invoices.worked, reason: 'too heavy' },
  }),
  'invoices.decideParcels': (_world, { invoices }) => ({
    params: { value: 'Accepted' },
    body: { parcelIDs: invoices.worked },
  }),
  'invoices.undoDetails': (_world, { invoices }) => ({ body: { detailsID: invoices.worked } }),
  'invoices.undoParcels': (_world, { invoices }) => ({ body: { parcelIDs: invoices.worked } }),
  'invoices.removeSummary': (_world, { invoices }) => ({ query: { id: invoices.removed } }),
  'invoices.removeDetails': (_world, { invoices }) => ({ query: { id: invoices.removedDetail } }),
  'invoices.removeParcels': (_world, { invoices }) => ({ query: { id: invoices.removedParcel } }),
  'invoices.explain': (_world, { invoices }) => ({
    body: { summaryID: invoices.explained, reason: 'the carrier rounds' },
  }),
  'invoices.sayCurrency': (_world, { invoices }) => ({
    by: 'operator',
    body: { summaryID: invoices.withoutCurrency, currency: 'GBP' },
  }),
  'invoices.preflight': (_world, { invoices }) => ({ body: { summaryIDs: [invoices.read] } }),
  'invoices.acceptMatched': (_world, { invoices }) => ({
    body: { summaryIDs: [invoices.matched], commandId: COMMAND, most: 1 },
  }),
  'invoices.receipts': (_world, { invoices }) => ({
    params: { commandId: invoices.command },
    query: { page: '1', limit: '50' },
  }),
  'invoices.undo': (_world, { invoices }) => ({ params: { commandId: invoices.command } }),
  'invoices.import': (_world, shop) => form(shop),
  'invoices.imports': (_world, { invoices }) => ({ by: 'operator', query: { id: invoices.waiting } }),
  'invoices.cancelImport': (_world, { invoices }) => ({ by: 'operator', body: { importID: invoices.cancelled } }),
  'invoices.layouts': () => ({ by: 'operator' }),
  'invoices.preview': (_world, { invoices }) => ({
    by: 'operator',
    body: { importID: invoices.waiting, draft: LAYOUT },
  }),
  'invoices.saveLayout': () => ({ by: 'operator', body: { layout: LAYOUT } }),
  'invoices.parcelCharges': (_world, { deliveries }) => ({ query: { trackingNumber: deliveries.trackingNumber } }),
  'invoices.matchCandidates': (_world, { orderNumber }) => ({
    by: 'operator',
    query: { search: orderNumber, postCode: 'SW1Y 4JH', day: '2026-03-02' },
  }),
  'invoices.matchPreview': (_world, { client, orderNumber, invoices }) => ({
    by: 'operator',
    body: { parcelID: invoices.unmatched, clientCode: client, orderNumber, trackingNumber: '' },
  }),
  'invoices.match': (_world, { client, orderNumber, invoices }) => ({
    by: 'operator',
    body: {
      parcelID: invoices.unmatched,
      version: 1,
      clientCode: client,
      orderNumber,
      trackingNumber: '',
      remember: true,
    },
  }),
  'invoices.unmatch': (_world, { invoices }) => ({
    by: 'operator',
    body: { parcelID: invoices.matchedByHand, version: 1 },
  }),
  'invoices.judgeAgain': (_world, { invoices }) => ({ by: 'operator', body: { summaryID: invoices.judged } }),
  'invoices.foundDifferences': () => ({ by: 'operator', query: { page: '1', limit: '50' } }),
  'invoices.reviewDifferences': (_world, { invoices }) => ({
    by: 'operator',
    body: { rows: [{ parcelID: invoices.matchedByHand, foundAt: '2026-03-06T09:00:00.000Z' }], isReviewed: true },
  }),
  'invoices.differences': (_world, { invoices }) => ({ by: 'operator', query: { summaryID: invoices.judged } }),
  'invoices.tolerances': () => ({ by: 'operator' }),
  'invoices.saveTolerance': (_world, { client, deliveries }) => ({
    by: 'operator',
    body: {
      carrierCode: deliveries.carrier,
      clientCode: client,
      row: allowance,
      charge: allowance,
      invoice: '10',
    },
  }),
  'invoices.removeTolerance': (_world, { invoices }) => ({ by: 'operator', query: { id: invoices.tolerance } }),
  'invoices.agreed': () => ({ by: 'operator' }),
  'invoices.saveAgreed': (_world, { client, deliveries }) => ({
    by: 'operator',
    body: {
      carrierCode: deliveries.carrier,
      clientCode: client,
      chargeCode: 'FUEL',
      category: 'fuel',
      chargeText: 'Fuel',
      amount: { kind: 'percent', percent: '12.5', of: ['base'], per: 'detail' },
      when: 'if billed',
      least: null,
      most: null,
      currency: 'GBP',
      from: '2026-01-01',
      to: null,
    },
  }),
  'invoices.removeAgreed': (_world, { invoices }) => ({ by: 'operator', query: { id: invoices.agreed } }),
  'invoices.saveDivisor': (_world, { client, deliveries }) => ({
    by: 'operator',
    body: { carrierCode: deliveries.carrier, clientCode: client, divisor: 5000, from: '2026-01-01', to: null },
  }),
  'invoices.removeDivisor': (_world, { invoices }) => ({ by: 'operator', query: { id: invoices.divisor } }),
  'invoices.zones': () => ({ by: 'operator' }),
  'invoices.saveZone': (_world, { client, deliveries }) => ({
    by: 'operator',
    body: {
      carrierCode: deliveries.carrier,
      code: client,
      name: 'Islands',
      countries: ['GB'],
      postcodes: ['KA27-28', 'PO30-41'],
      from: '2026-01-01',
      to: null,
    },
  }),
  'invoices.removeZone': (_world, { invoices }) => ({ by: 'operator', query: { id: invoices.zone } }),
  'invoices.rates': () => ({ by: 'operator' }),
  'invoices.saveRate': () => ({ by: 'operator', body: { from: 'USD', to: 'GBP', rate: '0.7912', day: '2026-01-01' } }),
  'invoices.removeRate': (_world, { invoices }) => ({ by: 'operator', query: { id: invoices.rate } }),
  'invoices.saveServiceName': (_world, { deliveries }) => ({
    by: 'operator',
    body: { carrierCode: deliveries.carrier, name: 'ND 12', carrierService: 'Next Day by 12' },
  }),
  'invoices.removeServiceName': (_world, { invoices }) => ({ by: 'operator', query: { id: invoices.serviceName } }),
  'invoices.accounts': () => ({ by: 'operator' }),
  'invoices.saveAccount': (_world, { client, deliveries }) => ({
    by: 'operator',
    body: { carrierCode: deliveries.carrier, account: '0445001', clients: [client] },
  }),
  'invoices.removeAccount': (_world, { invoices }) => ({ by: 'operator', query: { id: invoices.account } }),
  'invoices.ledgerAccounts': () => ({ by: 'operator' }),
  'invoices.saveLedgerAccount': (_world, { client }) => ({
    by: 'operator',
    body: { account: 'Carriage', clientCode: client, category: 'accrual', code: '5190' },
  }),
  'invoices.removeLedgerAccount': (_world, { invoices }) => ({ by: 'operator', query: { id: invoices.ledgerAccount } }),
  'invoices.disputes': (_world, { invoices, deliveries }) => ({
    by: 'operator',
    query: {
      page: '1',
      limit: '50',
      sort: 'dueDay',
      desc: 'true',
      search: invoices.number,
      state: 'open',
      carrier: deliveries.carrier,
      overdue: 'true',
      age: 'not due',
      summaryID: invoices.read,
    },
  }),
  'invoices.disputeAgeing': () => ({ by: 'operator' }),
  'invoices.dispute': (_world, { invoices }) => ({ by: 'operator', params: { disputeID: invoices.dispute } }),
  'invoices.disputeRows': (_world, { invoices }) => ({
    by: 'operator',
    params: { disputeID: invoices.dispute },
    query: { page: '1', limit: '50' },
  }),
  'invoices.disputePack': (_world, { invoices }) => ({
    by: 'operator',
    params: { disputeID: invoices.dispute },
    query: { isFile: 'false' },
  }),
  'invoices.actOnDisputes': (_world, { invoices }) => ({
    by: 'operator',
    params: { act: 'send' },
    body: { disputes: [{ disputeID: invoices.sentDispute }], reason: 'by email' },
  }),
  'invoices.credits': (_world, { invoices, deliveries }) => ({
    by: 'operator',
    query: { page: '1', limit: '50', carrier: deliveries.carrier, all: 'true', summaryID: invoices.read },
  }),
  'invoices.settleCredit': (_world, { invoices }) => ({
    by: 'operator',
    body: { creditID: invoices.credit, disputes: [], explanation: 'volume rebate' },
  }),
  // After the call that explains the invoice.
  'invoices.takeBackCredit': (_world, { invoices }) => ({ by: 'operator', body: { creditID: invoices.credit } }),
  'invoices.rejection': (_world, { invoices }) => ({ body: { of: 'parcels', ids: invoices.row } }),
  'invoices.disputeTerms': () => ({ by: 'operator' }),
  'invoices.saveDisputeTerms': (_world, { deliveries }) => ({
    by: 'operator',
    body: {
      carrierCode: deliveries.carrier,
      payable: 'billed',
      deadlineDays: 60,
      email: 'disputes@example.com',
      contact: 'Accounts',
    },
  }),
  'invoices.removeDisputeTerms': (_world, { invoices }) => ({ by: 'operator', query: { id: invoices.terms } }),
  'invoices.causes': () => ({ by: 'operator', query: { from: '2026-01-01', to: '2026-01-31' } }),
  'invoices.postings': () => ({ by: 'operator', query: { page: '1', limit: '50' } }),
  'invoices.postingLines': (_world, { invoices }) => ({
    by: 'operator',
    query: { postingID: invoices.posting, page: '1', limit: '50' },
  }),
  'invoices.post': (_world, { invoices }) => ({ by: 'operator', body: { summaryIDs: [invoices.accepted] } }),
  'invoices.preflightPosting': (_world, { invoices }) => ({
    by: 'operator',
    body: { summaryIDs: [invoices.accepted], postingDate: '2026-03-20' },
  }),
  // After the calls that read them.
  'invoices.reversePosting': (_world, { invoices }) => ({ by: 'operator', body: { postingID: invoices.posting } }),
  'invoices.statement': (_world, { client }) => ({
    query: { clientCode: client, from: '2026-01-01', to: '2026-01-31' },
  }),
  'invoices.exportRows': (_world, { client, invoices }) => ({
    body: { summaryIDs: [invoices.read], wholeFiles: false, clientCode: client, after: '1', items: 10 },
  }),
}
