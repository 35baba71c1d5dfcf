import type { Input } from './calls.ts'
import type { Shop, World } from './world.ts'

export type Sample = Input | ((world: World, shop: Shop) => Input)

/** What a caller sends about carriers' invoices who knows only the specification. */
export const INVOICE_SAMPLES: readonly (readonly [call: string, sample: Sample])[] = [
  ['GET /api/invoice/carrier', {}],
  ['GET /api/invoice/summary', {}],
  ['GET /api/invoice/summary', { query: { desc: 'true' } }],
  [
    'GET /api/invoice/summary',
    {
      query: { page: '1', limit: '10', sort: 'invoiceNumber', desc: 'false', search: '', filterFrom: '', filterTo: '' },
    },
  ],
  ['GET /api/invoice/summary/required', {}],
  ['GET /api/invoice/summary/required', (_, { deliveries }) => ({ query: { carriercode: deliveries.carrier } })],
  [
    'POST /api/invoice/details',
    (_, { client, invoices }) => ({
      body: { summaryID: invoices.read, desc: true, sort: 'status', clientCode: client },
    }),
  ],
  [
    'POST /api/invoice/parcels',
    (_, { client, invoices }) => ({
      body: { summaryID: invoices.read, desc: true, sort: 'status', clientCode: client },
    }),
  ],
  [
    'POST /api/invoice/detailsexport',
    (_, { client, invoices }) => ({ body: { summaryID: invoices.read, page: 1, items: 1000, clientCode: client } }),
  ],
  [
    'POST /api/invoice/import/',
    {
      by: 'operator',
      query: { creator: '' },
      contentType: 'multipart/form-data; boundary=edge',
      body: `--edge\r\nContent-Disposition: form-data; name="file"; filename="invoices.csv"\r\nContent-Type: text/csv\r\n\r\na,b\n1,2\n\r\n--edge--\r\n`,
    },
  ],
  [
    'PUT /api/invoice/details/{value}',
    (_, { invoices }) => ({ params: { value: 'Rejected' }, body: { detailsID: invoices.worked, reason: 'too heavy' } }),
  ],
  ['PUT /api/invoice/details/undo', (_, { invoices }) => ({ body: { detailsID: invoices.worked } })],
  [
    'PUT /api/invoice/parcels/{value}',
    (_, { invoices }) => ({ params: { value: 'Accepted' }, body: { parcelIDs: [invoices.worked] } }),
  ],
  ['PUT /api/invoice/parcels/undo', (_, { invoices }) => ({ body: { parcelIDs: [invoices.worked] } })],
  [
    'PUT /api/invoice/summary/{id}',
    (_, { invoices }) => ({
      params: { id: invoices.decided },
      body: { summaryID: invoices.decided, reason: 'not ours' },
    }),
  ],
  ['DELETE /api/invoice/parcels', (_, { invoices }) => ({ query: { id: invoices.removedParcel } })],
  ['DELETE /api/invoice/details', (_, { invoices }) => ({ query: { id: invoices.removedDetail } })],
  ['DELETE /api/invoice/summary', (_, { invoices }) => ({ query: { id: invoices.removed } })],
]
