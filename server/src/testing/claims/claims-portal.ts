import { contract } from '@despatch/contract/contract'
import { addDays, dayOf } from '@despatch/domain/calendar/day'
import { refreshClaimable } from '../../claims/judging/watch-claims.ts'
import { makeClient, makeSession, makeSku } from '../factories.ts'
import { makeParcel } from '../parcels.ts'
import { openTestPortal, type SignedIn } from '../test-portal.ts'

const { claims } = contract
/** Today in the server's time zone. */
export const today = dayOf(new Date())
const ago = (days: number) => `${addDays(today, -days)}T12:00:00Z`

export type ClaimsPortal = Awaited<ReturnType<typeof openClaimsPortal>>

/**
 * Opens a portal with the clients ACME and BIRCH, their users and one of the operator, and functions that lose
 * parcels and claim them.
 */
export async function openClaimsPortal(options: Parameters<typeof openTestPortal>[0] = {}) {
  const portal = await openTestPortal(options)
  const on = portal.testDatabase
  for (const code of ['ACME', 'BIRCH']) {
    await makeClient(on, { code, name: `${code} Ltd` })
    await makeSku(on, { client: code, code: 'MUG', description: 'Mug', unitValue: '12.50' })
  }
  const operator = { ...(await makeSession(on, { clients: [], type: 'Internal Administrator' })), client: 'All_client' }
  const acme = { ...(await makeSession(on, { clients: ['ACME'] })), client: 'ACME' }
  const birch = { ...(await makeSession(on, { clients: ['BIRCH'] })), client: 'BIRCH' }
  /** Makes a parcel with two mugs and no event from DPD for `days` days. */
  const quiet = async (days: number, options: Partial<Parameters<typeof makeParcel>[1]> = {}) => {
    const made = await makeParcel(portal.testDatabase, {
      client: 'ACME',
      carrierService: 'Two Day',
      orderedAt: ago(days + 1),
      despatchedAt: ago(days),
      promisedDate: addDays(today, 2 - days),
      contents: [{ sku: 'MUG', quantity: 2 }],
      ...options,
    })
    return made
  }
  const refresh = () => refreshClaimable(portal.database)
  const prepare = (trackingNumber: string, as: SignedIn = operator, clientCode = 'ACME') =>
    portal.call(claims.prepare, { body: { parcels: [{ clientCode, trackingNumber }] } }, as)
  const act = (what: string, claimID: string, more: object = {}, as: SignedIn = operator) =>
    portal.call(claims.act, { params: { act: what as 'send' }, body: { claims: [{ claimID }], ...more } }, as)
  const prepared = async (days = 20) => {
    const parcel = await quiet(days)
    const { body } = await prepare(parcel.trackingNumber)
    return { ...parcel, claimID: body.receipts[0]?.claimID ?? '', submission: body.submissions[0]?.number ?? '' }
  }
  const read = async (claimID: string, as: SignedIn = operator) =>
    (await portal.call(claims.claim, { params: { claimID } }, as)).body
  const listed = async (trackingNumber: string, as: SignedIn = operator) =>
    (await portal.call(claims.claimable, { body: { reference: trackingNumber } }, as)).body

  const file = async (path: string, as: SignedIn, body?: object) => {
    const answer = await fetch(portal.url + path, {
      method: body ? 'POST' : 'GET',
      headers: { ...(body && { 'content-type': 'application/json' }), access_token: as.token, client: as.client ?? '' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
  }
  return { portal, operator, acme, birch, quiet, refresh, prepare, act, prepared, read, listed, file }
}
