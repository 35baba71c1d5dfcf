import type { Manifest } from '../kit/navigation/manifest.ts'
import { recordTabs } from '../kit/navigation/record-tabs.ts'
import { INVOICE_SCREENS, parcelsTabId } from './addresses.ts'

export const invoicesManifest: Manifest = {
  screens: {
    invoiceReconciliation: {
      area: 'invoices',
      purpose: 'Imports carriers’ invoices, compares them with what was despatched, and accepts or rejects them.',
      component: () => import('./invoices-screen.tsx').then((room) => room.InvoicesScreen),
      shows: ['costs'],
      section: 'Invoices',
      // Those with a section stand in the bar above the list, in this order.
      beneath: [
        {
          area: 'invoices',
          purpose: 'The consignments of one invoice, each to accept or reject.',
          component: () => import('./details/details-screen.tsx').then((room) => room.InvoiceDetailsScreen),
          path: INVOICE_SCREENS.details,
          title: 'Invoice Details',
          record: recordTabs('summaryID', 'Invoice'),
          shows: ['costs'],
        },
        {
          area: 'invoices',
          purpose: 'The parcels of one consignment, each to accept or reject.',
          component: () => import('./parcels/parcels-screen.tsx').then((room) => room.InvoiceParcelsScreen),
          path: INVOICE_SCREENS.parcels,
          title: 'Invoice Details: Parcels',
          record: { param: 'detailsID', tabId: parcelsTabId, title: (id) => `Parcels of detail ${id}` },
          shows: ['costs'],
        },
      ],
    },
  },
}
