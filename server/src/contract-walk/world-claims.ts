import { rawPdf } from '../testing/pdf/raw-pdf.ts'
import { branchCode } from '../claims/search/branches.ts'
import { makeParcel } from '../testing/parcels.ts'
import type { TestDatabase } from '../testing/test-database.ts'
import type { Input } from './calls.ts'
import type { Shop, World } from './world.ts'

export type ShopClaims = {
  account: string
  branch: string
  carrier: string
  /** Lost, and not claimed for yet. */
  lost: string
  /** A claim that was sent, and one to withdraw: ids. */
  sent: string
  withdrawn: string
  submission: string
  /** Evidence of the claim that was sent: ids. */
  file: string
  removedFile: string
  /** Terms of a carrier's service: ids. */
  terms: string
  removedTerms: string
}

type ClaimsInput = { client: string; mark: string; SKU: string }
/** Terms are the operator's and shown to everyone, so the carrier's name does not contain the shop's mark. */
const carrierOf = ({ client }: ClaimsInput) => `LINE-${client}`
const accountOf = ({ mark }: ClaimsInput) => `${mark} Stores`
const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
const idOf = async (on: TestDatabase, sql: string, values: unknown[]) =>
  String(Object.values((await on.asOwner(sql, values))[0] ?? {})[0])

/** Claimable losses of a client, and claims. */
export async function openClaims(on: TestDatabase, input: ClaimsInput): Promise<ShopClaims> {
  const { client, mark } = input
  const [carrier, account] = [carrierOf(input), accountOf(input)]
  const terms = (service: string) =>
    idOf(
      on,
      `insert into claim_terms (carrier, service, from_day, source, rules, changed_at, changed_by)
       select $1, $2, '2020-01-01', $3, rules, now(), $3 from claim_terms where carrier = 'DPD' and service = '' returning terms_id`,
      [carrier, service, 'Published terms'],
    )
  const lost = await makeLost(on, input, 'LOST')
  await on.asOwner(
    `insert into claim_candidates (client_code, tracking_number, carrier, carrier_service, order_number, cause, despatched_on,
       deadline, currency, goods, carriage, amount, judged_at)
     values ($1, $2, $3, '', $4, 'lost', current_date - 15, current_date + 10, 'GBP', 100000, 0, 100000, now())`,
    [client, lost.trackingNumber, carrier, lost.orderNumber],
  )
  await on.asOwner("insert into claim_hints values ($1, 'NEVER SENT')", [client])
  const submission = await idOf(on, "select nextval('claim_submission_numbers')", [])
  const sent = await makeClaim(on, input, { name: 'SENT', submission })
  await on.asOwner(
    `insert into claim_settlements (client_code, claim_id, credit_id, invoice_number, amount, at) values ($1, $2, 0, $3, 1, now())`,
    [client, sent, mark],
  )
  const file = () =>
    idOf(
      on,
      `insert into claim_files (client_code, file_id, claim_id, name, type, bytes, added_at, added_by)
       values ($1, gen_random_uuid(), $2, $3, 'application/pdf', convert_to($3, 'utf8'), now(), $3) returning file_id`,
      [client, sent, mark],
    )
  const address = { address_line_1: '', address_line_2: account, address_line_3: '', address_line_4: '' }
  return {
    account,
    branch: branchCode({ client_code: client, ...address, post_code: '', country: 'GB' }),
    carrier,
    lost: lost.trackingNumber,
    sent,
    withdrawn: await makeClaim(on, input, { name: 'WITHDRAWN', submission }),
    submission: `S-${submission.padStart(6, '0')}`,
    file: await file(),
    removedFile: await file(),
    terms: await terms(''),
    removedTerms: await terms('Old'),
  }
}

async function makeLost(on: TestDatabase, input: ClaimsInput, name: string) {
  const { client, SKU } = input
  const made = await makeParcel(on, {
    client,
    carrier: carrierOf(input),
    trackingNumber: `${client}C${name}`,
    orderNumber: `${client}-claim-${name}`,
    orderedAt: ago(16),
    despatchedAt: ago(15),
    promisedDate: ago(13).slice(0, 10),
    contents: [{ sku: SKU }],
  })
  await on.asOwner(
    'update orders set customer_account = $2, address_line_2 = $2 where client_code = $3 and order_number = $1',
    [made.orderNumber, accountOf(input), client],
  )
  return made
}

async function makeClaim(
  on: TestDatabase,
  input: ClaimsInput,
  { name, submission }: { name: string; submission: string },
) {
  const { client, mark } = input
  const { trackingNumber, orderNumber } = await makeLost(on, input, name)
  const claimId = await idOf(
    on,
    `insert into claims (client_code, tracking_number, carrier, carrier_name, carrier_service, order_number, cause, state,
       despatched_on, deadline, currency, goods, carriage, claimed, submission_no, prepared_at, prepared_by, sent_at)
     values ($1, $2, $3, $3, '', $4, 'lost', 'sent', current_date - 15, current_date + 10, 'GBP', 100000, 0, 100000, $5, now(), $6,
       now()) returning claim_id`,
    [client, trackingNumber, carrierOf(input), orderNumber, submission, mark],
  )
  await on.asOwner(
    `insert into claim_events (client_code, claim_id, at, by_name, what, text, amount) values ($1, $2, now(), $3, 'message', $3, null)`,
    [client, claimId, mark],
  )
  return claimId
}

const search = ({ claims }: Shop) => ({
  customer: claims.account,
  Branch_Code: claims.branch,
  dateFrom: '2026-01-01',
  dateTo: '2026-12-31',
  carrier: claims.carrier,
  cause: 'lost',
  page: 1,
  limit: 50,
})
const filter = ({ claims }: Shop) => ({
  carrier: claims.carrier,
  cause: 'lost',
  until: '2030-01-01',
  reference: claims.lost,
})

/** Samples of claims against carriers. Only the operator changes terms. */
export const claimSamples: Record<string, (world: World, shop: Shop) => Input> = {
  'claims.searchBranch': (_world, shop) => ({ body: search(shop) }),
  'claims.search': (_world, shop) => ({ body: search(shop) }),
  'claims.claimable': (_world, shop) => ({ body: { ...filter(shop), page: 1, limit: 50 } }),
  'claims.parcel': (_world, { claims }) => ({ query: { trackingNumber: claims.lost } }),
  'claims.terms': () => ({}),
  'claims.saveTerms': (_world, { claims }) => ({
    by: 'operator',
    body: {
      termsID: claims.terms,
      version: 1,
      carrierCode: claims.carrier,
      service: '',
      from: '2020-01-01',
      to: '',
      source: 'Published terms',
      lostAfterDays: 10,
      lostWithinDays: 28,
      damagedWithinDays: 14,
      lateAfterDays: 1,
      lateWithinDays: 14,
      mostPerParcel: '100.00',
      mostPerKg: '20.00',
      limitCurrency: 'GBP',
      basis: 'cost price',
      costPercent: 50,
      isCarriagePaid: true,
      evidence: ['Proof of value'],
      email: 'claims@example.com',
      address: '1 Depot Road',
      form: 'https://example.com/claims',
    },
  }),
  'claims.removeTerms': (_world, { claims }) => ({ by: 'operator', query: { id: claims.removedTerms } }),
  'claims.prepare': (_world, { client, claims }) => ({
    body: { parcels: [{ clientCode: client, trackingNumber: claims.lost }] },
  }),
  'claims.list': (_world, { client, claims }) => ({
    body: {
      page: 1,
      limit: 50,
      sort: 'deadline',
      desc: false,
      state: ['sent'],
      carrier: claims.carrier,
      cause: 'lost',
      clientCode: client,
      search: claims.submission,
      preparedFrom: '2026-01-01',
      preparedTo: '2030-01-01',
    },
  }),
  'claims.claim': (_world, { claims }) => ({ params: { claimID: claims.sent } }),
  'claims.act': (_world, { claims }) => ({
    params: { act: 'withdraw' },
    body: { claims: [{ claimID: claims.withdrawn, version: 1 }], reason: 'It arrived', carrierReference: 'X1' },
  }),
  'claims.message': (_world, { claims }) => ({ params: { claimID: claims.sent }, body: { text: 'They look for it' } }),
  'claims.pack': (_world, { claims }) => ({ params: { number: claims.submission } }),
  'claims.addFiles': (_world, { client, claims }) => ({
    params: { claimID: claims.sent },
    contentType: 'multipart/form-data; boundary=edge',
    body: `--edge\r\nContent-Disposition: form-data; name="file"; filename="${client}.pdf"\r\nContent-Type: application/pdf\r\n\r\n${rawPdf().toString()}\r\n--edge--\r\n`,
  }),
  'claims.file': (_world, { claims }) => ({ params: { fileID: claims.file } }),
  'claims.removeFile': (_world, { claims }) => ({ params: { fileID: claims.removedFile } }),
  'claims.figures': () => ({ body: { dateFrom: '2026-01-01', dateTo: '2026-12-31' } }),
}
