import { orderTabTitles } from '@despatch/domain/enquiries/order-tabs'
import type { LeafPath } from '@despatch/domain/administration/roles/menu'
import { orderTabs, recordTabs } from '../kit/tabs/record-tabs.ts'
import { type Row, type RowBeneath, toCome } from './screen-row.ts'

const ENQUIRY = '/reporting-and-enquiries/order-and-returns-enquiry'
const EXCEPTIONS = '/reporting-and-enquiries/carrier-delivery-exceptions/exceptions-orders'

/** The screens of Reports & Enquiries; see screen-rows.ts. */
export const ENQUIRY_ROWS = {
  'reportsAndEnquiries.carrierDeliveryExceptions': {
    area: 'enquiries',
    purpose: 'Shows parcels past their promised day, undelivered or delivered late.',
    component: () =>
      import('../deliveries/exceptions/exceptions-screen.tsx').then((room) => room.DeliveryExceptionsScreen),
    beneath: [
      {
        area: 'enquiries',
        purpose: 'The orders behind one count of delivery exceptions.',
        component: () =>
          import('../deliveries/exceptions/exception-orders-screen.tsx').then((room) => room.ExceptionOrdersScreen),
        path: EXCEPTIONS,
        title: 'Exceptions: Orders',
      },
      {
        area: 'enquiries',
        purpose: 'One late parcel, with its events.',
        component: () =>
          import('../deliveries/exceptions/exception-parcel-screen.tsx').then((room) => room.ExceptionParcelScreen),
        path: `${EXCEPTIONS}/summary-for-parcel`,
        title: 'Exceptions: Parcel Summary',
        record: recordTabs('trackingNumber', 'Parcel'),
      },
    ],
  },
  'reportsAndEnquiries.orderAndReturnsEnquiry': {
    area: 'enquiries',
    purpose: 'Finds orders by reference, email or date range, and opens them with their events and history.',
    component: () => import('../enquiries/enquiry-screen.tsx').then((room) => room.EnquiryScreen),
    beneath: [
      {
        area: 'enquiries',
        purpose: 'The orders that match what was searched for.',
        component: () => import('../enquiries/search-results-screen.tsx').then((room) => room.SearchResultsScreen),
        path: `${ENQUIRY}/search-results-order`,
        title: 'Search Results',
      },
      {
        area: 'enquiries',
        purpose: 'One order whole: customer, address, lines, status and history.',
        component: () => import('../enquiries/order/order-screen.tsx').then((room) => room.OrderScreen),
        path: `${ENQUIRY}/summary-for-order`,
        title: 'Order {orderNumber}',
        record: orderTabs('orderNumber', 'order', orderTabTitles.order),
      },
      {
        area: 'enquiries',
        purpose: 'Where the parcels of one order are, and where they have been.',
        component: () =>
          import('../enquiries/order/delivery-events-screen.tsx').then((room) => room.DeliveryEventsScreen),
        path: `${ENQUIRY}/delivery-events-for-order`,
        title: 'Delivery Events {orderNumber}',
        record: orderTabs('orderNumber', 'delivery-events', orderTabTitles.deliveryEvents),
      },
      {
        area: 'enquiries',
        purpose: 'What came back of one order, and what became of it.',
        component: () =>
          import('../enquiries/order/returns-events-screen.tsx').then((room) => room.ReturnsEventsScreen),
        path: `${ENQUIRY}/returns-events-for-order`,
        title: 'Returns Events {orderNumber}',
        record: orderTabs('orderNumber', 'returns-events', orderTabTitles.returnsEvents),
      },
      {
        area: 'enquiries',
        purpose: 'Who did what to an order, and when.',
        component: () =>
          import('../enquiries/timeline/order-history-screen.tsx').then((room) => room.OrderHistoryScreen),
        path: `${ENQUIRY}/summary-order-history`,
        title: 'Summary Order History',
      },
      {
        area: 'enquiries',
        purpose: 'The serial numbers that were despatched, by SKU or by order.',
        component: () => import('../stock/serials-screen.tsx').then((room) => room.SerialsScreen),
        path: `${ENQUIRY}/sku-serial-despatched`,
        title: 'SKU Serials Despatched',
      },
    ],
  },
  'reportsAndEnquiries.parcelDeliveryStatus': {
    area: 'enquiries',
    purpose: 'Shows where parcels are, by reference.',
    component: () => import('../deliveries/parcels/parcel-status-screen.tsx').then((room) => room.ParcelStatusScreen),
  },
  'reportsAndEnquiries.carrierPerformanceReport': toCome(
    'reports',
    'Compares carriers by how often they keep their promise.',
  ),
  'reportsAndEnquiries.carrierRoutingExceptions': {
    area: 'enquiries',
    purpose: 'Shows consignments that no carrier service may carry, and why.',
    component: () =>
      import('../routing/allocation/history/carrier-history-screen.tsx').then((room) => room.CarrierExceptionsScreen),
  },
  'reportsAndEnquiries.returnsDashboard': toCome('reports', 'Shows returns by reason, product and week.'),
  'reportsAndEnquiries.returnsTrendReport': toCome(
    'reports',
    'Makes the returns trend report for a range of days, as a spreadsheet.',
  ),
  'reportsAndEnquiries.skuFileReport': toCome('stock', 'Lists SKUs with what is known of them, to see or to print.'),
  'reportsAndEnquiries.carrierHistory': {
    area: 'enquiries',
    purpose: 'Shows past routing exceptions of a range of days, by order.',
    component: () =>
      import('../routing/allocation/history/carrier-history-screen.tsx').then((room) => room.CarrierHistoryScreen),
  },
  'reportsAndEnquiries.carrierDashboard': toCome('reports', 'Shows what each carrier carried, on time and late.'),
  'reportsAndEnquiries.returnsPortal': toCome('reports', 'Shows what customers announced through the returns portal.'),
} satisfies Partial<Record<LeafPath, Row & { readonly beneath?: readonly RowBeneath[] }>>
