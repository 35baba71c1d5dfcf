import { toCome } from '../kit/navigation/screen-row.ts'
import type { Manifest } from '../kit/navigation/manifest.ts'

export const invoicesManifest: Manifest = {
  screens: {
    invoiceReconciliation: toCome(
      'invoices',
      'Imports carriers’ invoices, compares them with what was despatched, and accepts or rejects them.',
      [
        {
          ...toCome('invoices', 'The consignments of one invoice, each to accept or reject.'),
          path: '/invoice-reconciliation/invoice-details',
          title: 'Invoice Details',
        },
        {
          ...toCome('invoices', 'The parcels of one consignment, each to accept or reject.'),
          path: '/invoice-reconciliation/invoice-details-parcel',
          title: 'Invoice Details: Parcels',
        },
      ],
    ),
  },
}
