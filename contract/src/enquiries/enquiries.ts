import { z } from 'zod'
import { orderRow } from '../orders/order.ts'
import { requiredText } from '../route/fields.ts'
import { routes } from '../route/route.ts'

export const enquiries = routes({
  order: {
    method: 'GET',
    path: '/api/enquiries/order',
    summary: 'Look an order up by its customer reference: the detail rows decide whether its tab opens',
    permission: { reads: ['reportsAndEnquiries.orderAndReturnsEnquiry'] },
    access: 'clients',
    query: z.strictObject({ customerReference: requiredText(50, 'Customer reference') }),
    answer: z.strictObject({ details: z.array(orderRow) }),
    errors: [],
    audited: false,
  },
})
